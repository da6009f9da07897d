// One exchange on the page: the question, the work, calls that wait for a person, the answer.

import { breakpointCard } from "./breakpoint.js";
import { icon, make } from "./dom.js";
import { clock, duration } from "./format.js";
import { showHtml, toHtml } from "./markdown.js";
import { describe } from "./summary.js";
import { stepRow } from "./timeline.js";

export class ExchangeView {
  constructor(exchange, { isLive, answerCall, keepPlace }) {
    this.exchange = exchange;
    this.answerCall = answerCall;
    this.keepPlace = keepPlace;
    this.rows = new Map();
    this.cards = new Map();
    this.now = make("span", { class: "work-now" });
    this.time = make("span", { class: "work-time" });
    this.dot = make("span", { class: "dot", "aria-hidden": "true" });
    this.steps = make("ol", { class: "steps" });
    this.work = make("details", { class: "work", open: isLive },
      make("summary", {}, this.dot, this.now, this.time, icon("go", "icon fold")), this.steps);
    this.breakpoints = make("div", { class: "breakpoints" });
    // Only what comes while one watches is read out, not the whole past after a reload.
    this.answer = make("div", { class: "answer", "aria-live": isLive ? "polite" : false });
    this.element = make("section", { class: "exchange", "aria-label": `Message ${exchange.number + 1}` },
      exchange.question && make("div", { class: "question", dir: "auto" }, exchange.question), this.work, this.breakpoints, this.answer);
  }

  // Calls that wait are shown only once it is known which of them are still open.
  update(working, isSettled) {
    const { exchange } = this;
    for (const step of exchange.steps) {
      this.updateStep(step);
      if (step.kind === "breakpoint" && isSettled) this.updateCard(step);
    }
    this.work.className = `work state-${exchange.state}`;
    this.now.textContent = describe(exchange, working);
    this.tick();
    if (exchange.end && this.shown !== exchange.end) this.finish();
  }

  updateStep(step) {
    const known = this.rows.get(step.key);
    const version = `${step.state} ${step.result ?? ""}`;
    if (known?.version === version) return;
    const row = stepRow(step, this.exchange.at, known?.row);
    if (known) known.row.replaceWith(row);
    else this.steps.append(row);
    this.rows.set(step.key, { row, version });
  }

  updateCard(step) {
    const known = this.cards.get(step.key);
    if (known?.state === step.state) return;
    if (known?.state === "waiting" && !step.isMine && step.state !== "dropped") step.isElsewhere = true;
    const card = breakpointCard(step, (answer) => this.answerCall(step, answer));
    if (known) known.card.replaceWith(card);
    else this.breakpoints.append(card);
    this.cards.set(step.key, { card, state: step.state });
  }

  tick() {
    const { at, end, state } = this.exchange;
    this.time.textContent = end || state === "running" ? duration(Math.max((end ?? Date.now()) - at, 100)) : "";
  }

  finish() {
    const { exchange } = this;
    this.shown = exchange.end;
    if (exchange.state === "completed") this.showAnswer();
    else this.answer.replaceChildren(make("div", { class: `outcome ${exchange.state}` },
      icon(exchange.state === "cancelled" ? "stop" : "problem"), make("div", { dir: "auto" }, exchange.answer || "The task failed.")));
  }

  showAnswer() {
    const { exchange } = this;
    const plain = make("div", { class: "answer-plain", dir: "auto" }, exchange.answer);
    const copy = make("button", { type: "button" }, icon("copy"), "Copy");
    copy.addEventListener("click", async () => {
      await navigator.clipboard.writeText(exchange.answer);
      copy.lastChild.textContent = "Copied";
      setTimeout(() => { copy.lastChild.textContent = "Copy"; }, 1500);
    });
    const foot = make("div", { class: "answer-foot" }, navigator.clipboard && copy, exchange.by && make("span", {}, exchange.by), make("time", { datetime: new Date(exchange.end).toISOString() }, clock(exchange.end)));
    this.answer.replaceChildren(plain, foot);
    // Until the clean HTML is there, and if it never comes, the plain text stands.
    toHtml(exchange.answer).then((html) => this.keepPlace(() => showHtml(plain, html)), () => {});
  }

  unfold() {
    this.work.open = true;
    this.answer.setAttribute("aria-live", "polite");
  }

  choose(agent) {
    if (agent) this.steps.dataset.agent = agent;
    else delete this.steps.dataset.agent;
    for (const { row } of this.rows.values()) row.classList.toggle("of-agent", JSON.parse(row.dataset.agents).includes(agent));
  }
}
