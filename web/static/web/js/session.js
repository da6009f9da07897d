// One open task on the page: its events become a conversation, the conversation becomes elements.

import { post, taskPath } from "./api.js";
import { ExchangeView } from "./exchange.js";
import { Conversation } from "./state.js";
import { Follower } from "./stream.js";

const NEAR = 120;
const PAUSED_LOOK = 3_000;

export class Session {
  constructor(uuid, place, scroll, watchers) {
    Object.assign(this, { uuid, place, scroll, watchers, task: null, views: [] });
    this.loaded = new Promise((resolve) => { this.setLoaded = resolve; });
    this.conversation = new Conversation();
    this.follower = new Follower(uuid, {
      onEvents: (frames, isLive) => this.take(frames, isLive || this.isBegun),
      onTask: (task) => this.setTask(task),
      onConnection: watchers.onConnection,
      onGone: (text) => { this.setLoaded(); watchers.onGone(text); },
    });
    this.ticker = setInterval(() => this.tick(), 500);
    this.looker = setInterval(() => this.task?.status === "paused" && !document.hidden && this.look(), PAUSED_LOOK);
    this.look();
  }

  close() {
    clearInterval(this.ticker);
    clearInterval(this.looker);
    this.follower.stop();
    this.views.forEach((view) => view.element.remove());
  }

  look() {
    this.follower.follow();
  }

  noteNews(lastEvent) {
    if (lastEvent > this.follower.last) this.look();
  }

  take(frames, isLive) {
    for (const frame of frames) {
      const { letters } = this.conversation.apply(frame);
      if (isLive) letters.forEach(this.watchers.onLetter);
    }
    this.render(isLive);
  }

  setTask(task) {
    this.task = task;
    this.settleCalls(task);
    // An exchange that runs when the page is opened is watched from now on, so it is shown unfolded.
    if (!this.isBegun && task.status === "running") this.views.at(-1)?.unfold();
    this.isBegun = true;
    this.render(true);
    this.watchers.onTask(task);
    this.setLoaded();
  }

  // The log tells that a call waits; only the task knows whether somebody has answered since.
  // A task read before that event knows nothing of it yet.
  settleCalls(task) {
    const pending = new Set(task.pending.map((call) => call.call_id));
    for (const step of this.conversation.exchanges.flatMap((exchange) => exchange.steps)) {
      const isKnown = step.kind === "breakpoint" && step.id <= task.last_event;
      if (isKnown && step.state === "waiting" && !pending.has(step.key)) step.state = "answered";
    }
  }

  render(isLive) {
    this.keepPlace(() => this.renderExchanges(isLive));
    this.watchers.onWork(this.conversation.working);
  }

  renderExchanges(isLive) {
    for (const exchange of this.conversation.exchanges.slice(this.views.length)) {
      const view = new ExchangeView(exchange, { isLive, answerCall: (step, answer) => this.answer(step, answer), keepPlace: (work) => this.keepPlace(work) });
      this.views.push(view);
      this.place.append(view.element);
      if (this.chosen) view.choose(this.chosen);
    }
    this.views.forEach((view) => view.update(this.conversation.working, this.isBegun));
  }

  async answer(step, answer) {
    try {
      await post(taskPath(this.uuid, "/answer"), { answers: [answer] });
      step.isMine = true;
    } finally {
      this.watchers.onChange();
      this.look();
    }
  }

  async stop() {
    await post(taskPath(this.uuid, "/cancel"), {});
    this.watchers.onChange();
    this.look();
  }

  choose(agent) {
    this.chosen = agent;
    this.views.forEach((view) => view.choose(agent));
  }

  tick() {
    if (this.task?.status === "running") this.views.at(-1)?.tick();
  }

  // Who reads the end stays at the end; who has scrolled up is left in peace.
  keepPlace(work) {
    const { scrollHeight, scrollTop, clientHeight } = this.scroll;
    work();
    if (scrollHeight - scrollTop - clientHeight < NEAR) this.toEnd();
  }

  toEnd() {
    this.scroll.scrollTop = this.scroll.scrollHeight;
  }
}
