// The race track: the pockets of the wheel around an oval, each as long as the others on the middle line.

import type { Point } from "./geometry.ts";

interface Oval {
  /** Half the length of the straights, and the two radii of the bends. */
  straight: number;
  outer: number;
  inner: number;
}

const FLAT: Oval = { straight: 280, outer: 180, inner: 119 };
const UPRIGHT: Oval = { straight: 85, outer: 166, inner: 113 };

export const RACE_VIEW = { flat: "-464 -190 928 380", upright: "-177 -254 354 508" };

/** A point of the oval: so far along the middle line from the top, so far out of it. */
function onOval({ straight, outer, inner }: Oval, at: number, out: number): Point {
  const middle = (outer + inner) / 2;
  const bend = Math.PI * middle;
  const all = 4 * straight + 2 * bend;
  const s = ((at % all) + all) % all;
  const radius = middle + out;
  if (s < straight) return { x: s, y: -radius };
  if (s < straight + bend) return around(straight, radius, (s - straight) / middle - Math.PI / 2);
  if (s < 3 * straight + bend) return { x: 2 * straight + bend - s, y: radius };
  if (s < 3 * straight + 2 * bend) return around(-straight, radius, (s - 3 * straight - bend) / middle + Math.PI / 2);
  return { x: s - all, y: -radius };
}

const around = (centre: number, radius: number, angle: number): Point => ({ x: centre + radius * Math.cos(angle), y: radius * Math.sin(angle) });

export interface RaceCell {
  path: string;
  text: Point;
  chip: Point;
}

const STEPS = 6;

/** The cell of each pocket, the one at `top` in the middle of a long side. */
export function raceCells(count: number, top: number, upright: boolean): RaceCell[] {
  const oval = upright ? UPRIGHT : FLAT;
  const middle = (oval.outer + oval.inner) / 2;
  const each = (4 * oval.straight + 2 * Math.PI * middle) / count;
  const half = (oval.outer - oval.inner) / 2;
  // Upright it is turned by a quarter, the long sides at the sides.
  const at = (along: number, out: number): Point => {
    const { x, y } = onOval(oval, along, out);
    return upright ? { x: -y, y: x } : { x, y };
  };
  return Array.from({ length: count }, (_, place) => {
    const centre = (place - top) * each;
    const side = (out: number) => Array.from({ length: STEPS + 1 }, (__, step) => at(centre - each / 2 + (each * step) / STEPS, out));
    const points = [...side(half), ...side(-half).reverse()];
    return {
      path: `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`,
      text: at(centre, 2), chip: at(centre, -half + 4),
    };
  });
}
