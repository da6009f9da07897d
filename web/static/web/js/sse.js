// Reads server-sent events from a response. Unlike EventSource it takes every event name and shows refusals.

import { ApiError } from "./api.js";

const LOST = "The connection to the server was lost.";
// JSON as well, because a refusal comes as JSON.
const STREAM = "text/event-stream, application/json;q=0.5";

export async function readEvents(path, signal, take) {
  let response;
  try {
    response = await fetch(path, { signal, credentials: "same-origin", headers: { Accept: STREAM } });
  } catch (error) {
    throw error.name === "AbortError" ? error : new ApiError(0, LOST);
  }
  if (!response.ok) throw new ApiError(response.status, LOST);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await next(reader);
    if (done) return;
    const blocks = (rest + value).split(/\r\n\r\n|\n\n/);
    rest = blocks.pop();
    blocks.map(parseBlock).filter(Boolean).forEach(take);
  }
}

async function next(reader) {
  try {
    return await reader.read();
  } catch (error) {
    throw error.name === "AbortError" ? error : new ApiError(0, LOST);
  }
}

export function parseBlock(block) {
  const frame = { event: "message", id: null, data: "" };
  for (const line of block.split(/\r?\n/)) {
    const colon = line.indexOf(":");
    if (colon < 1) continue;
    const value = line.slice(colon + 1).replace(/^ /, "");
    const field = line.slice(0, colon);
    if (field === "event") frame.event = value;
    if (field === "id") frame.id = Number(value);
    if (field === "data") frame.data += value;
  }
  return frame.data ? { ...frame, data: JSON.parse(frame.data) } : null;
}
