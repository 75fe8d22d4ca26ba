// Dice, in three dimensions or plainly. A body is a list of faces, each with its centre and the direction of its top.
import { h } from "../dom.mjs";

const GOLD = (1 + Math.sqrt(5)) / 2;
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const size = (a) => Math.hypot(...a);
const unit = (a) => a.map((one) => one / size(a));
const sum = (...list) => list[0].map((_, at) => list.reduce((total, one) => total + one[at], 0));
const apart = (a, b) => size(sum(a, b.map((one) => -one)));

function icosahedron() {
  const corners = [];
  for (const one of [-1, 1]) for (const gold of [-GOLD, GOLD]) corners.push([0, one, gold], [one, gold, 0], [gold, 0, one]);
  const faces = [];
  for (let a = 0; a < 12; a += 1) {
    for (let b = a + 1; b < 12; b += 1) {
      for (let c = b + 1; c < 12; c += 1) {
        const [one, two, three] = [corners[a], corners[b], corners[c]];
        if (Math.abs(apart(one, two) - 2) > 0.01 || Math.abs(apart(two, three) - 2) > 0.01 || Math.abs(apart(one, three) - 2) > 0.01) continue;
        const centre = sum(one, two, three).map((part) => part / 3);
        faces.push({ centre, up: unit(sum(one, centre.map((part) => -part))), radius: apart(one, centre) });
      }
    }
  }
  return { faces, scale: 0.5 / 1.95, shape: "three" };
}

function cube() {
  const axes = [[0, 0, 1], [0, 1, 0], [1, 0, 0], [-1, 0, 0], [0, -1, 0], [0, 0, -1]];
  return { faces: axes.map((centre) => ({ centre, up: centre[1] ? [0, 0, -centre[1]] : [0, 1, 0], radius: Math.SQRT2 })), scale: 0.29, shape: "four" };
}

const BODIES = { 6: cube(), 20: icosahedron() };

// One die that shows `value`; `names` are the faces where they are not numbers.
export function die({ faces, value, colour = "white", names = null, hidden = false }, { solid, spinning = false } = {}) {
  const label = hidden ? "?" : names ? names[value - 1] : String(value);
  const body = BODIES[faces];
  const look = { class: `die ${names ? "words" : ""} ${spinning ? "spinning" : ""}`, "data-colour": colour, role: "img", "aria-label": label };
  if (!solid || !body || hidden) return h("span", { ...look, class: `${look.class} flat` }, label);
  const edge = 74;
  const turned = (face) => {
    const normal = unit(face.centre);
    return [cross(face.up, normal).map((one) => -one), face.up.map((one) => -one), normal];
  };
  const [x, y, z] = turned(body.faces[value - 1]);
  // The transpose of the wanted face's directions turns it towards the reader.
  const facing = [x[0], y[0], z[0], 0, x[1], y[1], z[1], 0, x[2], y[2], z[2], 0, 0, 0, 0, 1];
  return h("span", { ...look, class: `${look.class} solid ${body.shape}` },
    h("span", { class: "spin", "aria-hidden": "true" },
      h("span", { class: "body", style: { transform: `matrix3d(${facing.map((one) => one.toFixed(5)).join()})` } },
        body.faces.map((face, at) => {
          const [right, down, out] = turned(face);
          const far = face.centre.map((one) => one * body.scale * edge);
          const place = [...right, 0, ...down, 0, ...out, 0, ...far, 1];
          const wide = 2 * face.radius * body.scale * edge;
          return h("span", { class: "side", style: { width: `${wide}px`, height: `${wide}px`, margin: `${-wide / 2}px`, transform: `matrix3d(${place.map((one) => one.toFixed(5)).join()})` } },
            h("span", null, names ? names[at] : at + 1));
        }))));
}
