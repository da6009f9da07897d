// Where messages are written: the field, the swarm and its entrypoint, send and stop.

import { find, make } from "./dom.js";

const REMEMBERED = "swarm";

export class Composer {
  constructor({ onSend, onStop, onSwarm }) {
    Object.assign(this, { onSend, onStop, onSwarm, swarms: [], isSending: false });
    this.ready = new Promise((resolve) => { this.resolve = resolve; });
    for (const name of ["composer", "message", "swarm", "entrypoint", "send", "stop"]) this[name] = find(name);
    this.error = find("composer-error");
    this.composer.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
    this.message.addEventListener("input", () => this.refresh());
    this.message.addEventListener("keydown", (event) => {
      // An Enter that chooses a word of an input method must not send.
      if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      this.submit();
    });
    this.swarm.addEventListener("change", () => this.chooseSwarm(this.swarm.value));
    this.entrypoint.addEventListener("change", () => this.onSwarm(this.chosen, this.entrypoint.value));
    this.stop.addEventListener("click", () => this.act(this.stop, this.onStop));
  }

  get chosen() {
    return this.swarms.find((swarm) => swarm.name === this.swarm.value);
  }

  setSwarms(swarms) {
    this.swarms = swarms;
    this.swarm.replaceChildren(...swarms.map((swarm) => make("option", { value: swarm.name }, swarm.is_runnable ? swarm.name : `${swarm.name} (not runnable)`)));
    const remembered = swarms.find((swarm) => swarm.name === sessionStorage.getItem(REMEMBERED));
    const first = remembered ?? swarms.find((swarm) => swarm.is_default) ?? swarms[0];
    this.chooseSwarm(first?.name);
    this.setReady();
  }

  setReady() {
    this.composer.removeAttribute("aria-busy");
    this.resolve();
  }

  chooseSwarm(name, entrypoint) {
    const swarm = this.swarms.find((each) => each.name === name);
    if (swarm) this.swarm.value = name;
    const doors = swarm?.agents.filter((agent) => agent.enable_entrypoint) ?? [];
    this.entrypoint.replaceChildren(...doors.map((agent) => make("option", { value: agent.name }, agent.name)));
    this.entrypoint.value = doors.some((agent) => agent.name === entrypoint) ? entrypoint : swarm?.entrypoint ?? "";
    this.entrypoint.disabled = doors.length < 2;
    if (swarm && !this.swarm.disabled) sessionStorage.setItem(REMEMBERED, name);
    this.onSwarm(swarm, this.entrypoint.value);
    this.refresh();
  }

  // A task stays with the swarm it was begun with.
  setTask(task) {
    this.swarm.disabled = Boolean(task) || this.swarms.length < 2;
    this.stop.hidden = task?.status !== "running";
    if (task && this.task?.uuid !== task.uuid) this.chooseSwarm(task.swarm, task.entrypoint);
    if (task?.uuid !== this.task?.uuid) this.showError("");
    this.task = task;
    this.message.placeholder = task ? "Write a follow-up" : "Write a message";
  }

  refresh() {
    this.send.disabled = this.isSending || !this.message.value.trim();
  }

  async submit() {
    const body = this.message.value;
    if (this.isSending || !body.trim()) return;
    this.isSending = true;
    // Who is faster than the page is not ignored: the message goes as soon as it can.
    await this.ready;
    const isSent = await this.act(this.send, () => this.onSend({ body, swarm: this.swarm.value, entrypoint: this.entrypoint.value }));
    this.isSending = false;
    // What was written meanwhile, or could not be sent, is kept.
    if (isSent && this.message.value === body) this.message.value = "";
    this.refresh();
  }

  async act(button, work) {
    button.disabled = true;
    this.showError("");
    try {
      await work();
      return true;
    } catch (error) {
      this.showError(error.message);
      return false;
    } finally {
      button.disabled = false;
    }
  }

  showError(text) {
    this.error.textContent = text;
    this.error.hidden = !text;
  }
}
