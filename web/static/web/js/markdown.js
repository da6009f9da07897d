// An answer's Markdown as nodes. The server turns it into clean HTML; the same text is asked for once.

import { post } from "./api.js";

const KEPT = 100;
const PAUSES = [1_000, 3_000, 10_000, 30_000];
const known = new Map();

export function toHtml(text) {
  if (!known.has(text)) {
    const asked = askFor(text);
    asked.catch(() => known.delete(text));
    known.set(text, asked);
    if (known.size > KEPT) known.delete(known.keys().next().value);
  }
  return known.get(text);
}

// A connection that is lost for a moment must not leave the answer plain for ever.
async function askFor(text) {
  for (const pause of PAUSES) {
    try {
      return (await post("/web/markdown", { text })).html;
    } catch (error) {
      if (error.status) throw error;
      await new Promise((resolve) => { setTimeout(resolve, pause); });
    }
  }
  throw new Error("The server does not answer.");
}

// The HTML comes from toHtml and has been cleaned by the server.
export function showHtml(element, html) {
  element.className = "prose";
  element.innerHTML = html;
  for (const link of element.querySelectorAll("a[href]")) link.target = "_blank";
}
