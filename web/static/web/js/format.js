// Times, amounts and names in words for people.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const STATES = {
  running: "Working",
  paused: "Needs you",
  completed: "Done",
  failed: "Failed",
  cancelled: "Stopped",
};

export function duration(milliseconds) {
  const seconds = Math.max(0, milliseconds) / 1000;
  if (seconds < 0.1) return `${Math.round(milliseconds)} ms`;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes} min ${Math.round(seconds % 60)} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export function ago(text, now = Date.now()) {
  const passed = now - Date.parse(text);
  if (passed < MINUTE) return "now";
  if (passed < HOUR) return `${Math.floor(passed / MINUTE)} min`;
  if (passed < DAY) return `${Math.floor(passed / HOUR)} h`;
  if (passed < 7 * DAY) return `${Math.floor(passed / DAY)} d`;
  return new Date(text).toLocaleDateString(undefined, { day: "numeric", month: "short" });
}

export const moment = (text) => new Date(text).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
export const clock = (time) => new Date(time).toLocaleTimeString(undefined, { timeStyle: "short" });
export const tokens = (usage) => (usage.input_tokens + usage.output_tokens).toLocaleString();

export function cost(usage) {
  const amount = Number(usage.cost);
  if (!amount) return "";
  return amount < 0.01 ? "< $0.01" : `$${amount.toFixed(2)}`;
}

export function usage(use) {
  if (!use || !(use.input_tokens + use.output_tokens)) return "";
  return [`${tokens(use)} tokens`, cost(use)].filter(Boolean).join(" · ");
}

export function listed(names) {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
