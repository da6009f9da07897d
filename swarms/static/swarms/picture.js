// The picture: pointing at an agent leaves only its own arrows bright.

function point(picture, name) {
  picture.classList.add("pointed");
  const lit = new Set([name]);
  for (const edge of picture.querySelectorAll(".edge")) {
    const touches = edge.dataset.from === name || edge.dataset.to === name;
    edge.classList.toggle("lit", touches);
    if (touches) lit.add(edge.dataset.from).add(edge.dataset.to);
  }
  for (const node of picture.querySelectorAll(".node")) node.classList.toggle("lit", lit.has(node.dataset.name));
}

for (const picture of document.querySelectorAll(".swarm-picture")) {
  for (const node of picture.querySelectorAll(".node")) {
    for (const start of ["mouseenter", "focus"]) {
      node.addEventListener(start, () => point(picture, node.dataset.name));
    }
    for (const end of ["mouseleave", "blur"]) {
      node.addEventListener(end, () => picture.classList.remove("pointed"));
    }
  }
}
