// Where everything stands on the layout. The house says where a chip stands in halves of a square; the rest
// are sizes of the drawing, flat as on a table or upright as on a phone.

export interface Stand {
  bet: string;
  along: number;
  across: number;
}

export interface Point {
  x: number;
  y: number;
}

export interface Box extends Point {
  width: number;
  height: number;
}

/** Half a square along and across, and where the rows begin. */
const FLAT = { along: 32, across: 44, start: 64, foot: 264, end: 832 };
const UPRIGHT = { along: 18, across: 40, start: 38, foot: 108, end: 470 };

export const VIEW = { flat: { x: -4, y: -4, width: 904, height: 384 }, upright: { x: -3, y: -3, width: 354, height: 508 } };

/** How far an edge reaches to each side of its line, and a number from its middle. */
const REACH = { flat: { line: 12, along: 20, across: 32 }, upright: { line: 12, thin: 7, along: 11, across: 28 } };

/** Last column of numbers, and the boxes beyond. */
const LAST_STREET = 24;
const TOP_ROW = 5;

/** The middle of a spot. */
export function middle({ along, across }: Stand, upright: boolean): Point {
  if (upright) {
    const x = across < -3 ? 29 : across < -1 ? 83 : UPRIGHT.foot + across * UPRIGHT.across;
    return { x, y: along <= 0 ? 19 : UPRIGHT.start + (along - 1) * UPRIGHT.along };
  }
  const y = across < -3 ? 348 : across < -1 ? 292 : FLAT.foot - across * FLAT.across;
  return { x: along <= 0 ? 35 : FLAT.start + (along - 1) * FLAT.along, y };
}

/** Where its chip stands: beside the text of a box, below a number. */
export function chipAt(spot: Stand, upright: boolean): Point {
  const { x, y } = middle(spot, upright);
  const { bet } = spot;
  if (upright) {
    if (bet === "straight-up") return { x: x + 27, y };
    if (bet === "column") return { x: x + 28, y: y - 2 };
    if (bet === "dozen") return { x, y: y + 50 };
    return isEven(bet) ? { x: x + 15, y: y + 22 } : { x, y };
  }
  if (bet === "straight-up") return { x, y: y + 24 };
  if (bet === "column") return { x, y: y + 30 };
  if (bet === "dozen") return { x: x + 70, y };
  return isEven(bet) ? { x: x + 46, y } : { x, y };
}

export const isEven = (bet: string): boolean => ["low", "high", "even", "odd", "red", "black"].includes(bet);

/** Where it may be touched. */
export function zone(spot: Stand, upright: boolean): Box {
  const { bet, along, across } = spot;
  const { x, y } = middle(spot, upright);
  const box = (wide: number, tall: number): Box => ({ x: x - wide / 2, y: y - tall / 2, width: wide, height: tall });
  if (bet === "straight-up" && along === 0) return upright ? { x: 108, y: 0, width: 240, height: 31 } : { x: 0, y: 0, width: 52, height: 264 };
  if (bet === "column") return upright ? { x: x - 40, y: 470, width: 80, height: 32 } : box(64, 88);
  if (bet === "dozen") return upright ? { x: 58, y: y - 72, width: 38, height: 144 } : { x: x - 128, y: 276, width: 256, height: 44 };
  if (isEven(bet)) return upright ? { x: 0, y: y - 36, width: 58, height: 72 } : box(128, 56);
  const reach = upright ? REACH.upright : REACH.flat;
  const thin = upright ? REACH.upright.thin : REACH.flat.line;
  const lengthwise = along % 2 === 0 ? reach.along : thin;
  const crosswise = across % 2 === 0 ? reach.line : reach.across;
  const found = upright ? box(2 * crosswise, 2 * lengthwise) : box(2 * lengthwise, 2 * crosswise);
  return outward(found, spot, upright);
}

/** The top row and the last street reach to the outer line. */
function outward({ x, y, width, height }: Box, { along, across }: Stand, upright: boolean): Box {
  const top = across === TOP_ROW;
  const last = along === LAST_STREET;
  if (upright) return { x, y, width: top ? 348 - x : width, height: last ? UPRIGHT.end - y : height };
  return { x, y: top ? 0 : y, width: last ? FLAT.end - x : width, height: top ? y + height : height };
}

/** How far outside the drawing a finger still means something. */
const BESIDE = 9;

/** The spot nearest to a point of the layout: what a finger means. */
export function nearest<Spot extends Stand>(spots: readonly Spot[], point: Point, upright: boolean): Spot | undefined {
  const { x: left, y: top, width: wide, height: tall } = VIEW[upright ? "upright" : "flat"];
  const outside = point.x < left - BESIDE || point.x > left + wide + BESIDE || point.y < top - BESIDE || point.y > top + tall + BESIDE;
  if (outside) return undefined;
  let best: Spot | undefined;
  let least = Infinity;
  for (const spot of spots) {
    const { x, y, width, height } = zone(spot, upright);
    const beyond = Math.hypot(Math.max(x - point.x, 0, point.x - x - width), Math.max(y - point.y, 0, point.y - y - height));
    if (beyond < least) [best, least] = [spot, beyond];
  }
  return best;
}

const DIRECTIONS: Record<string, Point> = { ArrowRight: { x: 1, y: 0 }, ArrowLeft: { x: -1, y: 0 }, ArrowUp: { x: 0, y: -1 }, ArrowDown: { x: 0, y: 1 } };

/** The next spot in the direction of an arrow key: near, and rather straight ahead than aside. */
export function towards<Spot extends Stand>(spots: readonly Spot[], from: Spot, key: string, upright: boolean): Spot | undefined {
  const way = DIRECTIONS[key];
  if (!way) return undefined;
  const start = middle(from, upright);
  let best: Spot | undefined;
  let least = Infinity;
  for (const spot of spots) {
    const { x, y } = middle(spot, upright);
    const ahead = (x - start.x) * way.x + (y - start.y) * way.y;
    const aside = Math.abs((x - start.x) * way.y) + Math.abs((y - start.y) * way.x);
    const far = ahead + 2.4 * aside;
    if (ahead > 1 && far < least) [best, least] = [spot, far];
  }
  return best;
}
