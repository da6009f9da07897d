// Fields of names: a button for each name there is, pressed when it is in the field.

const ready = new WeakSet();

function namesIn(group) {
  const inputs = document.querySelectorAll(`#${group}-group input[name$="-name"]`);
  return [...inputs]
    .filter((input) => !input.name.includes("__prefix__"))
    .map((input) => input.value.trim())
    .filter(Boolean);
}

function fixedNames(list) {
  const template = document.querySelector(`template[data-name-list="${list}"]`);
  return template ? [...template.content.children].map((item) => item.textContent) : [];
}

function importedActions() {
  const field = document.querySelector("#id_action_imports");
  return field ? read(field).map((reference) => reference.split(":").at(-1)) : [];
}

const SOURCES = {
  agents: () => namesIn("agents"),
  actions: () => [...new Set([...namesIn("actions"), ...importedActions()])],
  tools: () => fixedNames("tools"),
  functions: () => fixedNames("functions"),
};

function read(field) {
  return field.value.split(/[,\n]/).map((name) => name.trim()).filter(Boolean);
}

function ownName(field) {
  const name = field.name.replace(/[^-]+$/, "name");
  return name === field.name ? null : document.getElementsByName(name)[0]?.value.trim();
}

function toggle(field, name) {
  const names = read(field);
  const without = names.filter((one) => one !== name);
  if ("single" in field.dataset) field.value = names.includes(name) ? "" : name;
  else {
    const next = without.length < names.length ? without : [...names, name];
    field.value = next.join(field.dataset.separator ?? ", ");
  }
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

function show(field, chips) {
  const chosen = read(field);
  const self = field.name.endsWith("-comm_targets") ? ownName(field) : null;
  const names = [...new Set(SOURCES[field.dataset.names]())].filter((name) => name !== self);
  chips.replaceChildren(
    ...names.map((name) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = name;
      button.setAttribute("aria-pressed", String(chosen.includes(name)));
      button.addEventListener("click", () => toggle(field, name));
      return button;
    }),
  );
}

function prepare(field) {
  if (ready.has(field) || !(field.dataset.names in SOURCES)) return;
  ready.add(field);
  field.parentElement.querySelectorAll(":scope > .name-chips").forEach((old) => old.remove());
  const chips = document.createElement("div");
  chips.className = "name-chips";
  field.after(chips);
  show(field, chips);
}

function refresh() {
  for (const field of document.querySelectorAll("[data-names]")) {
    if (field.name.includes("__prefix__")) continue;
    prepare(field);
    const chips = field.nextElementSibling;
    if (chips?.classList.contains("name-chips")) show(field, chips);
  }
}

refresh();
document.addEventListener("input", (event) => {
  if (event.target.matches('[data-names], input[name$="-name"]')) refresh();
});
document.addEventListener("formset:added", refresh);
