// Talks to the house: who is signed in, requests with the session's second token, what is said and refused.

import { capital, cited, draw, h, words } from "./dom.js";

/** Who is here; `me` is what the house says of the session, or nothing. */
export const who = { me: undefined };

/** Who this browser was last, so that asking is worth it; other tabs hear when that changes. */
const CAME = "houseway-came";

/** How long the house may take to answer, in milliseconds. */
const ANSWER_MS_MAX = 15_000;

/** Ends what is being looked at. */
let looking = new AbortController();

/** What the house says to somebody whom it takes for nobody. */
const NOBODY = new Set(["session.over", "sign-in.wanted"]);

export class Refused extends Error {
  constructor({ code, clauses, message }) {
    super(message);
    Object.assign(this, { code, clauses });
  }
}

/** When a request is given up: after a while, and what only looks when somebody goes. */
function patience(method) {
  const late = AbortSignal.timeout(ANSWER_MS_MAX);
  return method === "GET" && AbortSignal.any ? AbortSignal.any([late, looking.signal]) : late;
}

/** Asks the house; whatever it refuses is thrown. */
export async function ask(method, path, body, more = {}) {
  const headers = { ...more };
  if (body !== undefined) headers["content-type"] = "application/json";
  if (who.me) headers["x-houseway-csrf"] = who.me.csrf;
  let answer;
  let text;
  try {
    answer = await fetch(path, {
      method, headers, body: body === undefined ? undefined : JSON.stringify(body),
      signal: patience(method),
    });
    text = await answer.text();
  } catch {
    throw new Refused({ code: "house.away", message: "The house does not answer." });
  }
  let said;
  try {
    said = text ? JSON.parse(text) : undefined;
  } catch {
    said = undefined;
  }
  // 202 is no refusal and not done either: it waits for a second person.
  if (answer.ok && answer.status !== 202) return said;
  const refused = new Refused(said ?? { code: `http.${answer.status}`, message: answer.statusText });
  // Whoever was somebody and is nobody any more is told so once, and the page with them.
  if (who.me && NOBODY.has(refused.code)) sessionOver();
  throw refused;
}

function is(me) {
  who.me = me;
  if (!me) localStorage.removeItem(CAME);
  else if (localStorage.getItem(CAME) !== String(me.number)) localStorage.setItem(CAME, me.number);
  return me;
}

/** Calls when another tab of this browser has become somebody else. */
export const onOther = (call) =>
  window.addEventListener("storage", ({ key, newValue }) => {
    if (key === CAME && newValue !== String(who.me?.number)) call();
  });

/** Finds out who this browser is to the house; a house that is away throws. */
export async function whoAmI() {
  if (!localStorage.getItem(CAME)) return is(undefined);
  try {
    return is(await ask("GET", "/api/me"));
  } catch (refused) {
    if (!NOBODY.has(refused.code)) throw refused;
    return is(undefined);
  }
}

/** Comes as a guest, unless already somebody. */
export const come = async () => who.me ?? is(await ask("POST", "/api/guest"));
export const signIn = async (name, password) => is(await ask("POST", "/api/sign-in", { name, password }));
export const setUp = async (code, name, password) => is(await ask("POST", "/api/set-up", { code, name, password }));
export async function changePassword(old, fresh) {
  await ask("POST", "/api/me/password", { old, new: fresh });
  is(undefined);
}
export async function signOut() {
  // Whatever is being looked at meanwhile would be refused.
  who.leaves = true;
  looking.abort();
  try {
    await ask("POST", "/api/sign-out");
    is(undefined);
  } finally {
    who.leaves = false;
    looking = new AbortController();
  }
}
export const sessionOver = () => is(undefined);

/** `supervisor` of `{"supervisor": 2}`. */
export const roleOf = (me) => (typeof me?.role === "object" ? Object.keys(me.role)[0] : me?.role);
export const roleName = (role) =>
  typeof role === "object" ? `supervisor of rank ${role.supervisor}` : words(role);
export const deals = (me) => ["dealer", "supervisor"].includes(roleOf(me));
export const plays = (me) => ["guest", "player"].includes(roleOf(me));

const GUESTS = 1_000_000;
const BOTS = 4_000_000_000;

/** A player by number, as the floor counts them: accounts, guests, bots; 0 is the House. */
export function named(number) {
  if (number === who.me?.number && plays(who.me)) return "you";
  if (number >= BOTS) return `bot ${number - BOTS}`;
  if (number >= GUESTS) return `guest ${number - GUESTS + 1}`;
  return number === 0 ? "the House" : `player ${number}`;
}

/** Says something for everybody, those who cannot see the page too. */
export function say(text) {
  draw(document.getElementById("said"), text ? h("p", null, text) : null);
}

/** Refusals that say: not yet, somebody else has to say yes. */
export const WAITS = new Set(["approval.waits", "confirm.waits"]);

/** Shows a refusal as it came: its code, its clauses, its words. */
export function refuse(what, refused) {
  const close = () => refuse();
  // What was done before is not what this is about.
  if (refused) say();
  draw(
    document.getElementById("refusal"),
    refused &&
      h(
        "div",
        { class: WAITS.has(refused.code) ? "refused waits" : "refused" },
        h("p", null, h("strong", null, what), " ", capital(refused.message)),
        h("p", { class: "small" }, h("code", null, refused.code), " ", cited(refused.clauses)),
        h("button", { type: "button", class: "plain", onclick: close }, "Close"),
      ),
  );
}

/** Does something that may be refused. */
export async function attempt(what, work) {
  try {
    refuse();
    return await work();
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    refuse(what, refused);
    return undefined;
  }
}
