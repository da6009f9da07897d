// The page of all my tasks: the same list as beside the chat, with more about each.

import { find, make } from "./dom.js";
import { cost, moment, STATES, tokens } from "./format.js";
import { startShell } from "./shell.js";
import { TaskList } from "./task_list.js";

function show(all) {
  find("task-rows").replaceChildren(...all.map((task) => make("tr", {},
    make("td", {}, make("a", { href: `/chat/${task.uuid}`, dir: "auto" }, task.title || "Untitled task")),
    make("td", {}, make("span", { class: `status state-${task.status}` }, STATES[task.status] ?? task.status)),
    make("td", {}, task.swarm),
    make("td", {}, make("time", { datetime: task.updated_at }, moment(task.updated_at))),
    make("td", { class: "number" }, tokens(task.usage)),
    make("td", { class: "number" }, cost(task.usage) || "–"))));
  find("rows-note").textContent = all.length ? "" : "No tasks yet. Send a message to a swarm to begin one.";
}

startShell();
new TaskList({ onTasks: show }).refresh();
