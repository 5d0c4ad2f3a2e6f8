// One table, live: its socket, what was asked and not answered yet, and the place where it is drawn.
//
// Nothing is shown as done before the house says so. A lost connection comes back by itself with the last
// version that was seen, and what was not answered is sent again under the same key.

import { capital, cited, field, h, list, money, press, signed, tone, words } from "./dom.js";
import {
  ask, attempt, come, deals, named, plays, refuse, roleOf, say, sessionOver, WAITS, who, whoAmI,
} from "./house.js";
import * as choices from "./choices.js";
import * as paigow from "./paigow.js";
import * as roulette from "./roulette.js";

const GAMES = { "pai-gow": paigow, "rapid-roulette": roulette };
const NOTES_MOST = 80;

/** A document after a merge patch (RFC 7396): fields as they have become, without those that are null. */
export function merged(document, patch) {
  if (patch === null || typeof patch !== "object" || Array.isArray(patch)) return patch;
  const fields = document !== null && typeof document === "object" && !Array.isArray(document) ? { ...document } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete fields[name];
    else fields[name] = merged(fields[name], value);
  }
  return fields;
}

/** Edits a list of numbers: one that is not there comes in, one that is there says after which, a negative one goes. */
function edit(list, numbers) {
  let at = 0;
  for (const number of numbers) {
    const is = list.indexOf(Math.abs(number));
    if (number < 0) list.splice((at = is), 1);
    else if (is >= 0) at = is + 1;
    else list.splice(at++, 0, number);
  }
}

/** A note with what its kind says: who did what, where, of whom, how much, by which clauses. */
const noted = ([kind, ...said], kinds, texts) => {
  const { step, who, of, clauses: numbers = [], tells = [] } = kinds[kind];
  const clauses = numbers.map((number) => texts[number]);
  const { place, player, amount, shows } = Object.fromEntries(tells.map((name, at) => [name, said[at]]));
  return { step, by: who ?? { player }, of, clauses, place, player, amount, shows };
};

const RETRY_MS = [250, 500, 1000, 2000, 4000];

/** Refusals of a place that another place may not get. */
const TAKEN = new Set(["place.taken", "seat.taken"]);

/** After how long somebody who waits for an answer is told so, and after how long the connection is given up. */
const SLOW_MS = 1500;
const SILENT_MS_MAX = 15_000;

/** Fresh bytes, in hexadecimal digits. */
export function random(bytes) {
  const drawn = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(drawn, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Table {
  /** Comes to a table; `redraw` is called whenever something changed, `sit` is a place to take at once. */
  constructor(id, redraw, sit) {
    Object.assign(this, { id, redraw, wants: sit, link: "connecting", tries: 0, head: {}, notes: [], heard: 0 });
    // What was asked and not answered yet, by key; and what was picked in forms.
    Object.assign(this, { pending: new Map(), picked: new Map(), tried: new Set() });
    // What the house promised for each turn of chance, until its seed was looked at.
    this.promises = new Map();
    this.about().then(() => this.connect());
  }

  close() {
    this.gone = true;
    this.hangUp();
  }

  hangUp() {
    clearTimeout(this.retry);
    clearTimeout(this.patience);
    if (!this.socket) return;
    this.socket.onclose = null;
    this.socket.close();
  }

  /** Gives up a connection that says nothing any more, and tries another. */
  drop() {
    this.hangUp();
    this.lost("");
  }

  /** Comes again as whoever this browser is now. */
  renew() {
    this.hangUp();
    Object.assign(this, { version: undefined, view: undefined, legal: undefined, result: undefined, net: undefined });
    this.pending.clear();
    this.link = "connecting";
    this.redraw();
    this.connect();
  }

  /** Looks at the clock: what was asked long ago and not answered. */
  tick() {
    // A page that was itself asleep hears first what came meanwhile.
    const awake = Date.now() - (this.ticked ?? 0) < SLOW_MS;
    this.ticked = Date.now();
    if (this.link !== "live" || this.pending.size === 0 || !awake) return;
    for (const asked of [...this.pending.values()]) {
      const waits = Date.now() - asked.since;
      if (waits > SILENT_MS_MAX) return this.drop();
      if (waits > SLOW_MS && !asked.slow && !asked.quiet) {
        asked.slow = true;
        say(`${asked.label}: waiting for the house …`);
      }
    }
  }

  get game() {
    return GAMES[this.head.game];
  }

  /** What the lobby says of the table: name, free places, whose money; and the felt of a roulette table. */
  async about() {
    try {
      this.info = (await ask("GET", "/api/tables")).find(({ id }) => id === this.id);
      this.nowhere = !this.info;
      if (this.info?.game === "rapid-roulette") this.felt ??= await ask("GET", `/api/tables/${this.id}/felt`);
    } catch (refused) {
      if (refused.code !== "house.away") refuse("The table cannot be shown.", refused);
    }
    this.redraw();
  }

  connect() {
    if (this.gone || this.nowhere) return;
    const url = new URL(`/api/tables/${this.id}/live`, location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    if (this.version !== undefined) url.searchParams.set("seen", this.version);
    const socket = new WebSocket(url);
    // What is laid over each other comes from one socket: the first message of the next has everything again.
    Object.assign(this, { house: {}, parts: {}, kinds: {}, clauses: {}, choices: {}, may: [] });
    this.socket = socket;
    this.patience = setTimeout(() => this.drop(), SILENT_MS_MAX);
    socket.onopen = () => this.opened();
    socket.onmessage = ({ data }) => this.hear(JSON.parse(data));
    socket.onclose = ({ reason }) => socket === this.socket && this.lost(reason);
  }

  opened() {
    if (this.version !== undefined) say("Connected again.");
    clearTimeout(this.patience);
    this.link = "live";
    this.tries = 0;
    this.anew = this.pending.size > 0;
    for (const asked of this.pending.values()) asked.since = Date.now();
    if (this.wants !== undefined && plays(who.me)) this.sit(this.wants);
    this.redraw();
  }

  /** Asks again what was not answered, once it is known where the table stands now. */
  askAgain() {
    this.anew = false;
    // Only what has a key at the table is safe to be said twice, and only in the round it was meant for.
    for (const [key, asked] of this.pending) {
      if (asked.sent === this.socket) continue;
      asked.sent = this.socket;
      if (asked.again && asked.round === this.round()) this.socket.send(JSON.stringify({ key, ...asked.message }));
      else {
        this.pending.delete(key);
        if (!asked.quiet) say(`${asked.label}: no answer came. See whether it was done before you ask again.`);
      }
    }
  }

  round() {
    return this.view && this.game?.round(this);
  }

  /** Takes a place that the page chose; if somebody was quicker, the next one. */
  sit(place) {
    this.wants = undefined;
    this.tried.add(place);
    this.send(`sit ${place}`, `Sit at ${place}`, { join: { place } }, false, { chosen: true });
  }

  async sitElsewhere(refused) {
    await this.about();
    const place = this.info?.free.find((one) => !this.tried.has(one));
    if (place !== undefined && !this.seat()) this.sit(place);
    else refuse("No place could be had.", refused);
  }

  lost(reason) {
    if (this.gone) return;
    if (reason.startsWith("session.over")) {
      sessionOver();
      this.link = "over";
      refuse("Signed out.", { code: "session.over", message: "The session is over: sign in again." });
      return this.redraw();
    }
    this.link = "lost";
    say();
    this.redraw();
    // Not all at once: a house that comes back has many guests.
    const wait = RETRY_MS[Math.min(this.tries++, RETRY_MS.length - 1)] * (0.6 + 0.4 * Math.random());
    this.retry = setTimeout(() => this.comeBack(), wait);
  }

  /** Whoever was somebody has to be the same again, or is told. */
  async comeBack() {
    const before = who.me?.number;
    try {
      await whoAmI();
    } catch {
      return this.lost("");
    }
    if (before !== undefined && who.me?.number !== before) return this.lost("session.over");
    await this.about();
    this.connect();
  }

  hear(message) {
    if (message.type === "reality") {
      this.reality = message.minutes;
      return this.redraw();
    }
    const before = this.total();
    const { version, at, house, kinds = {}, clauses, notes = [], answers = [], view, choices: told, legal = [], fresh } = message;
    this.house = merged(this.house, house ?? {});
    this.head = { ...this.house, version, at: at ?? this.head.at };
    const { promise, revealed } = this.house;
    if (promise) this.promises.set(promise.turn, promise.commitment);
    for (const turn of this.promises.keys()) if (turn < (revealed?.turn ?? 0)) this.promises.delete(turn);
    this.version = version;
    if (at !== undefined) this.offset = at - Date.now();
    if (fresh) this.notes = [];
    Object.assign(this.kinds, kinds);
    Object.assign(this.clauses, clauses);
    const happened = notes.map((note) => ({ ...noted(note, this.kinds, this.clauses), key: ++this.heard }));
    this.notes = [...this.notes, ...happened].slice(-NOTES_MOST);
    if (view) {
      this.parts = merged(this.parts, view);
      this.view = this.game.whole(this.parts);
    }
    Object.assign(this.choices, told);
    edit(this.may, legal);
    if (view || told || legal.length > 0) this.legal = { choices: this.may.map((number) => this.choices[number]) };
    const closes = this.head.closes ?? (this.view && this.game?.closes(this));
    if (closes !== this.closes) Object.assign(this, { closes, period: closes && closes - this.head.at });
    this.count(before, happened);
    this.tell();
    for (const answer of answers) this.answered(answer);
    if (this.anew && this.view) this.askAgain();
    this.redraw();
  }

  /** What this person brought, as far as it can be seen: what the purse gained when chips were bought. */
  count(before, notes) {
    const now = this.total();
    if (now === undefined) return;
    const key = `houseway-brought ${this.id} ${who.me?.number}`;
    const bought = notes.some(({ step }) => this.game.bought.has(step));
    let brought = Number(sessionStorage.getItem(key) ?? NaN);
    if (Number.isNaN(brought) || now === 0) brought = now;
    else if (bought && before !== undefined && now > before) brought += now - before;
    sessionStorage.setItem(key, brought);
    this.net = now - brought;
  }

  total() {
    const purse = this.view && who.me && this.game?.purse(this);
    return purse ? purse.free + purse.down + purse.more : undefined;
  }

  /** Says what a round brought, once. */
  tell() {
    const result = this.view && this.game?.result(this);
    if (!result) return;
    const { of, lines, net } = result;
    const sum = net > 0 ? `You won ${money(net)}` : net < 0 ? `You lost ${money(-net)}` : "Nothing won or lost";
    const text = `${of}. ${sum}. ${lines.join(". ")}.`;
    this.result = result;
    if (text === this.told) return;
    this.told = text;
    say(text);
  }

  answered({ key, refused }) {
    const asked = this.pending.get(key);
    if (key !== "" && !asked) return;
    this.pending.delete(key);
    if (asked?.quiet) return;
    if (refused && asked?.chosen && TAKEN.has(refused.code)) this.sitElsewhere(refused);
    else if (refused) {
      const what = asked?.label ?? "That";
      refuse(WAITS.has(refused.code) ? `${what}: not done yet.` : `${what} was refused.`, refused);
    } else {
      refuse();
      asked.done?.();
      say(asked.says?.() ?? `${asked.label}: done.`);
      if (asked.message.join || asked.message.leave) this.about();
    }
  }

  isBusy(id) {
    return this.link !== "live" || [...this.pending.values()].some((asked) => asked.id === id);
  }

  /** Asks the house; the button with this id waits for the answer. */
  send(id, label, message, again = true, more = {}) {
    // A second touch before the answer is the same touch.
    if (this.isBusy(id)) return;
    const keyed = (about) => {
      const key = random(12);
      this.pending.set(key, { ...about, since: Date.now(), round: this.round(), sent: this.socket });
      if (this.link === "live") this.socket.send(JSON.stringify({ key, ...about.message }));
    };
    // With the first wager of a turn of chance, this browser adds to it.
    const turn = this.head.promise?.turn;
    if (turn !== undefined && turn !== this.mixed && (message.do?.do === "place" || message.do?.put)) {
      this.mixed = turn;
      keyed({ id: "chance", label: "chance", message: { chance: random(32) }, again: false, quiet: true });
    }
    keyed({ id, label, message, again, ...more });
    this.redraw();
  }

  pick(what, value) {
    this.picked.set(what, value);
    this.redraw();
  }

  seat() {
    return this.view && this.game?.seat(this);
  }

  spotName(spot) {
    return this.felt?.spots[spot]?.name ?? `spot ${spot}`;
  }

  /** Takes a place: by oneself, coming as a guest if need be. */
  sitButton(place, label) {
    const id = `sit ${place}`;
    const sit = async () => {
      if (who.me) return this.send(id, label, { join: this.joining(place) }, false);
      // The socket of a stranger stays a stranger's: a new one is opened as the guest.
      if (!(await attempt("No place for a guest.", come))) return undefined;
      this.wants = place;
      this.hangUp();
      return this.connect();
    };
    return press(label, sit, { busy: this.isBusy(id) });
  }

  joining(place) {
    if (this.info?.money !== "accounts") return { place };
    return { place, amount: Number(document.getElementById("bring")?.value) };
  }

  /** Places that can be had by whoever looks. */
  free() {
    const may = !who.me || plays(who.me);
    const open = this.info && !this.isChanged && (who.me || this.info.money === "practice");
    return may && open && !this.seat() && this.link === "live" && !this.head.halted ? this.info.free : [];
  }

  left() {
    return this.closes && Math.max(0, this.closes - (Date.now() + this.offset));
  }

  draw() {
    const name = this.info?.name ?? this.id;
    if (this.nowhere) {
      return [h("h1", { key: "name" }, "No such table"), h("p", { key: "nowhere" },
        `There is no table ${this.id} here. `, h("a", { href: "#" }, "To the tables"))];
    }
    if (!this.view || !this.game) {
      const text = this.link === "lost" ? "The house does not answer. Trying again …" : "Coming to the table …";
      return [h("h1", { key: "name" }, name), h("p", { class: "quiet", key: "wait" }, text)];
    }
    const offers = choices.read(this);
    const felt = h("section", { class: "felt", key: "felt", "aria-label": "The felt" },
      this.game.felt(this, this.free(), offers));
    const acts = h("section", { class: "acts", key: "acts", "aria-label": "What you may do" },
      h("h2", null, "What you may do"), this.drawActs(offers));
    return h("div", { class: `table ${this.head.game}`, key: this.id },
      this.drawTop(name),
      this.drawAlarms(),
      this.drawResult(),
      this.game.first === "acts" ? [acts, felt] : [felt, acts],
      h("section", { class: "aside", key: "aside", "aria-label": "About the table" },
        this.drawNotes(), this.drawAbout()));
  }

  /** The last result has a place of its own from the start, so that nothing moves when it comes. */
  drawResult() {
    if (!this.result && !this.seat()) return null;
    const { of, lines = [], net = 0, hands } = this.result ?? {};
    const sum = net > 0 ? "won" : net < 0 ? "lost" : "nothing won or lost";
    return h("section", { class: `result ${tone(net)}`, key: "result", "aria-label": "Your last result" },
      this.result ? h("div", { class: "sum", key: "sum" },
        h("p", null, h("strong", { class: "net" }, signed(net)), ` ${sum} · ${of}`),
        h("ul", { class: "lines" }, lines.map((line) => h("li", { key: line }, `${line}.`))))
        : h("p", { class: "quiet", key: "none" }, "What a round brings you will stand here."),
      hands);
  }

  drawTop(name) {
    const left = this.left();
    const purse = who.me && this.game.purse(this);
    const figure = (label, id, text, more) => [label, h("span", { id: `table-${id}`, ...more }, text)];
    const seconds = left === undefined ? "–" : `${Math.ceil(left / 1000)} s`;
    const part = this.period ? Math.min(1, left / this.period).toFixed(3) : "0";
    return h("section", { class: "top", key: "top", "aria-label": "The table" },
      h("div", { class: "title" }, h("h1", null, name),
        h("p", { class: "phase" }, `${this.game.round(this)} · ${this.game.phase(this)}`)),
      list("figures", [
        (purse || left !== undefined) && figure("Time left", "left", seconds, { role: "timer" }),
        purse && figure("Your chips", "purse", money(purse.free)),
        purse && figure("On the table", "down", money(purse.down)),
        purse && figure("Net here", "net", signed(this.net), { class: tone(this.net) }),
      ]),
      left !== undefined && h("div", { class: "bar", "aria-hidden": "true", style: { "--part": part } }, h("i", null)));
  }

  drawAlarms() {
    const { halted, waits_for: waits, trouble, dealer, asks = [] } = this.head;
    const mine = asks.filter(({ player }) => plays(who.me) && player === who.me.number);
    const alarm = (key, ...text) => h("p", { class: "alarm", key }, text);
    const note = (key, text) => h("p", { class: "note", key }, text);
    return h("div", { class: "alarms", key: "alarms", role: "status" },
      this.link === "lost" && alarm("lost", "Connection lost. Trying again; what you see is from before. ",
        this.seat() && "Your place and your chips are kept."),
      this.link === "over" && alarm("over", "The session is over; what you see is from before. ",
        h("a", { href: "#sign-in" }, "Sign in again"), " or go back ", h("a", { href: "#" }, "to the tables"), "."),
      halted && alarm("halted", `The table is halted: ${halted}`),
      waits && !halted && alarm("waits", `The table waits: ${waits}.`),
      trouble && alarm("trouble", `Nothing can be kept at the moment: ${trouble}`),
      mine.map(({ number, amount, purse, effect }) => h("p", { class: "note asks", key: `ask-${number}` },
        purse === "tokens"
          ? `The dealer asks to put ${money(amount)} of your promotional tokens on the table. `
          : this.info?.money === "cash"
            ? `The dealer changes ${money(amount)} of your cash into chips. `
            : `The dealer asks to change ${money(amount)} from your account into chips. `,
        press(this.info?.money === "cash" ? "Yes, from my cash" : "Yes, from my account",
          () => this.confirm(number, true, effect)), " ",
        press("No", () => this.confirm(number, false)))),
      dealer && this.info?.house_deals && note("dealer", "A dealer has taken over from the house."),
      this.reality !== undefined && h("p", { class: "note", key: "reality" },
        `You have played for ${this.reality} minutes. `, press("I have seen it", this.seen)));
  }

  /** Nothing leaves an account before its player says so here. */
  confirm = (number, yes, effect) => attempt("Not done.", async () => {
    await ask("POST", `/api/tables/${this.id}/confirm`, { number, yes, effect });
    say(yes ? "It is on the table." : "Nothing was bought.");
  });

  /** It comes again with every connection until the player says so. */
  seen = () => {
    this.reality = undefined;
    this.redraw();
    // Guests have nothing to say it for.
    if (roleOf(who.me) === "player") attempt("Not noted.", () => ask("POST", "/api/me/reality-check/seen"));
  };

  drawActs(offers) {
    if (this.link === "over") return h("p", { class: "quiet", key: "over" }, "Nothing: the session is over.");
    const seat = this.seat();
    const staff = deals(who.me);
    const hint = staff ? "" : this.hint();
    const waiting = this.pending.size > 0 && this.link !== "live";
    const takes = !this.head.dealer;
    const hand = () => attempt(takes ? "Not taken over." : "Not handed back.", async () => {
      await ask("POST", `/api/tables/${this.id}/dealer`, { takes });
      await this.about();
    });
    const resume = () => attempt("The table has to wait.", () => ask("POST", `/api/tables/${this.id}/resume`));
    return [
      waiting && h("p", { class: "note", key: "waiting" }, "Not answered yet; asked again when the house is back."),
      hint && h("p", { class: "quiet", key: "hint" }, hint),
      !seat && this.info?.money === "accounts" && !this.isChanged && plays(who.me) &&
        field("Bring with you", { id: "bring", type: "number", min: 1, value: this.info.purse }),
      choices.draw(this, offers),
      seat && h("div", { class: "buttons", key: "going" }, this.drawTopUp(), press("Leave the table",
        () => this.send("leave", "Leave the table", { leave: true }, false, { says: () => this.going() }),
        { busy: this.isBusy("leave") })),
      staff && this.info && press(this.handing(takes), hand),
      roleOf(who.me) === "supervisor" && this.head.halted && press("Ask to let it go on", resume),
    ];
  }

  /** What taking the table, or handing it over, is called here. */
  handing(takes) {
    if (this.info.house_deals) return takes ? "Take over the table" : "Hand the table back";
    return takes ? "Take the table" : "Hand the table over";
  }

  /** Whether the dealer changes money into chips here, and not the page. */
  get isChanged() {
    return this.info && (this.info.money === "cash" || !this.info.house_deals);
  }

  /** What leaving came to: gone, or as soon as the rules let go. */
  going() {
    if (!this.total()) return "You have left the table.";
    return this.info?.house_deals ? "You leave as soon as nothing of yours is at stake."
      : "You asked to leave: the dealer pays you out.";
  }

  hint() {
    const { info } = this;
    if (!info || (who.me && !plays(who.me))) return "You look on.";
    if (this.head.halted) return "Nothing can be done before the table goes on.";
    if (!who.me && info.money !== "practice") return "Sign in to play here.";
    if (this.isChanged) {
      if (!who.me) return "A person deals here, and changes money into chips.";
      return this.total() ? "" : `The dealer changes your money into chips. You are number ${who.me.number}.`;
    }
    if (this.seat()) return "";
    const brings = `You get ${money(info.purse)} practice chips.`;
    return info.free.length === 0 ? "No place is free at the moment."
      : `Take one of the free places. ${info.money === "practice" ? brings : ""}`;
  }

  drawTopUp() {
    if (this.isChanged) return null;
    const busy = this.isBusy("top-up");
    const submit = (event) => {
      event.preventDefault();
      const units = Number(event.target.elements.namedItem("more").value);
      if (!busy) this.send("top-up", "More chips", { "top-up": units }, false);
    };
    return h("form", { class: "inline", key: "top-up", onsubmit: submit },
      h("label", { for: "more-chips", class: "unseen" }, "How many more chips"),
      h("input", { id: "more-chips", name: "more", type: "number", min: 1, value: 500, inputmode: "numeric" }),
      press("More chips", undefined, { type: "submit", busy }));
  }

  drawNotes() {
    const by = (person) => {
      if (typeof person === "string") return person === "house" ? "the house" : person;
      const [[kind, id]] = Object.entries(person);
      if (kind === "player") return named(id);
      return kind === "staff" ? (id[1] > 0 ? "a supervisor" : "the dealer") : `inspector ${id}`;
    };
    const where = this.house?.game === "pai-gow" ? "area" : "station";
    const of = ({ place, of: sort, amount, shows }) => [
      sort && words(sort), shows, amount !== undefined && amount !== null && money(amount),
      place && `${where} ${place}`].filter(Boolean).join(", ");
    const about = ({ by: person, player }) => player && person.player !== player ? `${by(person)}, for ${named(player)}` : by(person);
    const one = (note) => h("li", { key: note.key },
      h("span", null, `${capital(words(note.step))}${of(note) && `: ${of(note)}`}`), h("span", { class: "by" }, about(note)),
      note.clauses.length > 0 && h("span", { class: "clauses" }, cited(note.clauses)));
    return [
      h("h2", { key: "title" }, "What happened"),
      this.notes.length === 0 && h("p", { class: "quiet", key: "none" }, "Nothing since you came."),
      h("ol", { class: "notes", key: "notes", tabindex: 0, "aria-label": "What happened, the latest first" },
        this.notes.toReversed().map(one)),
    ];
  }

  drawAbout() {
    const { promise, revealed } = this.head;
    const code = (text) => h("code", null, text);
    return [
      h("details", { key: "limits" }, h("summary", null, "Limits in force"), list("rows", this.game.limits(this))),
      promise && h("details", { key: "fair" }, h("summary", null, "Chance that can be checked"),
        h("p", { class: "small quiet" }, "The house fixed this round's chance before wagers and shows its seed ",
          "afterwards; your browser adds to it with your first wager."),
        list("rows", [
          ["Turn", promise.turn],
          ["Promise", code(promise.commitment)],
          ["Added by stations", promise.additions],
          revealed && [`Seed of turn ${revealed.turn}`, code(revealed.seed)],
          revealed && this.promises.has(revealed.turn) &&
            ["It was promised as", code(this.promises.get(revealed.turn))],
        ])),
    ];
  }
}
