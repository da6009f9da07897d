// The list of my tasks: search, older ones, and fresh states as long as somebody looks.

import { get } from "./api.js";
import { find, make } from "./dom.js";
import { ago, STATES } from "./format.js";

const PAGE = 50;
const REFRESH = 10_000;
const TYPING = 200;

export class TaskList {
  constructor({ onOpen, onTasks = () => {} }) {
    Object.assign(this, { onOpen, onTasks, tasks: [], next: null, current: null, rows: new Map() });
    this.list = find("task-list");
    this.note = find("task-list-note");
    this.more = find("task-more");
    this.search = find("task-search");
    let typing;
    this.search.addEventListener("input", () => {
      clearTimeout(typing);
      typing = setTimeout(() => this.refresh(), TYPING);
    });
    this.more.addEventListener("click", () => this.loadOlder());
    setInterval(() => document.hidden || this.refresh(), REFRESH);
    document.addEventListener("visibilitychange", () => document.hidden || this.refresh());
  }

  async refresh() {
    const asked = this.asked = {};
    try {
      const page = await get(this.path(Math.max(PAGE, this.tasks.length)));
      // A slower answer to an earlier question must not replace this one.
      if (asked !== this.asked) return;
      this.tasks = page.tasks;
      this.next = page.next;
      this.show(this.search.value ? "No task matches." : "Your tasks will be listed here.");
    } catch (error) {
      this.note.textContent = error.message;
    }
  }

  async loadOlder() {
    try {
      const page = await get(`${this.path(PAGE)}&cursor=${encodeURIComponent(this.next)}`);
      this.tasks = [...this.tasks, ...page.tasks];
      this.next = page.next;
      this.show("");
    } catch (error) {
      this.note.textContent = error.message;
    }
  }

  path(limit) {
    return `/api/v1/tasks?limit=${Math.min(limit, 500)}&q=${encodeURIComponent(this.search.value.trim())}`;
  }

  mark(uuid) {
    this.current = uuid;
    for (const [each, { link }] of this.rows) setCurrent(link, each === uuid);
  }

  // Rows that have not changed stay as they are: focus and hover survive a refresh.
  show(empty) {
    const rows = this.tasks.map((task) => {
      const version = `${task.title} ${task.status} ${ago(task.updated_at)}`;
      const known = this.rows.get(task.uuid);
      return [task.uuid, known?.version === version ? known : { ...this.row(task), version }];
    });
    this.rows = new Map(rows);
    const items = rows.map(([, row]) => row.item);
    if (items.length !== this.list.children.length || items.some((item, place) => item !== this.list.children[place])) {
      const focused = document.activeElement?.closest?.(".task-link")?.getAttribute("href");
      this.list.replaceChildren(...items);
      if (focused) this.list.querySelector(`[href="${CSS.escape(focused)}"]`)?.focus();
    }
    this.note.textContent = this.tasks.length ? "" : empty;
    this.more.hidden = !this.next;
    this.onTasks(this.tasks);
  }

  row(task) {
    const link = make("a", { class: `task-link state-${task.status}`, href: `/chat/${task.uuid}`, title: task.title },
      make("span", { class: "dot", "aria-hidden": "true" }),
      make("span", { class: "task-name", dir: "auto" }, task.title || "Untitled task"),
      make("span", { class: "task-when" }, ago(task.updated_at)),
      make("span", { class: "unseen" }, STATES[task.status] ?? task.status));
    setCurrent(link, task.uuid === this.current);
    link.addEventListener("click", (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
      if (this.onOpen?.(task.uuid)) event.preventDefault();
    });
    return { item: make("li", {}, link), link };
  }
}

function setCurrent(link, isCurrent) {
  if (isCurrent) link.setAttribute("aria-current", "page");
  else link.removeAttribute("aria-current");
}
