// Follows the log of one task: what is there, then what comes, each event once and in order.
//
// 1. Read the task, then the events up to its newest one.
// 2. While it runs, listen to the stream from the last event on.
// 3. When the stream ends for whatever reason, begin again from the last event.

import { ApiError, get, taskPath } from "./api.js";
import { readEvents } from "./sse.js";

const SILENCE = 40_000; // The server pings every 15 s; longer silence means a dead connection.
const POLL = 3_000;
const BREATH = 500;
const LONGEST_PAUSE = 10_000;
const GONE = new Set([401, 403, 404]);

export class Follower {
  constructor(uuid, { onEvents, onTask, onConnection, onGone }) {
    Object.assign(this, { uuid, onEvents, onTask, onConnection, onGone });
    this.last = 0;
    this.failures = 0;
    this.active = false;
    this.wake = () => {};
    this.waker = () => this.wake();
    for (const name of ["online", "visibilitychange"]) {
      (name === "online" ? window : document).addEventListener(name, this.waker);
    }
  }

  stop() {
    this.stopped = true;
    window.removeEventListener("online", this.waker);
    document.removeEventListener("visibilitychange", this.waker);
    this.wake();
  }

  // Called again whenever there may be news; while it is at work, once is enough.
  async follow() {
    if (this.active || this.stopped) return;
    this.active = true;
    try {
      while (!this.stopped && await this.turn());
    } finally {
      this.active = false;
    }
  }

  async turn() {
    try {
      const task = await this.catchUp();
      if (this.stopped) return false;
      this.failures = 0;
      this.onConnection("");
      this.onTask(task);
      if (task.status !== "running") return false;
      const before = this.last;
      await (document.hidden ? this.pause(POLL) : this.listen());
      // A stream that ends at once, again and again, must not be asked for without a breath.
      if (this.last === before && !document.hidden) await this.pause(BREATH);
      return true;
    } catch (error) {
      return this.recover(error);
    }
  }

  async recover(error) {
    if (this.stopped) return false;
    if (!(error instanceof ApiError)) throw error;
    if (GONE.has(error.status)) {
      this.onGone(error.message);
      return false;
    }
    this.failures += 1;
    this.onConnection("Connection lost. Trying again…");
    await this.pause(Math.min(500 * 2 ** this.failures, LONGEST_PAUSE));
    return true;
  }

  async catchUp() {
    const task = await get(taskPath(this.uuid));
    while (!this.stopped && this.last < task.last_event) {
      const { events } = await get(taskPath(this.uuid, `/events?after=${this.last}`));
      if (!events.length) break;
      this.take(events, false);
    }
    return task;
  }

  take(frames, isLive) {
    if (this.stopped) return;
    const fresh = frames.filter((frame) => frame.id !== null && frame.id > this.last);
    if (!fresh.length) return;
    this.last = fresh.at(-1).id;
    this.onEvents(fresh, isLive);
  }

  // A hidden page polls instead: a browser allows only six open connections to one server for all its tabs.
  async listen() {
    const control = new AbortController();
    const cut = () => control.abort();
    this.wake = () => (this.stopped || document.hidden) && cut();
    let watchdog = setTimeout(cut, SILENCE);
    try {
      await readEvents(taskPath(this.uuid, `/events?after=${this.last}`), control.signal, (frame) => {
        clearTimeout(watchdog);
        watchdog = setTimeout(cut, SILENCE);
        this.take([frame], true);
      });
    } catch (error) {
      if (error.name !== "AbortError") throw error;
    } finally {
      clearTimeout(watchdog);
    }
  }

  pause(milliseconds) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.wake = () => { clearTimeout(timer); resolve(); };
    });
  }
}
