// The steps of an exchange as a list one can unfold.

import { icon, make } from "./dom.js";
import { duration } from "./format.js";
import { hueOf } from "./hues.js";

const ICONS = { message: "message", system: "note", action: "action", thought: "thought", note: "note", problem: "problem", breakpoint: "hand" };
const VERBS = { request: "asks", response: "answers", broadcast: "tells", interrupt: "interrupts" };
const ENDS = { running: "", done: "", failed: " failed", dropped: " was not finished", waiting: ", if you allow it", answered: "" };
const MOODS = { problem: "problem", note: "quiet", system: "quiet" };

const LINES = {
  message: (step) => [agent(step.agent), ` ${VERBS[step.type] ?? "writes to"} `, ...step.to.flatMap((name) => [agent(name), " "]), quote(step.subject)],
  system: (step) => ["The server tells ", agent(step.agent), " ", quote(step.subject.replaceAll(":", "").replaceAll("_", " "))],
  action: (step) => [agent(step.agent), " uses ", make("code", {}, step.name), ENDS[step.state] ?? "", " ", quote(brief(step.args))],
  breakpoint: (step) => [agent(step.agent), " wants to use ", make("code", {}, step.name), ENDS[step.state] ?? ""],
  thought: (step) => [agent(step.agent), " thinks ", quote(step.body)],
  note: (step) => [step.agent ? agent(step.agent) : "", " ", step.text],
  problem: (step) => [step.agent ? agent(step.agent) : "", " ", step.text],
};

const BODIES = {
  message: (step) => [text(step.body)],
  system: (step) => [text(step.body)],
  action: callBody,
  breakpoint: callBody,
  thought: (step) => [text(step.body)],
  note: () => [],
  problem: (step) => (step.body ? [text(step.body)] : []),
};

// A step's row is made anew when the step changes; whether it is unfolded stays.
export function stepRow(step, start, before) {
  const body = BODIES[step.kind](step);
  const line = make("span", { class: "step-line" }, ...LINES[step.kind](step));
  const time = make("span", { class: "step-time" }, step.end ? duration(step.end - step.at) : `+${duration(step.at - start)}`);
  const row = make("li", { class: "step-row", "data-agents": JSON.stringify([step.agent, ...(step.to ?? [])]) });
  const mood = step.state === "failed" ? "problem" : MOODS[step.kind] ?? "plain";
  const classes = `step ${mood} ${step.state === "running" ? "running" : ""} ${hueOf(step.agent)}`;
  if (body.length) {
    const fold = icon("go", "icon fold");
    row.append(make("details", { class: classes, open: Boolean(before?.querySelector("details[open]")) },
      make("summary", {}, icon(ICONS[step.kind]), line, time, fold), make("div", { class: "step-body" }, ...body)));
  } else {
    row.append(make("div", { class: classes }, make("div", { class: "step-flat" }, icon(ICONS[step.kind]), line, time)));
  }
  return row;
}

function callBody(step) {
  const result = step.result === undefined ? [] : [make("h4", {}, step.state === "failed" ? "Problem" : "Result"), text(pretty(step.result), true)];
  return [make("h4", {}, "Arguments"), argumentList(step.args), ...result];
}

export function argumentList(args) {
  const entries = Object.entries(args ?? {});
  if (!entries.length) return text("none");
  return make("dl", { class: "arguments" }, ...entries.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, pretty(value))]));
}

const agent = (name) => make("span", { class: `agent ${hueOf(name)}` }, name === "all" ? "everybody" : name);
const quote = (value) => make("span", { dir: "auto" }, (value ?? "").slice(0, 200));
const text = (value, isCode = false) => make("p", { class: isCode ? "step-text code" : "step-text", dir: "auto" }, value ?? "");

function brief(args) {
  return Object.entries(args ?? {}).map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`).join(", ");
}

export function pretty(value) {
  if (typeof value !== "string") return JSON.stringify(value, null, 2) ?? "";
  if (!/^\s*[[{]/.test(value)) return value;
  try { return JSON.stringify(JSON.parse(value), null, 2); } catch { return value; }
}
