// The shapes of the wire by short names. What the house does not send yet and the screen is ready for
// is marked "wanted": see WANTED.md.

import type { components } from "./api.ts";

type Shapes = components["schemas"];

export type Me = Shapes["Me"];
export type Info = Shapes["Info"] & { card?: Card };
export type Look = Shapes["Look"];
export type HouseView = Shapes["HouseView"] & { waits?: Countdown };
export type Update = Shapes["Update"];
export type Reality = Shapes["Reality"];
export type Answer = Shapes["Answer"];
export type Refusal = Shapes["Refusal"];
export type Bounds = Shapes["Bounds"];
export type Tile = Shapes["Tile"];
export type Person = Shapes["Person"];
export type Outcome = Shapes["Outcome"];
export type Wished = Shapes["Wished"];

export type Round = Shapes["Round"];
export type RoundStep = Shapes["Step"];

export type PaiGowView = Shapes["PaiGowView"];
export type AreaView = Shapes["PaiGowAreaView"] & { named?: { low: HandName; high: HandName }; match?: Match };
export type WagerView = Shapes["PaiGowWagerView"] & { commission?: number };
export type Kind = Shapes["PaiGowKind"];
export type Notice = Shapes["PaiGowNotice"];
export type WallView = Shapes["PaiGowWallView"] & { grid?: string; lots?: Record<string, number>; total?: number };
export type PaiGowChoice = Shapes["PaiGowChoice"] & { ways?: Way[] };
export type PaiGowCommand = Shapes["PaiGowCommand"];
export type Choice = Shapes["AnyChoice"];

/** What a station may ask for; each with a key and exactly one of these. */
export type Request =
  | { do: { do: string } & Record<string, unknown> }
  | { join: { place: number; amount?: number } }
  | { "top-up": number }
  | { leave: true }
  | { confirm: { number: number; yes: boolean; effect?: string } }
  | { chance: string };

/** What many notes have in common. */
export interface NoteKind {
  step: string;
  who?: Person | null;
  of?: string | null;
  clauses?: string[] | null;
}

/** Wanted: what a hand of two tiles is, for words to name it in the reader's language. */
export interface HandName {
  is: "pair" | "gee-jun" | "wong" | "gong" | "high-nine" | "points";
  /** The rank of the pair, or of the Teen or Day of a Wong, Gong or High Nine; the other tile's for a High Nine. */
  rank?: string;
  points?: number;
  /** The rank of the tile that counts where points are equal. */
  leads?: string;
}

/** Wanted: one of the three ways to pair four tiles. */
export interface Way {
  two: Tile[];
  low: { tiles: Tile[]; name: HandName };
  high: { tiles: Tile[]; name: HandName };
  /** Practice only: whether the House Way plays it so. */
  house_way?: boolean;
}

/** Wanted: both comparisons with the bank's hand, each with the clauses that decided. */
export interface Match {
  low: { better: "mine" | "bank" | "copy"; cites?: string[] };
  high: { better: "mine" | "bank" | "copy"; cites?: string[] };
  cites?: string[];
}

/** Wanted, at practice tables only: what the House Way does with my tiles and why, and what my choice cost. */
export interface Hint {
  two: Tile[];
  why: { id: string; with?: Record<string, string | number> };
  cites: string[];
  /** What the hand I set is expected to lose against the House Way, in thousandths of the wager. */
  cost?: number;
}

/** Wanted: what the table waits for, and until when, in every phase. */
export interface Countdown {
  since: number;
  until: number;
}

/** Wanted: what the floor shows of a table without a visit. */
export interface Card {
  edge?: number;
}
