// The page: the floor with its tables, one table, signing in, and the office. One small page without a build
// step; it draws what the house says and knows no rule of any game.
//
// May touch: the API of the house that served it, and this browser's own storage.

import { capital, draw, field, h, money, words } from "./dom.js";
import { ask, attempt, come, deals, plays, refuse, roleName, roleOf, say, setUp, signIn, signOut, who, whoAmI } from "./house.js";
import { Table } from "./table.js";

const LOOK_MS = 3000;
const TICK_MS = 250;

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

function drawAll() {
  draw(document.getElementById("head"), head());
  const [name] = state.place;
  const place = { "": floor, table: () => state.table?.draw(), "sign-in": signInPlace, "set-up": setUpPlace, office }[name] ?? floor;
  draw(document.getElementById("main"), place(), approvals());
  const title = { table: state.table?.info?.name, "sign-in": "Sign in", "set-up": "First set-up", office: "Office" }[name];
  document.title = title ? `${title} – Houseway` : "Houseway";
}

function head() {
  const { me } = who;
  const role = roleOf(me);
  const link = state.table && { live: "live", lost: "reconnecting …", connecting: "connecting …", over: "signed out" }[state.table.link];
  const out = () => attempt("Still signed in.", async () => {
    await signOut();
    leaveTable();
    location.hash = "";
    say("Signed out.");
    look();
  });
  const items = [
    ["", "Tables"],
    ["administrator", "supervisor", "inspector"].includes(role) && ["office", "Office"],
    !me && ["sign-in", "Sign in"],
  ].filter(Boolean);
  return [
    h("a", { class: "brand", href: "#", key: "brand" }, "Houseway"),
    link && h("span", { class: `link ${state.table.link}`, key: "link", id: "link" }, link),
    h("nav", { key: "nav", "aria-label": "Places" }, items.map(([place, name]) =>
      h("a", { key: place, href: `#${place}`, "aria-current": state.place[0] === place ? "page" : undefined }, name)),
      me && h("span", { class: "me", id: "me" }, `${me.name}, ${roleName(me.role)}${role === "player" ? ` ${me.number}` : ""}`, me.balance !== undefined && ` · ${money(me.balance)}`),
      me && h("button", { type: "button", class: "plain", onclick: out }, "Sign out")),
  ];
}

// The floor.

async function sitDown({ id, free }) {
  if (!(await attempt("No place for a guest.", come))) return;
  state.sit = free[0];
  location.hash = `table/${id}`;
}

function floor() {
  const { tables } = state;
  if (!tables) return h("p", { class: "quiet", key: "wait" }, "Looking for the tables …");
  const playing = !who.me || plays(who.me);
  return h("section", { class: "floor", key: "floor" },
    h("h1", null, "The floor"),
    !who.me && h("p", { class: "lead", key: "lead" }, "Sit down at a practice table: no name, no money, no signing up."),
    h("ul", { class: "tables" }, tables.map((one) => {
      const { id, name, game, book, money: kind, house_deals, dealer, players, bots, free, betting, halted } = one;
      const dealt = house_deals && !dealer ? "dealt by the house" : "dealt by a person";
      const may = playing && free.length > 0 && !halted && (kind === "practice" || (who.me && kind === "accounts" && roleOf(who.me) === "player"));
      const people = players - bots;
      return h("li", { key: id, class: "card" },
        h("h2", null, h("a", { href: `#table/${id}` }, name)),
        h("p", { class: "quiet" }, `${capital(words(game))} · ${book} · ${dealt}`),
        h("p", null, `${{ practice: "Practice chips", accounts: "From your account", cash: "Cash at the table" }[kind]} · ${people} ${people === 1 ? "person" : "people"}, ${bots} bots · ${free.length} free`),
        h("p", { class: halted ? "alarm" : betting ? "open" : "quiet" }, halted ? `Stands still: ${halted}` : betting ? "Wagers are open" : "Between wagers"),
        h("div", { class: "buttons" },
          may && h("button", { type: "button", class: "act big", "aria-label": `Sit down at ${name}`, onclick: () => (kind === "practice" ? sitDown(one) : (location.hash = `table/${id}`)) }, "Sit down"),
          h("a", { class: "act", href: `#table/${id}`, "aria-label": deals(who.me) ? `Go to ${name}` : `Watch ${name}` }, deals(who.me) ? "Go there" : "Watch")));
    })));
}

// Signing in.

/** A form whose fields go to `work` by name. */
function form(title, what, fields, word, work) {
  const submit = (event) => {
    event.preventDefault();
    const given = Object.fromEntries(new FormData(event.target));
    attempt(what, async () => {
      await work(given, event.target);
      redraw();
    });
  };
  return h("form", { class: "sheet", onsubmit: submit, key: title, "aria-label": title }, h("h2", null, title), fields, h("button", { class: "act big" }, word));
}

const text = (id, label, more) => field(label, { id, name: id.split("-").at(-1), required: true, autocomplete: "off", ...more });

async function arrived() {
  say(`Signed in as ${who.me.name}.`);
  location.hash = roleOf(who.me) === "administrator" ? "office" : "";
  look();
}

const signInPlace = () => h("section", { class: "narrow", key: "sign-in" },
  h("h1", null, "Sign in"),
  form("With your name", "Not signed in.", [
    text("sign-in-name", "Name", { autocomplete: "username" }),
    text("sign-in-password", "Password", { type: "password", autocomplete: "current-password" }),
  ], "Sign in", async ({ name, password }) => {
    await signIn(name, password);
    await arrived();
  }),
  h("p", null, h("a", { href: "#set-up" }, "First set-up of a new house")));

const setUpPlace = () => h("section", { class: "narrow", key: "set-up" },
  h("h1", null, "First set-up"),
  h("p", { class: "quiet" }, "The house printed a code when it was started for the first time. Whoever has it becomes the first administrator."),
  form("The first administrator", "Not set up.", [
    text("set-up-code", "Set-up code"),
    text("set-up-name", "Name", { autocomplete: "username" }),
    text("set-up-password", "Password", { type: "password", autocomplete: "new-password" }),
  ], "Set up", async ({ code, name, password }) => {
    await setUp(code, name, password);
    await arrived();
  }));

// The office.

const options = (list) => list.map(([value, name]) => h("option", { key: value, value }, name));

function office() {
  const role = roleOf(who.me);
  if (!["administrator", "supervisor", "inspector"].includes(role)) return h("p", { key: "no" }, "The office is for staff. ", h("a", { href: "#sign-in" }, "Sign in"));
  return h("section", { class: "office", key: "office" }, h("h1", null, "Office"),
    role === "administrator" && [addPerson(), openTable()],
    role === "supervisor" && cage(),
    role !== "supervisor" && people());
}

const addPerson = () => form("Add somebody", "Not added.", [
  text("add-name", "Name"),
  text("add-password", "First password", { type: "password", autocomplete: "new-password" }),
  field("Role", { tag: "select", id: "add-role", name: "role" },
    options(["player", "dealer", "supervisor", "inspector", "tournament-director", "administrator"].map((one) => [one, capital(words(one))]))),
  text("add-rank", "Rank, for a supervisor", { type: "number", min: 1, max: 9, value: 1 }),
], "Add", async ({ name, password, role, rank }, sheet) => {
  const added = await ask("POST", "/api/people", { name, password, role: role === "supervisor" ? { supervisor: Number(rank) } : role });
  sheet.reset();
  say(`${added.name} was added as number ${added.number}.`);
  await look();
});

const openTable = () => form("Open a table", "Not opened.", [
  text("open-id", "Short name", { pattern: "[a-z0-9\\-]{1,32}", title: "small letters, digits, hyphens" }),
  text("open-name", "Name"),
  text("open-book", "Book", { list: "books", value: state.tables?.[0]?.book }),
  h("datalist", { id: "books" }, [...new Set(state.tables?.map(({ book }) => book))].map((book) => h("option", { key: book, value: book }))),
  field("Money", { tag: "select", id: "open-money", name: "money" }, options([["cash", "Cash at the table"], ["accounts", "Players' accounts"], ["practice", "Practice chips"]])),
  field("Dealt by", { tag: "select", id: "open-dealt", name: "dealt" }, options([["person", "A person"], ["house", "The house"]])),
], "Open", async ({ id, name, book, money: kind, dealt }, sheet) => {
  await ask("POST", "/api/tables", { id, name, book, money: kind, house_deals: dealt === "house" });
  sheet.reset();
  say(`${name} is open.`);
  await look();
});

const cage = () => form("At the cage", "Not done.", [
  text("cage-player", "Player's number", { type: "number", min: 1 }),
  field("What", { tag: "select", id: "cage-what", name: "what" },
    options([["deposit", "Money comes in"], ["withdrawal", "Money goes out"], ["adjust-up", "Adjust upwards"], ["adjust-down", "Adjust downwards"]])),
  text("cage-amount", "Amount", { type: "number", min: 1 }),
  text("cage-why", "Why, for an adjustment", { required: false }),
], "Do it", async ({ player, what, amount, why }) => {
  const { before, after } = await ask("POST", "/api/cage", { player: Number(player), what, amount: Number(amount), why });
  say(`The account held ${money(before)} and now holds ${money(after)}.`);
});

const people = () => h("section", { class: "sheet", key: "people", "aria-label": "People" }, h("h2", null, "People"),
  h("div", { class: "wide" }, h("table", null,
    h("thead", null, h("tr", null, ["Number", "Name", "Role"].map((name) => h("th", { key: name, scope: "col" }, name)))),
    h("tbody", null, state.people.map(({ number, name, role }) =>
      h("tr", { key: number }, h("td", null, number), h("td", null, name), h("td", null, roleName(role))))))));

function approvals() {
  if (state.approvals.length === 0) return null;
  const answer = (number, approve) => attempt("Not approved.", async () => {
    await ask("POST", `/api/approvals/${number}`, { approve });
    say(`Approval ${number} was ${approve ? "given" : "refused"}.`);
    await look();
  });
  return h("section", { class: "approvals", key: "approvals", "aria-label": "Waiting for a second person" }, h("h2", null, "Waiting for a second person"),
    h("ul", null, state.approvals.map(({ number, first, table, what }) => h("li", { key: number },
      h("p", null, `${number}: ${first} asks${table ? ` at ${table}` : ""} for `, h("code", null, what)),
      roleOf(who.me) === "supervisor" && h("div", { class: "buttons" },
        h("button", { type: "button", class: "act", "aria-label": `Approve ${number}`, onclick: () => answer(number, true) }, "Approve"),
        h("button", { type: "button", class: "act", "aria-label": `Refuse ${number}`, onclick: () => answer(number, false) }, "Refuse"))))));
}

// Looking, and going from place to place.

/** Fetches what the place shows beside a live table; a house that is away is tried again. */
async function look() {
  const role = roleOf(who.me);
  try {
    if (state.place[0] === "table") await (state.table?.seat() ? undefined : state.table?.about());
    else state.tables = await ask("GET", "/api/tables");
    state.approvals = ["dealer", "supervisor", "inspector"].includes(role) ? await ask("GET", "/api/approvals") : [];
    if (state.place[0] === "office" && ["administrator", "inspector"].includes(role)) state.people = await ask("GET", "/api/people");
  } catch (refused) {
    if (refused.code !== "house.away") refuse("The house cannot be looked at.", refused);
  }
  redraw();
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
setInterval(() => document.hidden || look(), LOOK_MS);
setInterval(() => state.table?.left() !== undefined && redraw(), TICK_MS);
try {
  await whoAmI();
} catch (refused) {
  refuse("No house here.", refused);
}
go();
