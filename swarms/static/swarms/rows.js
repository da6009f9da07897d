// Agents and actions: a new one opens by itself, and its heading shows its name while it is written.

function nameField(row) {
  return row.querySelector('input[name$="-name"]');
}

function showName(row) {
  const title = row.querySelector("h3 strong");
  const name = nameField(row)?.value.trim();
  if (title && name) title.textContent = name;
}

document.addEventListener("formset:added", (event) => {
  const row = event.target;
  // The theme attaches its own click handler in the same turn; the heading opens the row after that,
  // and only an open row can take the focus.
  requestAnimationFrame(() => {
    row.querySelector("h3 strong")?.click();
    setTimeout(() => nameField(row)?.focus(), 60);
  });
});

document.addEventListener("input", (event) => {
  if (event.target.matches('input[name$="-name"]')) showName(event.target.closest(".form-group"));
});

for (const row of document.querySelectorAll(".form-group.template:not(.empty-form)")) showName(row);
