// Fields of JSON: says at once where the text is wrong, and sets it straight on request.

const ready = new WeakSet();

function lineAndColumn(text, position) {
  const before = text.slice(0, position).split("\n");
  return `line ${before.length}, column ${before.at(-1).length + 1}`;
}

function explain(text, error) {
  const position = /position (\d+)/.exec(error.message);
  const place = position ? ` in ${lineAndColumn(text, Number(position[1]))}` : "";
  return `Not JSON${place}`;
}

function fit(field) {
  field.rows = Math.min(30, Math.max(Number(field.dataset.rows), field.value.split("\n").length));
}

function prepare(field) {
  if (ready.has(field)) return;
  ready.add(field);
  field.dataset.rows ||= field.rows;
  field.parentElement.querySelectorAll(":scope > .json-tools").forEach((old) => old.remove());

  const tools = document.createElement("div");
  tools.className = "json-tools";
  const button = document.createElement("button");
  button.type = "button";
  button.className = "swarm-button small";
  button.textContent = "Format";
  const verdict = document.createElement("output");
  tools.append(button, verdict);
  field.after(tools);

  const judge = () => {
    fit(field);
    verdict.className = "";
    verdict.textContent = "";
    if (!field.value.trim()) return undefined;
    try {
      return JSON.parse(field.value);
    } catch (error) {
      verdict.className = "bad";
      verdict.textContent = explain(field.value, error);
      return undefined;
    }
  };
  field.addEventListener("input", judge);
  button.addEventListener("click", () => {
    const value = judge();
    if (value === undefined) return;
    field.value = JSON.stringify(value, null, 2);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  judge();
}

function prepareAll(root) {
  for (const field of root.querySelectorAll("textarea[data-json]")) {
    if (!field.name.includes("__prefix__")) prepare(field);
  }
}

prepareAll(document);
document.addEventListener("formset:added", (event) => prepareAll(event.target));
