// The socket of one table: what the house sent, laid over each other; what was asked and not answered yet.
//
// Nothing is done twice or silently: a request that was under way when the connection went is asked for
// again only when a person says so, under its old key.

import { merged } from "./merge.ts";
import type { Answer, Choice, HouseView, NoteKind, Reality, Refusal, Request, Update } from "./shapes.ts";

/** How the line to the house stands. `stale`: open, but nothing was heard for too long. */
export type Link = "connecting" | "live" | "stale" | "lost" | "over";

/** Something that happened, with what its kind says. */
export interface Note extends Omit<NoteKind, "clauses" | "tells"> {
  clauses: string[];
  /** Its number here, for lists. */
  key: number;
  /** When it was heard, by the house's clock. */
  at: number;
  place?: number | null | undefined;
  player?: number | null | undefined;
  amount?: number | null | undefined;
  shows?: string | null | undefined;
}

/** A request that was sent and has no answer yet. */
export interface Asked {
  key: string;
  /** Which control asked: it waits for the answer. */
  id: string;
  request: Request;
  since: number;
  /** Sent over a connection that is gone: done or not, nobody knows until it is asked again. */
  unsure: boolean;
}

/** Everything that is known of a table at one moment. Never changed, only replaced. */
export interface Seen {
  readonly link: Link;
  /** When the house was heard last, by this device's clock. */
  readonly heard: number;
  /** The house's clock less this device's. */
  readonly offset: number;
  readonly version: number | undefined;
  readonly house: HouseView | undefined;
  readonly view: unknown;
  readonly legal: readonly Choice[];
  readonly notes: readonly Note[];
  /** What the last turns of chance were promised as, by turn: the reveal of a turn comes without it. */
  readonly promises: Readonly<Record<number, string>>;
  readonly asked: readonly Asked[];
  /** Minutes of play of which the player is to be reminded. */
  readonly reality: number | undefined;
}

/** What a socket has to be able to do: `WebSocket`, or a stand-in in tests. */
export interface Wire {
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: ((event: { reason: string }) => void) | null;
  send(text: string): void;
  close(): void;
}

export interface Ways {
  open(path: string): Wire;
  /** Asks for a sign of life beside the socket; resolves when there was one. */
  alive(): Promise<void>;
  now(): number;
  key(): string;
  /** Called whenever something changed. */
  changed(seen: Seen): void;
  /** Called with each answer to a request of this station. */
  answered(asked: Asked, refused: Refusal | undefined): void;
}

export const STALE_MS = 3000;
const PULSE_MS = 1200;
const SILENT_MS_MAX = 15_000;
const RETRY_MS = [250, 500, 1000, 2000, 4000];
const NOTES_MOST = 400;

const NOTHING: Seen = {
  link: "connecting", heard: 0, offset: 0, version: undefined, house: undefined, view: undefined, legal: [],
  notes: [], promises: {}, asked: [], reality: undefined,
};

export class Live {
  seen: Seen = NOTHING;
  readonly #table: string;
  readonly #ways: Ways;
  #wire: Wire | undefined;
  #kinds: Record<string, NoteKind> = {};
  #clauses: Record<string, string> = {};
  #choices: Record<string, Choice> = {};
  /** Numbers of what may be done, in the house's order. */
  #may: number[] = [];
  #noted = 0;
  #tries = 0;
  #opened = 0;
  #ticked = 0;
  #pulse = 0;
  #retryAt: number | undefined;
  #gone = false;

  constructor(table: string, ways: Ways) {
    this.#table = table;
    this.#ways = ways;
  }

  connect(): void {
    this.#hangUp();
    this.#retryAt = undefined;
    const { version } = this.seen;
    const path = `/api/tables/${this.#table}/live`;
    const wire = this.#ways.open(version === undefined ? path : `${path}?seen=${version}`);
    this.#wire = wire;
    this.#opened = this.#ways.now();
    // What is laid over each other comes from one socket: the first message of the next has everything again.
    this.#kinds = {};
    this.#clauses = {};
    this.#choices = {};
    this.#may = [];
    let first = true;
    wire.onmessage = ({ data }) => {
      this.#hear(JSON.parse(data) as Update | Reality, first);
      first = false;
    };
    wire.onclose = ({ reason }) => wire === this.#wire && this.#lost(reason);
  }

  close(): void {
    this.#gone = true;
    this.#hangUp();
  }

  /** Comes again as whoever this browser is now, with nothing of before. */
  renew(): void {
    this.seen = NOTHING;
    this.connect();
    this.#change({});
  }

  /** Asks the house for something; `id` names the control that waits. */
  ask(id: string, request: Request): boolean {
    // A second touch before the answer is the same touch; without a line nothing is sent.
    if (this.seen.link !== "live" || this.seen.asked.some((asked) => asked.id === id)) return false;
    const asked = { key: this.#ways.key(), id, request, since: this.#ways.now(), unsure: false };
    this.#change({ asked: [...this.seen.asked, asked] });
    this.#send(asked);
    return true;
  }

  /** Asks again for what got no answer, under its old key. */
  again(key: string): void {
    if (this.seen.link !== "live") return;
    const asked = this.seen.asked.map((one) => (one.key === key ? { ...one, unsure: false, since: this.#ways.now() } : one));
    this.#change({ asked });
    for (const one of asked) if (one.key === key) this.#send(one);
  }

  /** Leaves it at that: what became of it is seen on the table. */
  forget(key: string): void {
    this.#change({ asked: this.seen.asked.filter((one) => one.key !== key) });
  }

  realitySeen(): void {
    this.#change({ reality: undefined });
  }

  /** Looks at the clock; to be called several times a second. */
  tick(): void {
    if (this.#gone) return;
    const now = this.#ways.now();
    // A page that was itself asleep hears first what came meanwhile.
    const slept = now - this.#ticked > STALE_MS;
    this.#ticked = now;
    if (this.#retryAt !== undefined && now >= this.#retryAt) return this.connect();
    const { link, heard } = this.seen;
    if (link === "connecting" && now - this.#opened > SILENT_MS_MAX) return this.#lost("");
    if (link !== "live" && link !== "stale") return;
    const silent = now - heard;
    const waits = Math.max(0, ...this.seen.asked.filter((one) => !one.unsure).map((one) => now - one.since));
    if (!slept && Math.max(silent, waits) > SILENT_MS_MAX) return this.#lost("");
    if (silent > PULSE_MS && now - this.#pulse > PULSE_MS) this.#feel(now);
    const stale = silent > STALE_MS || waits > STALE_MS;
    if (stale !== (link === "stale")) this.#change({ link: stale ? "stale" : "live" });
  }

  /** A line that the device itself calls broken is given up at once. */
  drop(): void {
    if (this.seen.link !== "over" && !this.#gone) this.#lost("");
  }

  #feel(now: number): void {
    this.#pulse = now;
    const wire = this.#wire;
    this.#ways.alive().then(
      () => wire === this.#wire && this.seen.link !== "lost" && this.#change({ heard: this.#ways.now() }),
      () => undefined,
    );
  }

  #send({ key, request }: Asked): void {
    this.#wire?.send(JSON.stringify({ key, ...request }));
  }

  #hangUp(): void {
    if (!this.#wire) return;
    this.#wire.onclose = null;
    this.#wire.onmessage = null;
    this.#wire.close();
    this.#wire = undefined;
  }

  #lost(reason: string): void {
    this.#hangUp();
    const asked = this.seen.asked.map((one) => ({ ...one, unsure: true }));
    const over = reason.startsWith("session.over");
    if (!over) {
      // Not all at once: a house that comes back has many guests.
      const wait = RETRY_MS[Math.min(this.#tries++, RETRY_MS.length - 1)] ?? 0;
      this.#retryAt = this.#ways.now() + wait * (0.6 + 0.4 * Math.random());
    }
    this.#change({ link: over ? "over" : "lost", asked });
  }

  #hear(message: Update | Reality, first: boolean): void {
    const now = this.#ways.now();
    this.#tries = 0;
    if ("type" in message) return this.#change({ reality: message.minutes, heard: now });
    const { seen } = this;
    const { version, at, house, view, kinds, clauses, choices, notes, legal, answers, fresh } = message;
    Object.assign(this.#kinds, kinds);
    Object.assign(this.#clauses, clauses);
    Object.assign(this.#choices, choices);
    if (legal) edit(this.#may, legal);
    const offset = at == null ? seen.offset : at - now;
    const happened = (notes ?? []).map((note) => this.#told(note, now + offset));
    const answered = (answers ?? []).flatMap((answer) => this.#answer(answer));
    const stands = house ? (merged(first ? {} : seen.house, house) as HouseView) : seen.house;
    this.#change({
      link: "live", heard: now, offset, version, house: stands, promises: promised(seen.promises, stands),
      view: view ? merged(first ? {} : seen.view, view) : seen.view,
      legal: first || legal || choices ? this.#may.flatMap((number) => this.#choices[number] ?? []) : seen.legal,
      notes: happened.length > 0 || fresh ? [...(fresh ? [] : seen.notes), ...happened].slice(-NOTES_MOST) : seen.notes,
      asked: answered.length > 0 ? seen.asked.filter((one) => !answered.some(({ asked }) => asked.key === one.key)) : seen.asked,
    });
    for (const { asked, refused } of answered) this.#ways.answered(asked, refused);
  }

  #told([kind, ...said]: unknown[], at: number): Note {
    const { clauses = [], tells = [], ...known } = this.#kinds[kind as number] ?? { step: "" };
    const told = Object.fromEntries((tells ?? []).map((name, place) => [name, said[place]]));
    const texts = (clauses ?? []).flatMap((number) => this.#clauses[number] ?? []);
    return { ...known, clauses: texts, key: ++this.#noted, at, ...told };
  }

  #answer({ key, refused }: Answer): { asked: Asked; refused: Refusal | undefined }[] {
    const asked = this.seen.asked.find((one) => one.key === key);
    return asked ? [{ asked, refused: refused ?? undefined }] : [];
  }

  #change(some: Partial<Seen>): void {
    this.seen = { ...this.seen, ...some };
    this.#ways.changed(this.seen);
  }
}

/** The promises of the running turn and of the one before it. */
function promised(known: Seen["promises"], house: HouseView | undefined): Seen["promises"] {
  const { promise } = house ?? {};
  if (!promise || known[promise.turn] === promise.commitment) return known;
  const before = known[promise.turn - 1];
  return { ...(before === undefined ? {} : { [promise.turn - 1]: before }), [promise.turn]: promise.commitment };
}

/** Edits a list of numbers: one that is not there comes in, one that is says after which, one below zero goes. */
function edit(list: number[], numbers: readonly number[]): void {
  let at = 0;
  for (const number of numbers) {
    const is = list.indexOf(Math.abs(number));
    if (number < 0) list.splice((at = is), 1);
    else if (is >= 0) at = is + 1;
    else list.splice(at++, 0, number);
  }
}

/** Fresh bytes, in hexadecimal digits. */
export function random(bytes: number): string {
  const drawn = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(drawn, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
