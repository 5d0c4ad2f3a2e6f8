// Hands and tiles in words.

import { said, type Said } from "../words/said.ts";
import type { HandName } from "../wire/shapes.ts";

/** What a hand is: "Seven", "Teen High Nine", "Pair of High 8". */
export function handOf({ is, rank, points }: HandName): Said {
  const parts: Record<string, Said | number> = { points: points ?? 0 };
  if (rank) parts.rank = said(`rank-${rank}`);
  return said(`hand-${is}`, parts);
}

/** What counts between equals, or what makes the hand: "High 8 leads". */
export function leadOf({ is, leads }: HandName): Said | undefined {
  if (!leads) return undefined;
  return said(is === "points" ? "hand-leads" : "hand-with", { rank: said(`rank-${leads}`) });
}
