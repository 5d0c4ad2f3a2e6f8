// What a player brought to a table, as far as it can be seen.

import type { Note } from "../wire/live.ts";

interface Purse {
  chips: number;
  down: number;
  held: number;
  tokens: number;
}

/** What was brought so far, after these notes; a purse that was there before counts as brought. */
export function broughtAfter(before: number | undefined, { chips, down, held, tokens }: Purse, notes: readonly Note[], me: number): number {
  const all = chips + down + held + tokens;
  if (all === 0) return 0;
  const bought = notes.filter(({ step, player }) => step === "bought-in" && player === me);
  // Whoever comes back to chips of before has brought them, whatever the notes still say.
  if (before === undefined) return all;
  return before + bought.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
}
