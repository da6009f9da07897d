// Light or dark, before the first paint: the remembered choice, else what the system prefers.
// A classic script in the head, because a module would come after the page was seen.

(() => {
  const root = document.documentElement;
  const read = () => {
    try { return localStorage.getItem("theme"); } catch { return null; }
  };
  const keep = (theme) => {
    try { localStorage.setItem("theme", theme); } catch { /* The choice then lasts until the next page. */ }
  };
  const chosen = read();
  if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;

  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-theme-toggle]")) return;
    const shown = root.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
    root.dataset.theme = shown === "dark" ? "light" : "dark";
    keep(root.dataset.theme);
  });
})();
