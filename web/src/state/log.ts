// What happened as sentences, the latest first, each with its clauses.

import { said, type Said } from "../words/said.ts";
import type { Note } from "../wire/live.ts";
import type { Person } from "../wire/shapes.ts";
import { nameOf, sortOf } from "./people.ts";

export interface Entry {
  key: number;
  at: number;
  sentence: Said;
  cites: string[];
  /** Whether it is about me. */
  mine: boolean;
}

/** Steps whose money stands in the sentence of the hand that was matched. */
const MONEY = ["wager-paid", "wager-taken", "wager-stays"];

/** Steps that say nothing to people: another note says the same. */
const MUTE = new Set(["stacked", "retrieved", "tiles-laid-out"]);

/** What was worked out for a note before: an entry that did not change stays the same object. */
const known = new WeakMap<Note, { me: number | undefined; money: Note | undefined; entry: Entry }>();

export function logOf(notes: readonly Note[], me: number | undefined, most: number): Entry[] {
  const entries: Entry[] = [];
  const told = new Set<number>();
  const recent = notes.slice(-most);
  recent.forEach((note, at) => {
    if (told.has(note.key) || (note.step === "bought-in" && note.player == null) || MUTE.has(note.step) || (note.step === "wager-paid" && note.player == null)) return;
    const money = note.step === "hand-matched" ? moneyOf(note, recent.slice(at + 1), me) : undefined;
    if (money) told.add(money.key);
    const before = known.get(note);
    const isSame = before?.me === me && before?.money === money;
    const entry = before && isSame ? before.entry : entryOf(note, money, me);
    if (!entry) return;
    known.set(note, { me, money, entry });
    entries.push(entry);
  });
  return entries.toReversed();
}

function entryOf(note: Note, money: Note | undefined, me: number | undefined): Entry | undefined {
  const sentence = sentenceOf(note, me);
  return sentence && {
    key: note.key, at: note.at, mine: note.player === me || money?.player === me,
    sentence: money ? said("log-two", { first: sentence, then: sentenceOf(money, me) ?? "" }) : sentence,
    cites: [...new Set([...(note.clauses ?? []), ...(money?.clauses ?? [])])],
  };
}

/** The money of a hand: the note about the regular wager there, mine before others'. */
function moneyOf(matched: Note, later: readonly Note[], me: number | undefined): Note | undefined {
  const end = later.findIndex(({ step }) => step === "dealt" || step === "round-over");
  const here = (end < 0 ? later : later.slice(0, end)).filter(({ step, place, of, player }) =>
    MONEY.includes(step) && place === matched.place && of === "regular" && player != null);
  return here.find(({ player }) => player === me) ?? here[0];
}

function sentenceOf({ step, who, of, place, player, amount, shows }: Note, me: number | undefined): Said | undefined {
  if (!step) return undefined;
  const id = step === "looked" && player == null ? "looked-standing" : step;
  const isMe = player != null && player === me;
  return said(`log-${id}`, {
    who: player == null ? by(who, me) : nameOf(player, me), by: by(who, me), whom: isMe ? said("you-too") : player == null ? by(who, me) : nameOf(player, me),
    whose: said(isMe ? "whose-you" : "whose", { who: player == null ? by(who, me) : nameOf(player, me) }),
    you: isMe ? "yes" : "no", shown: shows ? "yes" : "no",
    house: player != null && sortOf(player) === "house" ? "yes" : "no",
    kind: of ? said(`kind-${of}`) : "", of: of ?? "", place: place ?? 0, amount: amount ?? 0,
    shows: shows ? shownOf(step, shows) : "",
  });
}

function by(who: Person | null | undefined, me: number | undefined): Said {
  if (who == null || who === "house" || who === "public") return said("person-dealer");
  if ("player" in who) return nameOf(who.player, me);
  if ("staff" in who) return said(who.staff[1] > 0 ? "person-supervisor" : "person-dealer");
  return said("person-inspector");
}

/** What was shown, in words: dice as they are, a cut by its name, hands by their tiles. */
function shownOf(step: string, shows: string): Said | string {
  if (step.startsWith("cut-") || step === "deal-rebuilt") {
    const [name = "", turned = ""] = shows.split(" ");
    return said("cut-turned", { cut: said(`cut-${name}`), turned: turnedOf(turned) });
  }
  const [low, high] = shows.split(" / ").map((half) => half.split(" "));
  const isHands = low?.length === 2 && high?.length === 2 && shows.includes("-");
  if (!isHands) return shows;
  return said("hands-shown", { low: low.map(tileName), high: high.map(tileName) });
}

export const turnedOf = (orientation: string): Said => said(`turned-${orientation.replace(",", "-") || "plain"}`);

/** The name of a tile, of two that look alike the same. */
export const tileName = (face: string): Said => said(`tile-${face.replace("'", "")}`);
