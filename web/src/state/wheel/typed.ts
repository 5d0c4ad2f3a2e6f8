// A wager as it is typed: `8/11 5`, `17 5`, `25-29 5`, `red 20`.

import type { Layout, Spot } from "./layout.ts";

export interface Typed {
  spot: Spot | undefined;
  amount: number | undefined;
  /** Whether something was typed that fits no spot. */
  wrong: boolean;
}

/** How a spot may be called in words besides its numbers; in the reader's language. */
export type Called = (spot: Spot) => string[];

const plain = (text: string): string => text.trim().toLowerCase().replaceAll(/\s+/g, " ");

export function typed(layout: Layout, text: string, called: Called): Typed {
  const all = plain(text);
  if (!all) return { spot: undefined, amount: undefined, wrong: false };
  const whole = spotOf(layout, all, called);
  const [, place, amount] = /^(.*\S)\s+(\d+)$/.exec(all) ?? [];
  const spot = place === undefined ? undefined : spotOf(layout, place, called);
  // "17 5" is 5 on 17; "red" alone waits for its amount, or takes the chip in hand.
  if (spot) return { spot, amount: Number(amount), wrong: false };
  return { spot: whole, amount: undefined, wrong: whole === undefined };
}

function spotOf(layout: Layout, text: string, called: Called): Spot | undefined {
  const words = layout.spots.filter((spot) => called(spot).map(plain).includes(text));
  if (words.length > 0) return words[0];
  if (!/^\d+([/\-, ]\d+)*$/.test(text)) return undefined;
  const numbers = text.split(/[/\-, ]/).map(Number);
  const exactly = layout.spots.find(({ covers }) => covers.length === numbers.length && numbers.every((one) => covers.includes(one)));
  if (exactly || numbers.length !== 2) return exactly;
  // Two numbers at opposite ends name what lies between them.
  const [low, high] = numbers.toSorted((one, other) => one - other);
  const between = layout.spots.filter(({ covers }) => covers.length <= 6 && covers[0] === low && covers.at(-1) === high);
  return between.length === 1 ? between[0] : layout.spots.find(({ covers }) => covers.length > 6 && covers[0] === low && covers.at(-1) === high && covers.length === (high ?? 0) - (low ?? 0) + 1);
}
