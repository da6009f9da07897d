// The frame of the pages: drawers on narrow screens, and closing them again.

import { find } from "./dom.js";

const shell = find("shell");
let opener = null;

export function openDrawer(name, from = null) {
  if (name) {
    shell.dataset.open = name;
    opener = from;
    document.querySelector(name === "tasks" ? ".sidebar .drawer-close" : ".graph-panel .drawer-close")?.focus();
  } else {
    delete shell.dataset.open;
    opener?.focus();
    opener = null;
  }
}

export const isNarrow = () => matchMedia("(max-width: 1100px)").matches;

export function startShell() {
  for (const button of document.querySelectorAll("[data-drawer]")) {
    button.addEventListener("click", () => openDrawer(button.dataset.drawer, button));
  }
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && shell.dataset.open) openDrawer("");
  });
}
