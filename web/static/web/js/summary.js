// What an exchange is doing now, or did, in one line.

import { listed } from "./format.js";

export function describe(exchange, working) {
  return (LINES[exchange.state] ?? LINES.running)(exchange, working);
}

const LINES = {
  running: (exchange, working) => describeRunning(exchange, working),
  paused: () => "Waits for your decision",
  completed: describePast,
  failed: describePast,
  cancelled: (exchange) => `Stopped: ${describePast(exchange)}`,
};

function describeRunning(exchange, working) {
  const call = exchange.steps.findLast((step) => step.kind === "action" && step.state === "running");
  if (call) return `${call.agent} uses ${call.name}`;
  const names = [...working];
  if (!names.length) return "The swarm is at work";
  return `${listed(names)} ${names.length > 1 ? "are" : "is"} thinking`;
}

function describePast(exchange) {
  const count = exchange.steps.length;
  const names = agentsOf(exchange);
  const who = names.length > 3 ? `${names.length} agents` : listed(names) || "nobody";
  return `${who}, ${count || "no"} ${count === 1 ? "step" : "steps"}`;
}

export function agentsOf(exchange) {
  const names = exchange.steps.flatMap((step) => (step.kind === "message" ? [step.agent, ...step.to] : [step.agent]));
  return [...new Set([...names, exchange.by])].filter((name) => name && name !== "all");
}
