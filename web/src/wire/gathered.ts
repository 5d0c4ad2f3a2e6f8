// A Pai Gow view as a screen reads it: what the house keeps apart because it changes at different times (areas,
// wagers, hands, what goes with the round) gathered by area again. No rule of the game, nothing that was not said.

import type { Ask, AskedView, Outcome, RoundParts, WagerView, WireArea, WireHand, WirePaiGow, WireWagers, WireWall } from "./shapes.ts";

/** What an area has, from all parts. */
export type AreaView = WireArea & Partial<WireHand> & {
  caller?: number | null;
  dealt: boolean;
  unused: boolean;
  asked: boolean;
  set: boolean;
  out: boolean;
  voidable: boolean;
  opened: boolean;
  outcome?: Outcome | undefined;
  wagers: Record<string, Record<string, WagerView>>;
};

/** What is asked of me, with what goes for everybody of whom it is asked. */
export type Asked = { what: string; places: number[]; done: boolean; by: string[]; cites: string[] };

/** The wall, with what chance made of it in this round. */
export type WallView = WireWall & Partial<Pick<RoundParts, "dice" | "first" | "cut" | "steal">>;

/** The whole view. */
export type PaiGowView = Omit<WirePaiGow, "areas" | "table" | "wall" | "mine"> & {
  table: WirePaiGow["table"] & { betting: boolean };
  wall: WallView;
  areas: Record<string, AreaView>;
  mine?: (Omit<NonNullable<WirePaiGow["mine"]>, "asked"> & { asked?: Asked | undefined }) | null;
};

const LISTS = ["dealt", "unused", "asked", "set", "out", "voidable", "opened"] as const;

/** A view gathered; `betting` is the house's word. */
export function gathered(view: WirePaiGow, betting: boolean): PaiGowView {
  const round = (view.round ?? {}) as Partial<RoundParts>;
  const areas: Record<string, AreaView> = {};
  for (const [number, area] of Object.entries(view.areas)) areas[number] = areaOf(Number(number), area, view, round);
  const { dice, first, cut, steal } = round;
  const { mine } = view;
  return {
    ...view, areas, table: { ...view.table, betting }, wall: { ...view.wall, dice, first, cut, steal },
    mine: mine ? { ...mine, asked: askedOf(mine.asked ?? undefined, view.asks) } : mine,
  } as PaiGowView;
}

function areaOf(number: number, area: WireArea, view: WirePaiGow, round: Partial<RoundParts>): AreaView {
  const own = round.called?.includes(number) ? area.seat : undefined;
  const lists = Object.fromEntries(LISTS.map((list) => [list, round[list]?.includes(number) ?? false]));
  return {
    ...area, ...view.hands?.[number], ...lists, caller: round.callers?.[number] ?? own,
    outcome: round.outcomes?.[number], wagers: wagersOf(view.wagers?.[number]),
  } as AreaView;
}

/** Wagers by player and kind: the regular one stands for itself on the wire, the others by its side. */
function wagersOf(players: Record<string, WireWagers> | undefined): AreaView["wagers"] {
  const all: AreaView["wagers"] = {};
  for (const [player, { side, ...regular }] of Object.entries(players ?? {})) {
    all[player] = { ...(Object.keys(regular).length > 0 ? { regular: regular as WagerView } : {}), ...(side ?? {}) };
  }
  return all;
}

/** What is asked, with the commands that answer it. */
export function askedOf(asked: AskedView | undefined, asks: Record<string, Ask> | undefined): Asked | undefined {
  if (!asked) return undefined;
  const { by = [], cites } = asks?.[asked.what] ?? {};
  return { what: asked.what, places: asked.places ?? [], done: asked.done ?? false, by, cites: cites ?? [] };
}
