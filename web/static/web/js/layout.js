// Where each agent stands: you on top, then the entrypoint, then whom it reaches, in layers.

import { YOU } from "./state.js";

export const PANEL = { perRow: 3, width: 88, height: 40, gapX: 26, gapY: 52, longest: 13 };
export const LARGE = { perRow: 6, width: 132, height: 48, gapX: 40, gapY: 84, longest: 20 };
const MARGIN = 8;

export function layOut(swarm, size, entrypoint = swarm.entrypoint) {
  const targets = new Map(swarm.agents.map((agent) => [agent.name, [...new Set(agent.comm_targets)]]));
  const layers = orderLayers(findLayers(targets, entrypoint), targets);
  const rows = [[YOU], ...layers.flatMap((layer) => splitRow(layer, size.perRow))];
  const widest = Math.max(...rows.map((row) => row.length));
  const width = 2 * MARGIN + span(widest, size);
  const nodes = new Map();
  rows.forEach((row, number) => {
    const start = (width - span(row.length, size)) / 2;
    row.forEach((name, place) => nodes.set(name, {
      name, row: number, x: start + place * (size.width + size.gapX), y: MARGIN + number * (size.height + size.gapY),
      kind: name === YOU ? "you" : targets.has(name) ? "local" : "remote",
    }));
  });
  const height = 2 * MARGIN + rows.length * size.height + (rows.length - 1) * size.gapY;
  return { nodes, edges: findEdges(targets, nodes, entrypoint), width, height };
}

const span = (count, size) => count * size.width + (count - 1) * size.gapX;

function findLayers(targets, entrypoint) {
  const first = targets.has(entrypoint) ? [entrypoint] : [...targets.keys()].slice(0, 1);
  const layers = first.length ? [first] : [];
  const seen = new Set(first);
  for (let layer = first; layer.length;) {
    layer = [...new Set(layer.flatMap((name) => targets.get(name)))].filter((name) => targets.has(name) && !seen.has(name));
    layer.forEach((name) => seen.add(name));
    if (layer.length) layers.push(layer);
  }
  const unreached = [...targets.keys()].filter((name) => !seen.has(name));
  const strangers = [...new Set([...targets.values()].flat())].filter((name) => !targets.has(name));
  return [...layers, unreached, strangers].filter((layer) => layer.length);
}

// Each agent stands near those of the layer above that write to it, so that fewer arrows cross.
function orderLayers(layers, targets) {
  let above = [];
  return layers.map((layer) => {
    const middle = (name) => {
      const places = above.flatMap((writer, place) => (targets.get(writer)?.includes(name) ? [place] : []));
      return places.length ? places.reduce((sum, place) => sum + place, 0) / places.length : above.length;
    };
    const weights = new Map(layer.map((name) => [name, middle(name)]));
    above = [...layer].sort((one, other) => weights.get(one) - weights.get(other));
    return above;
  });
}

function splitRow(layer, perRow) {
  const count = Math.ceil(layer.length / perRow);
  const size = Math.ceil(layer.length / count);
  return Array.from({ length: count }, (_, number) => layer.slice(number * size, (number + 1) * size));
}

// Two that write to each other share one line with two heads.
function findEdges(targets, nodes, entrypoint) {
  const edges = [];
  const drawn = new Set();
  if (nodes.has(entrypoint)) edges.push({ from: YOU, to: entrypoint, both: true });
  for (const [source, names] of targets) {
    for (const target of names) {
      if (target === source || drawn.has(`${target} ${source}`)) continue;
      drawn.add(`${source} ${target}`);
      edges.push({ from: source, to: target, both: targets.get(target)?.includes(source) ?? false });
    }
  }
  return edges;
}

// A curve from box to box. Lines over several rows run in the gap between the columns, not behind boxes.
export function pathOf(edge, { nodes, width }, size, order) {
  const [from, to] = [nodes.get(edge.from), nodes.get(edge.to)];
  if (from.row === to.row) return besidePath(from, to, size);
  const down = to.row > from.row;
  const lean = clamp((to.x - from.x) / 5, size.width / 3);
  const x1 = from.x + size.width / 2 + lean;
  const x2 = to.x + size.width / 2 - lean;
  const y1 = from.y + (down ? size.height : 0);
  const y2 = to.y + (down ? 0 : size.height);
  if (Math.abs(to.row - from.row) === 1) return `M${x1} ${y1}${curve(x1, y1, x2, y2)}`;
  const lane = laneBeside(to, from, size, width) + ((order % 5) - 2) * 3;
  const step = (down ? 1 : -1) * size.gapY * 0.9;
  return `M${x1} ${y1}${curve(x1, y1, lane, y1 + step)}L${lane} ${y2 - step}${curve(lane, y2 - step, x2, y2)}`;
}

// The gap on the side that the line comes from, unless that is outside the picture.
function laneBeside(to, from, size, width) {
  const left = to.x - size.gapX / 2;
  const right = to.x + size.width + size.gapX / 2;
  if (left < MARGIN) return right;
  return right > width - MARGIN || to.x >= from.x ? left : right;
}

function curve(x1, y1, x2, y2) {
  const bend = (y2 - y1) * 0.55;
  return `C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}`;
}

function besidePath(from, to, size) {
  const right = to.x > from.x;
  if (Math.abs(to.x - from.x) <= size.width + size.gapX + 1) {
    const y = from.y + size.height / 2;
    return `M${from.x + (right ? size.width : 0)} ${y}L${to.x + (right ? 0 : size.width)} ${y}`;
  }
  const shift = (right ? 1 : -1) * size.width / 4;
  const [x1, x2, y] = [from.x + size.width / 2 + shift, to.x + size.width / 2 - shift, from.y + size.height];
  const drop = Math.min(size.gapY * 0.8, Math.abs(x2 - x1) / 6);
  return `M${x1} ${y}C${x1} ${y + drop} ${x2} ${y + drop} ${x2} ${y}`;
}

const clamp = (value, most) => Math.max(-most, Math.min(most, value));
