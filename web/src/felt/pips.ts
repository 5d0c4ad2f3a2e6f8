// Where pips stand on a half of a tile (viewBox 100 × 230, halves centred at 63 and 167), as on Chinese dominoes.

export interface Pip {
  x: number;
  y: number;
  red: boolean;
  large: boolean;
}

/** Places relative to the centre of the half; the two stands at the tile's outer end. */
const HALVES: Record<number, readonly (readonly [number, number])[]> = {
  1: [[50, 0]],
  2: [[27, -31], [73, -31]],
  3: [[27, -31], [50, 0], [73, 31]],
  4: [[27, -22], [73, -22], [27, 22], [73, 22]],
  5: [[27, -31], [73, -31], [50, 0], [27, 31], [73, 31]],
  6: [[27, -31], [27, 0], [27, 31], [73, -31], [73, 0], [73, 31]],
};

const CENTRES = [63, 167];

/** The 21 faces. */
export const FACES: readonly string[] = [1, 2, 3, 4, 5, 6].flatMap((one) =>
  [1, 2, 3, 4, 5, 6].filter((other) => other >= one).map((other) => `${one}-${other}`));

/** The pips of a face: ones and fours red, of 6-6 half of each half. */
export function pipsOf(face: string): Pip[] {
  return face.split("-").map(Number).flatMap((value, half) =>
    (HALVES[value] ?? []).map(([x, y], place) => ({
      x, y: (CENTRES[half] ?? 0) + (value === 2 && half === 1 ? -y : y),
      red: value === 1 || value === 4 || (face === "6-6" && (place < 3) === (half === 0)),
      large: value === 1,
    })));
}

/** All pips of one colour as one path: a tile is drawn often, and few nodes are drawn fast. */
export function pathOf(face: string, red: boolean): string {
  return pipsOf(face).filter((pip) => pip.red === red)
    .map(({ x, y, large }) => {
      const r = large ? 19 : 10.5;
      return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
    }).join("");
}

/** The symbol of a tile: of two that look alike the same. */
export const symbolOf = (face: string): string => `t${face.replace("'", "").replace("-", "")}`;
