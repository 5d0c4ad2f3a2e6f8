// The page: the floor with its tables, one table, signing in, and the office. One small page without a build
// step; it draws what the house says and knows no rule of any game.
//
// May touch: the API of the house that served it, and this browser's own storage.

import { capital, cited, draw, field, h, money, press, rows, select, words } from "./dom.js";
import {
  ask, attempt, changePassword, come, deals, onOther, plays, refuse, roleName, roleOf, say, setUp, signIn, signOut, who,
  whoAmI,
} from "./house.js";
import { Table, random } from "./table.js";

const LOOK_MS = 3000;
const TICK_MS = 250;
const OFFICE = ["administrator", "supervisor", "inspector"];
const ROLES = ["player", "dealer", "supervisor", "inspector", "tournament-director", "administrator"];
const MONEY = { practice: "Practice chips", accounts: "From your account", cash: "Cash at the table" };
const LINK = { live: "live", lost: "reconnecting …", connecting: "connecting …", over: "signed out" };

/** Everything the page knows. */
const state = { place: [""], tables: undefined, table: undefined, approvals: [], people: [] };

let drawing = false;
/** Draws once, however often it is asked before the next frame. */
function redraw() {
  if (drawing) return;
  drawing = true;
  requestAnimationFrame(() => {
    drawing = false;
    drawAll();
  });
}

const PLACES = {
  "": [floor],
  table: [() => state.table?.draw()],
  "sign-in": [signInPlace, "Sign in"],
  "set-up": [setUpPlace, "First set-up"],
  office: [office, "Office"],
};

function drawAll() {
  const given = who.me?.password_given && [passwordPlace, "Your password"];
  const [place, title = state.table?.info?.name] = given || (PLACES[state.place[0]] ?? PLACES[""]);
  draw(document.getElementById("head"), head());
  const away = state.away && !state.table &&
    h("p", { class: "alarm", key: "away" }, "The house does not answer. Trying again; what you see is from before.");
  draw(document.getElementById("main"), h("div", { class: "alarms", key: "alarms", role: "status" }, away),
    place(), approvals());
  document.title = title ? `${title} – Houseway` : "Houseway";
}

function head() {
  const { me } = who;
  const { table } = state;
  const out = () => attempt("Still signed in.", async () => {
    await signOut();
    leaveTable();
    location.hash = "";
    say("Signed out.");
    look();
  });
  const places = [["", "Tables"], OFFICE.includes(roleOf(me)) && ["office", "Office"], !me && ["sign-in", "Sign in"]];
  const title = me && `${roleName(me.role)}${roleOf(me) === "player" ? ` ${me.number}` : ""}`;
  const role = roleOf(me) === "guest" ? me.name : me && `${me.name}, ${title}`;
  return [
    h("a", { class: "brand", href: "#", key: "brand" }, "Houseway"),
    table && h("span", { class: `link ${table.link}`, key: "link", id: "link" }, LINK[table.link]),
    h("nav", { key: "nav", "aria-label": "Places" },
      places.filter(Boolean).map(([place, name]) => h("a", {
        key: place, href: `#${place}`, "aria-current": state.place[0] === place ? "page" : undefined,
      }, name)),
      me && h("span", { class: "me", id: "me" }, role, me.balance !== undefined && ` · account ${money(me.balance)}`),
      me && press("Sign out", out, { class: "plain" })),
  ];
}

// The floor.

async function sitDown({ id, free }) {
  if (!(await attempt("No place for a guest.", come))) return;
  state.sit = free[0];
  location.hash = `table/${id}`;
}

const count = (number, one, many) => `${money(number)} ${number === 1 ? one : many}`;

function card(table) {
  const { id, name, game, book, money: kind, house_deals, dealer, players, bots, free, betting, halted, waits_for: waits } = table;
  const member = roleOf(who.me) === "player" && kind === "accounts";
  const may = (!who.me || plays(who.me)) && house_deals && free.length > 0 && !halted &&
    (kind === "practice" || member);
  const people = players - bots;
  const there = [people > 0 && count(people, "person", "people"), bots > 0 && count(bots, "bot", "bots"),
    free.length > 0 ? `${count(free.length, "place", "places")} free` : "no place free"];
  const go = deals(who.me) ? ["Go there", `Go to ${name}`] : ["Watch", `Watch ${name}`];
  const sit = () => (kind === "practice" ? sitDown(table) : (location.hash = `table/${id}`));
  return h("li", { key: id, class: "card" },
    h("h2", null, h("a", { href: `#table/${id}` }, name)),
    h("p", { class: "quiet" }, `${capital(words(game))} · ${book}`),
    h("p", null, `${MONEY[kind]} · dealt by ${house_deals && !dealer ? "the house" : "a person"}`),
    h("p", null, there.filter(Boolean).join(" · ")),
    halted ? h("p", { class: "alarm" }, `Halted: ${halted}`)
      : waits ? h("p", { class: "alarm" }, `Waits: ${waits}`)
      : h("p", { class: betting ? "open" : "quiet" }, betting ? "Wagers are open" : "Between wagers"),
    h("div", { class: "buttons" },
      may && press("Sit down", sit, { big: true, name: `Sit down at ${name}` }),
      h("a", { class: "act", href: `#table/${id}`, "aria-label": go[1] }, go[0])));
}

function floor() {
  if (!state.tables) return h("p", { class: "quiet", key: "wait" }, "Looking for the tables …");
  return h("section", { class: "floor", key: "floor" },
    h("h1", null, "The floor"),
    state.tables.length === 0 && h("p", { class: "quiet" }, "No table is open at the moment."),
    !who.me && h("p", { class: "lead" }, "Sit down at a practice table: no name, no money, no signing up."),
    h("ul", { class: "tables" }, state.tables.map(card)));
}

// Signing in.

/** A form whose fields go to `work` by name. */
function form(title, what, fields, word, work) {
  const submit = (event) => {
    event.preventDefault();
    const given = Object.fromEntries(new FormData(event.target));
    attempt(what, async () => {
      await work(given, event.target);
      await look();
    });
  };
  return h("form", { class: "sheet", onsubmit: submit, key: title, "aria-label": title },
    h("h2", null, title), fields, h("button", { class: "act big" }, word));
}

/** A field of a form, named by the last word of its id. */
const text = (id, label, more) =>
  field(label, { id, name: id.split("-").at(-1), required: true, autocomplete: "off", ...more });
const secret = (id, label, autocomplete) => text(id, label, { type: "password", autocomplete });

function arrived() {
  say(`Signed in as ${who.me.name}.`);
  location.hash = roleOf(who.me) === "administrator" ? "office" : "";
}

function signInPlace() {
  const fields = [
    text("sign-in-name", "Name", { autocomplete: "username" }),
    secret("sign-in-password", "Password", "current-password"),
  ];
  return h("section", { class: "narrow", key: "sign-in" },
    h("h1", null, "Sign in"),
    form("With your name", "Not signed in.", fields, "Sign in", async ({ name, password }) => {
      await signIn(name, password);
      arrived();
    }),
    h("p", null, h("a", { href: "#set-up" }, "First set-up of a new house")));
}

/** Somebody else chose the password: nothing goes on before it is changed. */
function passwordPlace() {
  const fields = [
    secret("password-old", "The password you were given", "current-password"),
    secret("password-new", "Your own password", "new-password"),
  ];
  return h("section", { class: "narrow", key: "password" },
    h("h1", null, "Your password"),
    h("p", { class: "quiet" }, "Somebody else chose your password. Choose your own, then sign in with it."),
    form("Your own password", "Not changed.", fields, "Change", async ({ old, new: fresh }) => {
      await changePassword(old, fresh);
      location.hash = "sign-in";
      say("Changed. Sign in with your own password.");
    }));
}

function setUpPlace() {
  const fields = [
    text("set-up-code", "Set-up code"),
    text("set-up-name", "Name", { autocomplete: "username" }),
    secret("set-up-password", "Password", "new-password"),
  ];
  return h("section", { class: "narrow", key: "set-up" },
    h("h1", null, "First set-up"),
    h("p", { class: "quiet" },
      "The house printed a set-up code when it was started. With it comes the first administrator. The founding codes ",
      "beside it are for two supervisors, who enter them under Office."),
    form("The first administrator", "Not set up.", fields, "Set up", async ({ code, name, password }) => {
      await setUp(code, name, password);
      arrived();
    }));
}

// The office.

function office() {
  const role = roleOf(who.me);
  if (!OFFICE.includes(role)) {
    return h("p", { key: "no" }, "The office is for staff. ", h("a", { href: "#sign-in" }, "Sign in"));
  }
  return h("section", { class: "office", key: "office" }, h("h1", null, "Office"),
    role === "administrator" && [addPerson(), openTable()],
    who.me.mark && waitsForWord(role),
    role === "supervisor" && !who.me.mark && vouch(),
    role === "supervisor" ? cage() : people());
}

function addPerson() {
  const fields = [
    text("add-name", "Name"),
    secret("add-password", "First password", "new-password"),
    select("Role", { id: "add-role", name: "role" }, ROLES.map((role) => [role, capital(words(role))])),
    text("add-rank", "Rank, for a supervisor", { type: "number", min: 1, max: 9, value: 1 }),
  ];
  return form("Add somebody", "Not added.", fields, "Add", async ({ name, password, role, rank }, sheet) => {
    const given = role === "supervisor" ? { supervisor: Number(rank) } : role;
    const added = await ask("POST", "/api/people", { name, password, role: given });
    sheet.reset();
    say(`${added.name} was added as number ${added.number}.`);
  });
}

/** Nobody has vouched for whoever is here: the mark that a supervisor wants to see, or a code of the start. */
function waitsForWord(role) {
  const enter = async ({ code }) => {
    await ask("POST", "/api/me/founding-code", { code });
    await whoAmI();
    say("Your word counts from now on.");
  };
  return [
    h("p", { key: "mark" }, "Nobody has vouched for you yet. Show a supervisor this mark: ",
      h("strong", null, who.me.mark)),
    role === "supervisor" && form("Founding code", "Not taken.", [text("founding-code", "Founding code")], "Enter", enter),
  ];
}

function vouch() {
  const fields = [text("vouch-name", "Name of a colleague"), text("vouch-mark", "The mark on their screen")];
  return form("Vouch for somebody", "Not vouched for.", fields, "Vouch", async ({ name, mark }, sheet) => {
    await ask("POST", `/api/people/${encodeURIComponent(name.trim())}/vouch`, { mark });
    sheet.reset();
    say(`${name} counts as a second person.`);
  });
}

function openTable() {
  const books = [...new Set(state.tables?.map(({ book }) => book))];
  const fields = [
    text("open-id", "Short name", { pattern: "[a-z0-9\\-]{1,32}", title: "small letters, digits, hyphens" }),
    text("open-name", "Name"),
    text("open-book", "Book", { list: "books", value: books[0] }),
    h("datalist", { id: "books" }, books.map((book) => h("option", { key: book, value: book }))),
    select("Money", { id: "open-money", name: "money" }, Object.entries(MONEY).toReversed()),
    select("Dealt by", { id: "open-dealt", name: "dealt" }, [["person", "A person"], ["house", "The house"]]),
  ];
  return form("Open a table", "Not opened.", fields, "Open", async ({ dealt, ...given }, sheet) => {
    await ask("POST", "/api/tables", { ...given, house_deals: dealt === "house" });
    sheet.reset();
    say(`${given.name} is open.`);
  });
}

/** What was sent to the cage and not answered, and its key: sent again, it is done once. */
let once = {};

function cage() {
  const fields = [
    text("cage-player", "Player's number", { type: "number", min: 1 }),
    select("What", { id: "cage-what", name: "what" }, [["deposit", "Money comes in"], ["withdrawal", "Money goes out"],
      ["adjust-up", "Adjust upwards"], ["adjust-down", "Adjust downwards"]]),
    text("cage-amount", "Amount", { type: "number", min: 1 }),
    text("cage-why", "Why (an adjustment has to say)", { required: false }),
  ];
  return form("At the cage", "Not done.", fields, "Do it", async ({ player, what, amount, why }) => {
    const work = { player: Number(player), what, amount: Number(amount), why };
    const of = JSON.stringify(work);
    if (once.of !== of) once = { of, key: random(12) };
    const { before, after } = await ask("POST", "/api/cage", work, { "idempotency-key": once.key });
    once = {};
    say(`The account of player ${player} held ${money(before)} and now holds ${money(after)}.`);
  });
}

const people = () => h("section", { class: "sheet", key: "people", "aria-label": "People" }, h("h2", null, "People"),
  rows(["Number", "Name", "Role"], state.people.map(({ number, name, role }) => [number, name, roleName(role)])));

/** What waits, as people read it; whatever cannot be read so stays as it came. */
function inWords(what) {
  try {
    const { do: word, ...rest } = JSON.parse(what);
    const parts = Object.entries(rest).filter(([, value]) => value !== null && typeof value !== "object");
    return [word, ...parts.map(([name, value]) => `${name} ${value}`)].filter(Boolean).map(words).join(", ");
  } catch {
    return "";
  }
}

function approvals() {
  if (state.approvals.length === 0) return null;
  const answer = (number, approve, effect) => attempt("Not approved.", async () => {
    await ask("POST", `/api/approvals/${number}`, approve ? { approve, effect: effect.hash } : { approve });
    say(`Approval ${number} was ${approve ? "given" : "refused"}.`);
    await look();
  });
  const moves = ({ account, before, after }) => h("li", { key: account }, `${account}: ${money(before)} → ${money(after)}`);
  const one = ({ number, first, table, what, second, effect }) => h("li", { key: number },
    h("p", null, `${number}: ${first} asks${table ? ` at ${table}` : ""} for `, h("strong", null, inWords(what)), " ",
      h("code", { class: "quiet" }, what)),
    h("p", { class: "quiet" }, `What follows: ${effect.follows.map(({ step }) => words(step)).join(", ")}`),
    h("ul", { class: "effect" }, effect.accounts.map(moves)),
    h("p", { class: "quiet" }, `Takes a second person of the rank of ${second.name} or above. `, cited(second.clauses)),
    roleOf(who.me) === "supervisor" && h("div", { class: "buttons" },
      first !== who.me.name && press("Approve", () => answer(number, true, effect), { name: `Approve ${number}` }),
      press("Refuse", () => answer(number, false), { name: `Refuse ${number}` })));
  return h("section", { class: "approvals", key: "approvals", "aria-label": "Waiting for a second person" },
    h("h2", null, "Waiting for a second person"), h("ul", null, state.approvals.map(one)));
}

// Looking, and going from place to place.

/** Fetches what the place shows beside a live table; a house that is away is tried again. */
async function look() {
  if (who.leaves) return;
  const { me } = who;
  if (me?.password_given) return redraw();
  const role = roleOf(me);
  const [place] = state.place;
  try {
    if (!state.known) await whoAmI().then(() => (state.known = true));
    if (place !== "table") state.tables = await ask("GET", "/api/tables");
    else if (!state.table?.seat()) await state.table?.about();
    state.away = false;
    if (state.known && who.me !== me) {
      // Somebody else's lists are nothing for whoever is here now.
      Object.assign(state, { approvals: [], people: [] });
      return redraw();
    }
    const two = ["dealer", "supervisor", "inspector"].includes(role);
    const mine = () => state.approvals.filter(({ first }) => first === who.me?.name).map(({ number }) => number);
    const asked = mine();
    state.approvals = two ? await ask("GET", "/api/approvals") : [];
    const decided = asked.filter((number) => !mine().includes(number));
    if (decided.length > 0) {
      refuse();
      say(`Approval ${decided.join(", ")} is no longer waiting: a second person has decided, or its time ran out.`);
    }
    const lists = place === "office" && ["administrator", "inspector"].includes(role);
    if (lists) state.people = await ask("GET", "/api/people");
  } catch (refused) {
    if (who.leaves) return;
    // A lost session is said by the head of the page; a house that is away by the line above the rest.
    if (refused.code === "house.away") state.away = true;
    else refuse("The house cannot be shown.", refused);
  }
  redraw();
}

/** Another tab has become somebody else, and so has this one. */
async function becomeOther() {
  const before = who.me?.number;
  state.known = false;
  await look();
  if (who.me?.number === before) return;
  say(who.me ? `Signed in as ${who.me.name} in another tab.` : "Signed out in another tab.");
  if (who.me) state.table?.renew();
}

function leaveTable() {
  state.table?.close();
  state.table = undefined;
}

function go() {
  const place = location.hash.slice(1).split("/");
  // The link that skips to the main part is no place.
  if (place[0] === "main") return;
  const moved = state.place.join("/") !== place.join("/");
  state.place = place;
  if (moved) {
    refuse();
    window.scrollTo(0, 0);
  }
  if (place[0] !== "table" || state.table?.id !== place[1]) leaveTable();
  if (place[0] === "table" && !state.table) state.table = new Table(place[1], redraw, state.sit);
  state.sit = undefined;
  look();
}

window.addEventListener("hashchange", go);
window.addEventListener("offline", () => state.table?.link === "live" && state.table.drop());
// A key that is held down presses once.
window.addEventListener("keydown", (event) => event.repeat && event.key === "Enter" && event.preventDefault(), true);
onOther(becomeOther);
setInterval(() => document.hidden || look(), LOOK_MS);
setInterval(() => {
  state.table?.tick();
  if (state.table?.left() !== undefined) redraw();
}, TICK_MS);
try {
  await whoAmI();
  state.known = true;
} catch {
  state.away = true;
}
go();
