// Which colour an agent has: the same in the timeline and in the picture.

const HUES = 8;
const places = new Map();

export function setAgents(names) {
  places.clear();
  names.forEach((name, place) => places.set(name, place % HUES));
}

export const hueOf = (name) => (places.has(name) ? `hue-${places.get(name)}` : "hue-none");
