// Where things stand on the felt, in its own units (1062 × 396): areas in their oval, counter-clockwise as seen
// from above, the first at the left end of the dealer's edge.

export const WIDTH = 1062;
export const HEIGHT = 396;

interface Ellipse {
  rx: number;
  ry: number;
}

export interface Point {
  x: number;
  y: number;
}

export const CENTRE: Point = { x: 531, y: 12 };
export const OUTER: Ellipse = { rx: 504, ry: 360 };
export const INNER: Ellipse = { rx: 338, ry: 178 };
const MEAN: Ellipse = { rx: (OUTER.rx + INNER.rx) / 2, ry: (OUTER.ry + INNER.ry) / 2 };

/** A point of a half ellipse: from 0 at the left end to π at the right. */
export const at = ({ rx, ry }: Ellipse, angle: number): Point => ({
  x: CENTRE.x - rx * Math.cos(angle),
  y: CENTRE.y + ry * Math.sin(angle),
});

const STEPS = 720;

/** How much of the mean ellipse is behind at each step along it. */
const lengths = [0];
for (let step = 1; step <= STEPS; step++) {
  const one = at(MEAN, ((step - 1) * Math.PI) / STEPS);
  const other = at(MEAN, (step * Math.PI) / STEPS);
  lengths.push((lengths.at(-1) ?? 0) + Math.hypot(one.x - other.x, one.y - other.y));
}

/** The angle at which a part of its length is behind: cells are equally long. */
function angleOf(part: number): number {
  const wanted = part * (lengths.at(-1) ?? 0);
  const step = lengths.findIndex((length) => length >= wanted);
  return (Math.max(0, step) * Math.PI) / STEPS;
}

export interface Cell {
  /** Its two edges, as angles. */
  from: number;
  to: number;
  /** Where what lies on it is centred. */
  centre: Point;
  /** Where its number stands, on the outer line. */
  medal: Point;
  /** The shape of the cell. */
  path: string;
}

const round = (value: number): string => value.toFixed(1);
const text = ({ x, y }: Point): string => `${round(x)} ${round(y)}`;

const layouts = new Map<number, Cell[]>();

/** The cells of a layout with so many areas. */
export function cells(count: number): Cell[] {
  const known = layouts.get(count) ?? cellsOf(count);
  layouts.set(count, known);
  return known;
}

function cellsOf(count: number): Cell[] {
  const edges = Array.from({ length: count + 1 }, (_, edge) => angleOf(edge / count));
  return Array.from({ length: count }, (_, place) => {
    const from = edges[place] ?? 0;
    const to = edges[place + 1] ?? Math.PI;
    const mid = angleOf((place + 0.5) / count);
    return {
      from, to, centre: at(MEAN, mid), medal: at(OUTER, mid),
      path: `M${text(at(OUTER, from))}A${OUTER.rx} ${OUTER.ry} 0 0 0 ${text(at(OUTER, to))}`
        + `L${text(at(INNER, to))}A${INNER.rx} ${INNER.ry} 0 0 1 ${text(at(INNER, from))}Z`,
    };
  });
}

/** The line between two cells. */
export const edge = (angle: number): string => `M${text(at(INNER, angle))}L${text(at(OUTER, angle))}`;

/** The upper half of an ellipse about the centre, left to right below the edge. */
export const arc = ({ rx, ry }: Ellipse): string =>
  `M${round(CENTRE.x - rx)} ${CENTRE.y}A${rx} ${ry} 0 0 0 ${round(CENTRE.x + rx)} ${CENTRE.y}`;

export const TILE = { width: 20, height: 46, gap: 3, split: 11 } as const;

/** The left edge of each of four tiles centred about x, with a gap between the hands when they are split. */
export function tilePlaces(x: number, isSplit: boolean): number[] {
  const { width, gap, split } = TILE;
  const middle = isSplit ? split : gap;
  const all = 4 * width + 2 * gap + middle;
  const left = x - all / 2;
  return [0, width + gap, 2 * width + gap + middle, 3 * width + 2 * gap + middle].map((offset) => left + offset);
}
