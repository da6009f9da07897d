// Draws the swarm, shows who is at work, and lets letters travel along the arrows.

import { makeSvg } from "./dom.js";
import { listed } from "./format.js";
import { hueOf } from "./hues.js";
import { layOut, pathOf } from "./layout.js";
import { YOU } from "./state.js";

const TRAVEL = 800;
let drawn = 0;

export class Graph {
  constructor(place, size, onChoose = () => {}) {
    Object.assign(this, { place, size, onChoose });
    this.nodes = new Map();
    this.edges = [];
  }

  show(swarm, entrypoint) {
    const key = swarm ? `${swarm.name} ${swarm.version} ${entrypoint}` : "";
    if (key === this.key) return;
    this.key = key;
    this.nodes.clear();
    this.edges = [];
    this.place.replaceChildren();
    if (swarm?.agents.length) this.draw(swarm, entrypoint);
  }

  draw(swarm, entrypoint) {
    const layout = layOut(swarm, this.size, entrypoint);
    const { nodes, edges, width, height } = layout;
    const prefix = `graph${drawn += 1}`;
    this.svg = makeSvg("svg", { class: "swarm-graph", viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": inWords(swarm) });
    const hues = [...new Set(edges.map((edge) => hueOf(edge.from)))];
    this.svg.append(makeSvg("defs", {}, ...hues.map((hue) => arrowHead(prefix, hue))));
    edges.forEach((edge, order) => this.drawEdge(edge, layout, order, prefix));
    const facts = new Map(swarm.agents.map((agent) => [agent.name, agent]));
    for (const node of nodes.values()) this.drawNode(node, facts.get(node.name), node.name === entrypoint);
    this.place.append(this.svg);
  }

  drawEdge(edge, layout, order, prefix) {
    const head = `url(#${prefix}-${hueOf(edge.from)})`;
    const path = makeSvg("path", { class: `graph-edge ${hueOf(edge.from)}`, d: pathOf(edge, layout, this.size, order), "marker-end": head, "marker-start": edge.both && head });
    this.svg.append(path);
    this.edges.push({ ...edge, path });
  }

  drawNode(node, agent, isEntrypoint) {
    const { width, height } = this.size;
    const longest = this.size.longest;
    const shown = node.kind === "you" ? "You" : node.name.length > longest ? `${node.name.slice(0, longest - 1)}…` : node.name;
    const role = [isEntrypoint && "entry", agent?.can_complete_tasks && "finishes", node.kind === "remote" && "elsewhere"].filter(Boolean).join(" · ");
    const isYou = node.kind === "you";
    const element = makeSvg("g", { class: `graph-node ${node.kind} ${hueOf(node.name)}`, transform: `translate(${node.x} ${node.y})`, tabindex: isYou ? null : "0", role: isYou ? null : "button", "aria-pressed": isYou ? null : "false", "aria-label": isYou ? null : `${node.name}: show only its steps` },
      makeSvg("title", {}, [node.name, role].filter(Boolean).join(", ")),
      makeSvg("rect", { width, height, rx: 8 }),
      isYou ? null : makeSvg("rect", { class: "stripe", x: 10, y: height - 4, width: width - 20, height: 2.5, rx: 1.25 }),
      makeSvg("text", { x: width / 2, y: height / 2 - (role ? 5 : 0), class: shown.length > longest - 3 ? "long" : null }, shown),
      role ? makeSvg("text", { class: "role", x: width / 2, y: height / 2 + 9 }, role) : null);
    this.svg.append(element);
    this.nodes.set(node.name, element);
    if (!isYou) this.listen(element, node.name);
  }

  listen(element, name) {
    for (const start of ["mouseenter", "focus"]) element.addEventListener(start, () => this.point(name));
    for (const end of ["mouseleave", "blur"]) element.addEventListener(end, () => this.svg.classList.remove("pointed"));
    element.addEventListener("click", () => this.onChoose(name));
    element.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      this.onChoose(name);
    });
  }

  point(name) {
    const near = new Set([name]);
    for (const { from, to, path } of this.edges) {
      const touches = from === name || to === name;
      path.classList.toggle("near", touches);
      if (touches) near.add(from).add(to);
    }
    for (const [other, element] of this.nodes) element.classList.toggle("near", near.has(other));
    this.svg.classList.add("pointed");
  }

  choose(name) {
    for (const [other, element] of this.nodes) {
      element.classList.toggle("chosen", other === name);
      if (other !== YOU) element.setAttribute("aria-pressed", String(other === name));
    }
  }

  work(working) {
    for (const [name, element] of this.nodes) element.classList.toggle("working", working.has(name));
  }

  travel({ from, to }) {
    const targets = to === "all" ? [...this.nodes.keys()].filter((name) => name !== from && name !== YOU) : [to];
    for (const target of targets) {
      const edge = this.edges.find((each) => each.from === from && each.to === target) ?? this.edges.find((each) => each.from === target && each.to === from);
      if (edge) this.move(edge, edge.from !== from);
    }
  }

  move({ path, from, to }, isBack) {
    path.classList.add("lit");
    setTimeout(() => path.classList.remove("lit"), TRAVEL + 500);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const length = path.getTotalLength();
    const letter = makeSvg("circle", { class: `graph-letter ${hueOf(isBack ? to : from)}`, r: 5.5 });
    this.svg.append(letter);
    const start = performance.now();
    const step = (time) => {
      const share = Math.min(1, (time - start) / TRAVEL);
      const point = path.getPointAtLength(length * (isBack ? 1 - share : share));
      letter.setAttribute("cx", point.x);
      letter.setAttribute("cy", point.y);
      if (share < 1) requestAnimationFrame(step);
      else letter.remove();
    };
    requestAnimationFrame(step);
  }
}

// One head for each colour: a marker does not take its line's colour in every browser.
function arrowHead(prefix, hue) {
  return makeSvg("marker", { id: `${prefix}-${hue}`, viewBox: "0 0 10 10", refX: 9, refY: 5, markerWidth: 7.5, markerHeight: 7.5, markerUnits: "userSpaceOnUse", orient: "auto-start-reverse" },
    makeSvg("path", { class: `graph-head ${hue}`, d: "M0 0.5L10 5L0 9.5z" }));
}

function inWords(swarm) {
  const lines = swarm.agents.map((agent) => `${agent.name} may write to ${listed(agent.comm_targets) || "nobody"}`);
  return `Swarm ${swarm.name}. ${lines.join("; ")}.`;
}
