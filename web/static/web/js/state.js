// A conversation made from the events of a task. Knows no page: events go in, exchanges come out.
//
// An exchange is one message of a person, the steps taken for it, and how it ended.

export const YOU = "you";
const SLEEPING_TOOLS = new Set([
  "send_request", "send_response", "send_interrupt", "send_broadcast", "await_message", "task_complete",
  "acknowledge_broadcast", "ignore_broadcast", "send_interswarm_broadcast",
]);
const OPEN = new Set(["running", "waiting"]);
const PEOPLE = new Set(["user", "admin"]);

export class Conversation {
  constructor() {
    this.exchanges = [];
    this.working = new Set();
  }

  // Returns what changed: the exchange, and letters that travelled from one to another.
  apply(frame) {
    const { data } = frame;
    const extra = data.extra_data ?? {};
    const letters = (HANDLERS[frame.event] ?? note)(this, { ...frame, data, extra, at: Date.parse(data.timestamp) });
    return { exchange: this.exchanges.at(-1), letters: letters ?? [] };
  }

  get exchange() {
    return this.exchanges.at(-1) ?? this.open("", Date.now());
  }

  open(question, at) {
    const exchange = { number: this.exchanges.length, question, at, end: null, state: "running", answer: "", by: "", steps: [], calls: new Map() };
    this.exchanges.push(exchange);
    return exchange;
  }

  add(step) {
    this.exchange.steps.push(step);
    return step;
  }
}

const HANDLERS = {
  new_message: newMessage,
  tool_call: toolCall,
  action_call: actionCall,
  action_complete: (conversation, event) => endCall(conversation, event, "done", event.extra.result),
  action_error: (conversation, event) => endCall(conversation, event, "failed", event.extra.error ?? event.data.description),
  breakpoint_tool_call: breakpoint,
  breakpoint_action_complete: (conversation, event) => endCall(conversation, event, "done", event.extra.result),
  task_complete: (conversation, event) => end(conversation, event, "completed"),
  task_error: (conversation, event) => end(conversation, event, event.extra.reason === "cancelled" ? "cancelled" : "failed"),
  agent_error: problem,
  run_loop_error: problem,
  interswarm_message_error: problem,
  await_message: note,
  task_complete_call: () => [],
  run_loop_cancelled: () => [],
  ping: () => [],
};

function newMessage(conversation, { id, extra, at }) {
  const full = extra.full_message;
  if (!full) return [];
  const { sender, subject, body, recipient, recipients } = full.message;
  const to = (recipients ?? [recipient]).map((each) => each.address);
  const fromPerson = PEOPLE.has(sender.address_type);
  if (full.msg_type === "broadcast_complete") {
    conversation.exchange.by = fromPerson ? "" : sender.address;
    return [{ from: sender.address, to: YOU }];
  }
  to.filter((name) => name !== "all").forEach((name) => conversation.working.add(name));
  if (fromPerson) conversation.open(body, at);
  else {
    const isSystem = sender.address_type === "system";
    conversation.add({ key: id, kind: isSystem ? "system" : "message", agent: isSystem ? to[0] : sender.address, to, type: full.msg_type, subject, body, at });
  }
  return to.map((name) => ({ from: fromPerson ? YOU : sender.address, to: name }));
}

function toolCall(conversation, { id, extra, at }) {
  const thoughts = [extra.reasoning ?? [], extra.preamble ?? []].flat().filter(Boolean);
  if (thoughts.length) conversation.add({ key: id, kind: "thought", agent: extra.agent, body: thoughts.join("\n\n"), at });
  if (SLEEPING_TOOLS.has(extra.tool_name)) conversation.working.delete(extra.agent);
  else conversation.working.add(extra.agent);
}

function actionCall(conversation, { id, extra, at }) {
  const step = conversation.add({ key: id, kind: "action", agent: extra.agent, name: nameOf(extra), args: argumentsOf(extra), state: "running", at });
  conversation.exchange.calls.set(extra.tool_call_id, step);
  conversation.working.add(extra.agent);
}

function endCall(conversation, { id, data, extra, at }, state, result) {
  let step = conversation.exchange.calls.get(extra.tool_call_id);
  if (!step) {
    if (!nameOf(extra)) return problem(conversation, { id, data, extra, at });
    step = conversation.add({ key: id, kind: "action", agent: extra.agent, name: nameOf(extra), args: argumentsOf(extra), at });
  }
  // A person may have edited the arguments meanwhile.
  Object.assign(step, { state, result, end: at, args: argumentsOf(extra) });
  conversation.exchange.state = "running";
}

function breakpoint(conversation, { id, extra, at }) {
  for (const call of extra.calls ?? []) {
    const step = { key: call.call_id, id, kind: "breakpoint", agent: extra.agent, name: call.name, args: parse(call.arguments), state: "waiting", at };
    conversation.exchange.calls.set(call.call_id, step);
    conversation.add(step);
  }
  conversation.exchange.state = "paused";
  conversation.working.clear();
}

function end(conversation, { data, extra, at }, state) {
  Object.assign(conversation.exchange, { state, end: at, answer: data.response ?? extra.response ?? "" });
  for (const step of conversation.exchange.steps) if (OPEN.has(step.state)) step.state = "dropped";
  conversation.working.clear();
}

function note(conversation, { id, event, data, extra, at }) {
  const reason = extra.reason ? `: ${extra.reason}` : "";
  conversation.add({ key: id, kind: "note", event, agent: extra.agent, text: withoutAgent(data.description, extra.agent) + reason, at });
}

function problem(conversation, { id, data, extra, at }) {
  conversation.add({ key: id, kind: "problem", agent: extra.agent, text: withoutAgent(data.description, extra.agent), body: extra.text, at });
}

const nameOf = (extra) => extra.action_name ?? extra.tool_name;
const argumentsOf = (extra) => parse(extra.action_args ?? extra.tool_args ?? {});
const withoutAgent = (text = "", agent) => (agent ? text.replace(`agent ${agent} `, "") : text);

function parse(value) {
  if (typeof value !== "string") return value ?? {};
  try { return JSON.parse(value); } catch { return { value }; }
}
