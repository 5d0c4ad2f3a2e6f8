// The layout as the house describes it: spots by number, how each is called, and its bounds.

import { said, type Said } from "../../words/said.ts";
import type { Bounds, Choice } from "../../wire/shapes.ts";
import type { Pocket, SequenceOnFelt, SpotOnFelt, WheelChoice, WheelFelt, WheelLimits } from "../../wire/wheel.ts";

export interface Spot extends Omit<SpotOnFelt, "name"> {
  /** As the house writes it. */
  called: string;
  /** What it is called: "Corner 25, 26, 28, 29". */
  name: Said;
  /** In a word or two, as typed: `25/29`, `red`. */
  short: Said;
  colour: string | undefined;
}

export interface Layout {
  spots: Spot[];
  by: ReadonlyMap<number, Spot>;
  /** Straight bets by their number. */
  straight: ReadonlyMap<number, Spot>;
  wheel: Pocket[];
  colours: ReadonlyMap<number, string>;
  sequences: SequenceOnFelt[];
  /** Kinds of bet in the order in which the sign has their limits. */
  kinds: string[];
}

/** What a bet on these numbers is called: a street or corner at the zero has a name of its own. */
function kindOf({ bet, covers }: SpotOnFelt): string {
  if (!covers.includes(0)) return bet;
  return ({ street: "trio", corner: "first-four" } as Record<string, string>)[bet] ?? bet;
}

/** Bets whose place among their like is what they are called by. */
const RANKED = new Set(["column", "dozen"]);

export function layoutOf({ spots, wheel, sequences }: WheelFelt): Layout {
  const colours = new Map(wheel.map(({ number, colour }) => [number, colour]));
  const ranks = new Map<string, number>();
  const named = spots.map((spot): Spot => {
    const kind = kindOf(spot);
    const rank = (ranks.get(spot.bet) ?? 0) + 1;
    ranks.set(spot.bet, rank);
    const numbers = spot.covers.join(" ");
    const parts = { numbers, n: RANKED.has(spot.bet) ? rank : spot.covers[0] ?? 0 };
    const [first, last] = [spot.covers[0] ?? 0, spot.covers.at(-1) ?? 0];
    return {
      ...spot, called: spot.name, name: said(`wheel-spot-${kind}`, parts), colour: spot.covers.length === 1 ? colours.get(first) : undefined,
      short: spot.covers.length === 1 ? said("wheel-number", { n: first }) : spot.covers.length <= 6
        ? said("wheel-short", { first, last }) : said(`wheel-spot-${kind}`, parts),
    };
  });
  return {
    spots: named, by: new Map(named.map((spot) => [spot.spot, spot])), wheel, colours, sequences,
    straight: new Map(named.filter(({ covers }) => covers.length === 1).map((spot) => [spot.covers[0] ?? 0, spot])),
    kinds: [...new Set(spots.map(({ bet }) => bet))],
  };
}

/** What the sign says of a kind of bet. */
export const boundsOf = (layout: Layout, limits: WheelLimits | undefined, bet: string): Bounds | undefined =>
  limits?.bets[layout.kinds.indexOf(bet)];

export interface WheelOffers {
  /** Spots that take chips now, with the least that has to be put there. */
  open: ReadonlyMap<number, number>;
  /** How many numbers a run may have that begins now, with the least for it. */
  runs: ReadonlyMap<number, Bounds>;
  clear: boolean;
  leave: boolean;
  claims: { do: string; about: string }[];
}

/** What may be done now, as the house offers it. */
export function offersOf(legal: readonly Choice[]): WheelOffers {
  const open = new Map<number, number>();
  const runs = new Map<number, Bounds>();
  const offers: WheelOffers = { open, runs, clear: false, leave: false, claims: [] };
  for (const { command, amount, open: more } of legal as readonly WheelChoice[]) {
    const least = amount?.least ?? 0;
    if (command.do === "put" && more && "spots" in more) for (const spot of more.spots) open.set(spot, least);
    else if (command.do === "put" && "on" in command.place) open.set(command.place.on, least);
    else if (command.do === "put" && more && "numbers" in more && amount) runs.set(more.numbers.spins, amount);
    else if (command.do === "clear") offers.clear = true;
    else if (command.do === "leave") offers.leave = true;
    else if (command.do === "claim") offers.claims.push(command);
  }
  return offers;
}

/** Neighbours on the wheel: a number with so many on each side, in the wheel's order. */
export function neighbours({ wheel }: Layout, number: number, each: number): number[] {
  const at = wheel.findIndex((pocket) => pocket.number === number);
  if (at < 0) return [];
  return Array.from({ length: 2 * each + 1 }, (_, place) => wheel[(at - each + place + wheel.length) % wheel.length]?.number ?? 0);
}
