// A call that waits for a person: a form made of its arguments, with approve, edit, refuse or an own result.

import { ApiError } from "./api.js";
import { icon, make } from "./dom.js";

const SOMEBODY_ELSE = "Somebody else has answered this already.";
const ELSEWHERE = " and somebody else has answered it";
const CLOSED = { answered: " and was answered", done: " and was answered", dropped: " and got no answer" };
const SHORT = 80;

export function breakpointCard(step, send) {
  const isOpen = step.state === "waiting";
  const head = make("div", { class: "breakpoint-head" }, icon("hand"), make("span", {},
    isOpen ? `${step.agent} asks you: may it use ` : `${step.agent} asked for `, make("code", {}, step.name), isOpen ? "?" : step.isElsewhere ? ELSEWHERE : CLOSED[step.state] ?? ""));
  const card = make("section", { class: isOpen ? "breakpoint" : "breakpoint closed", "aria-label": `Decision on ${step.name}` }, head);
  if (isOpen) card.append(openForm(step, send));
  return card;
}

function openForm(step, send) {
  const fields = Object.entries(step.args ?? {}).map(([name, value]) => makeField(name, value));
  const approve = make("button", { class: "primary" }, "Approve");
  const refuse = make("button", { type: "button", class: "secondary" }, "Refuse…");
  const instead = make("button", { type: "button", class: "secondary" }, "Answer it myself…");
  const error = make("p", { class: "breakpoint-error", role: "alert", hidden: true });
  const words = make("div", { class: "breakpoint-words" });
  const fieldset = make("fieldset", {}, ...fields.map((field) => field.element));
  const form = make("form", {}, fieldset, words, error, make("div", { class: "breakpoint-buttons" }, approve, refuse, instead));
  const submit = (read) => deliver(form, error, send, step, read);

  form.addEventListener("input", () => {
    approve.textContent = fields.some((field) => field.isChanged()) ? "Approve with changes" : "Approve";
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit(() => decide(fields));
  });
  refuse.addEventListener("click", () => askWords(words, "Why not? The agent will read this.", "Refuse", (text) =>
    submit(() => ({ decision: "refuse", reason: text }))));
  instead.addEventListener("click", () => askWords(words, "The result that the agent shall get", "Give this result", (text) =>
    submit(() => ({ content: text }))));
  return form;
}

function decide(fields) {
  if (!fields.some((field) => field.isChanged())) return { decision: "approve" };
  return { decision: "edit", arguments: Object.fromEntries(fields.map((field) => [field.name, field.read()])) };
}

async function deliver(form, error, send, step, read) {
  const controls = form.querySelectorAll("button, input, textarea");
  error.hidden = true;
  try {
    const answer = read();
    controls.forEach((control) => { control.disabled = true; });
    await send({ call_id: step.key, ...answer });
  } catch (problem) {
    const isLate = problem instanceof ApiError && problem.status === 409;
    error.textContent = isLate ? SOMEBODY_ELSE : problem.message;
    error.hidden = false;
    controls.forEach((control) => { control.disabled = isLate; });
  }
}

function askWords(place, question, verb, done) {
  const box = make("textarea", { rows: 2 });
  const button = make("button", { type: "button", class: "secondary" }, verb);
  button.addEventListener("click", () => done(box.value.trim()));
  place.replaceChildren(make("label", {}, question, box), button);
  box.focus();
}

// Texts and numbers have their own fields; anything else is edited as JSON.
function makeField(name, value) {
  const kind = KINDS[typeof value] ?? KINDS.object;
  const input = kind.make(value);
  const label = typeof value === "boolean" ? make("label", { class: "check" }, input, name) : make("label", {}, name, input);
  const read = () => kind.read(input, name);
  const start = JSON.stringify(value);
  const isChanged = () => {
    try { return JSON.stringify(read()) !== start; } catch { return true; }
  };
  return { name, element: label, read, isChanged };
}

const KINDS = {
  string: {
    make: (value) => (value.length > SHORT || value.includes("\n") ? fillArea(value) : make("input", { value, dir: "auto" })),
    read: (input) => input.value,
  },
  number: {
    make: (value) => make("input", { type: "number", step: "any", value: String(value) }),
    read: (input, name) => {
      if (input.value === "") throw new Error(`${name} must be a number.`);
      return Number(input.value);
    },
  },
  boolean: { make: (value) => make("input", { type: "checkbox", checked: value }), read: (input) => input.checked },
  object: {
    make: (value) => fillArea(JSON.stringify(value, null, 2), "code"),
    read: (input, name) => {
      try { return JSON.parse(input.value); } catch { throw new Error(`${name} is not valid JSON.`); }
    },
  },
};

function fillArea(value, className = "") {
  const area = make("textarea", { rows: 3, class: className, spellcheck: className ? "false" : null });
  area.value = value;
  return area;
}
