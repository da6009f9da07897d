// The chat page: which task is open, and what the parts of the page tell each other.

import { get, post } from "./api.js";
import { Composer } from "./composer.js";
import { find } from "./dom.js";
import { STATES, usage } from "./format.js";
import { Graph } from "./graph.js";
import { setAgents } from "./hues.js";
import { LARGE, PANEL } from "./layout.js";
import { Session } from "./session.js";
import { isNarrow, openDrawer, startShell } from "./shell.js";
import { TaskList } from "./task_list.js";

const shell = find("shell");
const news = new BroadcastChannel("mail-tasks");
let session = null;
let chosenAgent = null;
let attempt = null;

const graphs = [new Graph(find("graph"), PANEL, chooseAgent), new Graph(find("graph-large-view"), LARGE, chooseAgent)];
const list = new TaskList({ onOpen: (uuid) => go(uuid), onTasks: noticeNews });
const composer = new Composer({ onSend: send, onStop: () => session?.stop(), onSwarm: showSwarm });

function go(uuid, { isNew = true } = {}) {
  if (isNew && location.pathname !== pathOf(uuid)) history.pushState(null, "", pathOf(uuid));
  if (session?.uuid !== uuid || !uuid) open(uuid);
  openDrawer("");
  find("message").focus({ preventScroll: true });
  return true;
}

const pathOf = (uuid) => (uuid ? `/chat/${uuid}` : "/");

function open(uuid) {
  session?.close();
  session = null;
  chooseAgent(null);
  list.mark(uuid);
  showConnection("");
  find("welcome").hidden = Boolean(uuid);
  graphs.forEach((graph) => graph.work(new Set()));
  if (uuid) session = new Session(uuid, find("conversation"), find("scroll"), watchers);
  else showTask(null);
}

const watchers = {
  onTask: (task) => { showTask(task); list.refresh(); },
  onWork: (working) => graphs.forEach((graph) => graph.work(working)),
  onLetter: (letter) => graphs.forEach((graph) => graph.travel(letter)),
  onConnection: showConnection,
  onGone: (text) => { composer.showError(text); },
  onChange: () => tellOthers(),
};

async function send({ body, swarm, entrypoint }) {
  await session?.loaded;
  const task = session?.task;
  const message = { body, entrypoint, timeout: 0, ...(task ? { task_id: task.task_id } : { swarm }) };
  const sent = await post("/message", message, { "Idempotency-Key": keyFor(JSON.stringify(message)) });
  attempt = null;
  if (sent.uuid === session?.uuid) {
    session.toEnd();
    session.look();
  } else go(sent.uuid);
  tellOthers();
}

// Sending the same again after a lost answer must not make a second message.
function keyFor(text) {
  if (attempt?.text !== text) attempt = { text, key: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}` };
  return attempt.key;
}

// Other windows of the same browser learn at once, others within seconds through their lists.
function tellOthers() {
  news.postMessage("look");
  list.refresh();
}
news.addEventListener("message", () => { session?.look(); list.refresh(); });

function noticeNews(tasks) {
  const open = tasks.find((task) => task.uuid === session?.uuid);
  if (open) session.noteNews(open.last_event);
}

function showTask(task) {
  composer.setTask(task);
  const title = task?.title || (task ? "Untitled task" : "New task");
  document.title = `${title} · MAIL`;
  find("chat-title").textContent = title;
  const status = find("chat-status");
  status.className = `status state-${task?.status ?? "none"}`;
  if (status.textContent !== (STATES[task?.status] ?? "")) status.textContent = STATES[task?.status] ?? "";
  find("chat-usage").textContent = usage(task?.usage);
}

function showSwarm(swarm, entrypoint) {
  setAgents(swarm?.agents.map((agent) => agent.name) ?? []);
  find("graph-title").textContent = swarm?.name ?? "No swarm";
  graphs.forEach((graph) => graph.show(swarm, entrypoint));
  find("graph-note").textContent = swarm ? "Arrows show who may write to whom. Choose an agent to see its steps alone." : "";
  const problems = swarm && !swarm.is_runnable ? `This swarm cannot run: ${swarm.problems.join(" ")}` : "";
  find("welcome-text").textContent = problems || swarm?.description || "";
}

function showNoSwarms() {
  find("welcome-title").textContent = "There is no swarm yet";
  find("welcome-text").textContent = document.body.dataset.staff
    ? "Build one in the control room, or load a swarms.json there." : "Ask the person who runs this server to build one.";
}

function showConnection(text) {
  const note = find("connection");
  note.textContent = text;
  note.hidden = !text;
}

function chooseAgent(name) {
  chosenAgent = name === chosenAgent ? null : name;
  graphs.forEach((graph) => graph.choose(chosenAgent));
  session?.choose(chosenAgent);
}

function startGraphPanel() {
  if (localStorage.getItem("graph") === "closed") shell.dataset.graph = "closed";
  find("graph-toggle").addEventListener("click", (event) => {
    if (isNarrow()) return openDrawer("graph", event.currentTarget);
    shell.dataset.graph = shell.dataset.graph === "closed" ? "open" : "closed";
    localStorage.setItem("graph", shell.dataset.graph);
  });
  find("graph-large").addEventListener("click", () => find("graph-dialog").showModal());
}

async function start() {
  startShell();
  startGraphPanel();
  find("new-task").addEventListener("click", (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    go("");
  });
  window.addEventListener("popstate", () => go(location.pathname.split("/chat/")[1] ?? "", { isNew: false }));
  list.refresh();
  try {
    const { swarms } = await get("/api/v1/swarms");
    composer.setSwarms(swarms);
    if (!swarms.length) showNoSwarms();
  } catch (error) {
    composer.showError(error.message);
    composer.setReady();
  }
  open(document.body.dataset.task);
}

start();
