// The public API, as the pages call it: with the session cookie, and errors as sentences.

export class ApiError extends Error {
  constructor(status, detail) {
    super(detail);
    this.status = status;
  }
}

const OFFLINE = "The server does not answer. Check the connection and try again.";
const UNREADABLE = "The server gave an answer that this page does not understand.";

export async function call(method, path, { body, headers, signal } = {}) {
  let response;
  try {
    response = await fetch(path, {
      method,
      signal,
      credentials: "same-origin",
      headers: {
        Accept: "application/json",
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...(method === "GET" ? {} : { "X-CSRFToken": csrfToken() }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ApiError(0, OFFLINE);
  }
  const data = await response.json().catch(() => null);
  if (!response.ok) throw new ApiError(response.status, sentence(data, response.status));
  if (data === null) throw new ApiError(response.status, UNREADABLE);
  return data;
}

export const get = (path, options) => call("GET", path, options);
export const post = (path, body, headers) => call("POST", path, { body, headers });
export const taskPath = (uuid, rest = "") => `/api/v1/tasks/${encodeURIComponent(uuid)}${rest}`;

export function csrfToken() {
  const cookie = document.cookie.split("; ").find((each) => each.startsWith("csrftoken="));
  return cookie ? decodeURIComponent(cookie.slice("csrftoken=".length)) : "";
}

// Field errors come as {field: [sentences]}; a reader wants the sentences.
function sentence(data, status) {
  if (status === 401) return "You are no longer logged in. Load the page again to log in.";
  if (typeof data?.detail === "string") return data.detail;
  const texts = Object.values(data?.detail ?? data ?? {}).flat().filter((each) => typeof each === "string");
  return texts.join(" ") || `The server refused this (${status}).`;
}
