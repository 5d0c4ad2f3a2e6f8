import { chromium } from "playwright-core"; import { readFileSync, existsSync } from "node:fs";
const dir = "/work/main/crates/server/page";
const types = { js: "text/javascript", css: "text/css", html: "text/html; charset=utf-8" };
const me = { number: 1000003, name: "Guest 3", role: "guest", csrf: "x" };
const info = (id, name, game, book, free) => ({ id, name, game, book, money: "practice", house_deals: true, dealer: false, round: 4, players: 6, bots: 5, watching: 2, free, betting: id !== "pai-gow-2", halted: null, trouble: null, version: 17, purse: 10000 });
const tables = [info("pai-gow-1", "Pai Gow by The Star", "pai-gow", "star-2016", [3, 5]), info("pai-gow-2", "Pai Gow by the VCGA", "pai-gow", "vcga-2000", [2]), info("pai-gow-3", "Pai Gow by the UK leaflet", "pai-gow", "uk-leaflet", [1]), info("roulette-1", "Rapid Roulette", "rapid-roulette", "rapid-roulette-2000", [2, 3, 4, 5, 6, 7, 8])];
const area = (o) => ({ off: false, house_way: false, seat: null, caller: null, dealt: true, unused: false, tiles: [null, null, null, null], set: false, asked: false, split: null, wrong: false, out: false, voidable: false, opened: false, outcome: null, ...o });
const bot = 4000000000;
const limit = { least: 25, most: 1000, multiple: 5 };
const pg = { book: "star-2016", phase: "set", round: 4, tiles: {}, limits: [limit, limit, limit, limit], commission: 500, notices: [], players: [], personal: [], old_minimums: [], method: "house", chung: 1, bankers: [], offer: null, short: null, stacked: true, steal: null, dice: { boxes: [3, 5, 0], cut: 2, big_small: null }, first: 4, betting: false, cut: ["dai-pin", "right"],
  areas: [area({}), area({ seat: bot + 2, caller: bot + 2, set: true }), area({ seat: me.number, caller: me.number, tiles: ["6-6", "1-3", "4-6'", "1-1"] }), area({ seat: bot + 4, caller: bot + 4, opened: true, split: { low: ["2-2", "5-5"], high: ["3-3", "4-4"] }, outcome: "lose" }), area({ dealt: true, unused: true }), area({ seat: bot + 6, asked: true, caller: bot + 6 }), area({ seat: bot + 7, split: { low: ["1-5", "5-6"], high: ["2-4", "1-2"] }, opened: true, outcome: "win" }), area({ off: true, dealt: false })],
  wagers: [{ player: bot + 2, area: 2, kind: "regular", stake: { amount: 50, with: "chips" }, carried: false, surrendered: false, won: null, lost: null }, { player: me.number, area: 3, kind: "regular", stake: { amount: 100, with: "chips" }, carried: false, surrendered: false, won: null, lost: null }, { player: bot + 4, area: 4, kind: "tie", stake: { amount: 25, with: "chips" }, carried: false, surrendered: false, won: 0, lost: 25 }, { player: bot + 7, area: 7, kind: "regular", stake: { amount: 75, with: "chips" }, carried: true, surrendered: false, won: 71, lost: 0 }],
  purse: { chips: 9900, tokens: 0, held: 0, down: 100 }, accounts: [], orders: null };
const c = (command, amount, input) => ({ command, amount, input });
const pgLegal = [c({ do: "set-hand", area: 3, two: ["6-6", "1-3"] }, undefined, "two"), c({ do: "ask-house-way", area: 3 }), c({ do: "place", area: 3, kind: "regular", stake: { amount: 25, with: "chips" } }, { least: 25, most: 1000, step: 5 }), c({ do: "place", area: 3, kind: "tie", stake: { amount: 25, with: "chips" } }, { least: 25, most: 1000, step: 5 }), c({ do: "place", area: 4, kind: "regular", stake: { amount: 25, with: "chips" } }, { least: 25, most: 1000, step: 5 }), c({ do: "raise-dispute", about: "payment" }), c({ do: "raise-dispute", about: "hand" }), c({ do: "pass-bank", pass: true }), c({ do: "post-limits", kind: "tie", limit, at: Date.now() + 1.8e6 }, undefined, "limit"), c({ do: "report-exposed", area: 3, which: 1, tiles: ["6-6"], by_dealer: false }, undefined, "exposed")];
const order = [0,32,15,19,4,21,2,25,17,34,6,27,13,36,11,30,8,23,10,5,24,16,33,1,20,14,31,9,22,18,29,7,28,12,35,3,26];
const reds = new Set([1,3,5,7,9,12,14,16,18,19,21,23,25,27,30,32,34,36]);
const spots = []; const add = (name, bet, covers, pays, along, across) => spots.push({ spot: spots.length, name, bet, covers, pays, to: 1, along, across });
for (let n = 0; n <= 36; n++) add(String(n), "straight-up", [n], 35, n ? 2 + Math.floor((n - 1) / 3) * 2 : 0, n ? 1 + ((n - 1) % 3) * 2 : 3);
for (let n = 1; n < 36; n += 3) add(`${n}-${n+1}`, "split", [n, n + 1], 17, 2, 2);
[0,1,2].forEach((p) => add(`column ${p + 1}`, "column", [], 2, 26, 1 + p * 2)); [0,1,2].forEach((p) => add(`dozen ${p + 1}`, "dozen", [], 2, 5 + p * 8, -2));
[["low", 3], ["even", 7], ["red", 11], ["black", 15], ["odd", 19], ["high", 23]].forEach(([b, a]) => add(b, b, [], 1, a, -4));
const felt = { wheel: order.map((number) => ({ number, colour: number ? (reds.has(number) ? "red" : "black") : "green" })), spots, sequences: [{ name: "double", spins: 2, pays: [[1, 1], [700, 1]] }] };
const b = { least: 5, most: 500, step: 5 };
const rl = { view: "station", table: { spin: 12, phase: { wagering: { ends: Date.now() + 20000 } }, spun: false, frozen: false, results: [17, 0, 32, 5, 8, 22, 36].map((pocket, i) => ({ spin: 11 - i, pocket, colour: pocket ? (reds.has(pocket) ? "red" : "black") : "green" })) }, sign: { limits: { bets: [b, b, b, b, b, b], sequences: [b], aggregate: 5 }, announced: null }, station: 3, free: [], credit: 1970, on_layout: 30, wagers: [{ spot: 17, amount: 10 }, { spot: 57, amount: 20 }], runs: [{ first: 12, numbers: [3, 4], amount: 5 }], out_of_order: false, in_doubt: false, leaving: false, last: { spin: 11, wagers: [{ spot: 17, amount: 10, won: 350, cites: [] }, { spot: 3, amount: 5, won: 0 }], runs: [], won: 350 }, claim: null, held: 0 };
const rlLegal = [{ put: { station: 3, spots: spots.map(({ spot }) => spot), bounds: { least: 5, most: 1970, step: 1 } } }, { "put-run": { station: 3, spins: 2, except: [], bounds: b } }, { take: { station: 3, place: { on: 17 }, bounds: { least: 1, most: 10, step: 1 } } }, { only: { clear: { station: 3 } } }, { only: { leave: { station: 3 } } }, { only: { claim: { station: 3, about: "outcome" } } }];
const notes = ["seated", "bought-in", "shuffled", "stacked", "wager-placed", "bets-closed", "dice-shown", "dealt"].map((step, i) => ({ v: i, who: i % 3 ? "house" : { player: bot + i }, step, clauses: [`star-2016 ${9 + i}.${i + 1}`, "star-2016 12.4"] }));
const top = (game, view, choices) => ({ type: "update", version: 20, at: Date.now(), game, closes: Date.now() + 12000, betting: true, promise: { turn: 4, commitment: "ab".repeat(32), mixed: "00".repeat(32), additions: 1, draws: 2 }, revealed: { turn: 3, commitment: "cd".repeat(32), seed: "ef".repeat(32) }, dealer: false, notes, view, legal: { version: 20, choices } });
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--headless", "--no-sandbox", "--disable-gpu"] });
for (const [w, hh] of [[360, 740], [1280, 800], [1920, 1080]]) {
  const page = await (await browser.newContext({ viewport: { width: w, height: hh } })).newPage();
  page.on("pageerror", (e) => console.log("ERR", e.message)); page.on("console", (m) => m.type() === "error" && console.log("CON", m.text()));
  await page.route("**/*", (r) => {
    const path = new URL(r.request().url()).pathname; const file = path === "/" ? "/index.html" : path;
    if (/^\/[a-z]+\.(js|css|html)$/.test(file) && existsSync(dir + file)) return r.fulfill({ body: readFileSync(dir + file), contentType: types[file.split(".").pop()], headers: { "content-security-policy": "default-src 'self'; connect-src 'self'; img-src 'self' data:" } });
    const json = { "/api/tables": tables, "/api/me": me, "/api/guest": me, "/api/tables/roulette-1/felt": felt }[path];
    return json ? r.fulfill({ json }) : r.fulfill({ status: 404, json: { code: "path.unknown", message: "nothing" } });
  });
  await page.routeWebSocket(/live/, (ws) => { const rou = ws.url().includes("roulette"); ws.send(JSON.stringify(rou ? top("rapid-roulette", rl, rlLegal) : top("pai-gow", pg, pgLegal))); ws.onMessage((m) => { const { key } = JSON.parse(m); if (m.includes("dispute")) ws.send(JSON.stringify({ type: "update", answers: [{ key, refused: { code: "wager.below_minimum", clauses: ["star-2016 10.2"], message: "27 is no multiple of 5" } }] })); }); });
  await page.goto("http://mock.test/");
  await page.waitForTimeout(600); await page.screenshot({ path: `/tmp/shots/floor-${w}.png`, fullPage: true });
  await page.evaluate(() => localStorage.setItem("houseway-came", "yes")); await page.goto("http://mock.test/#table/pai-gow-1"); await page.reload();
  await page.waitForTimeout(600); await page.screenshot({ path: `/tmp/shots/paigow-${w}.png`, fullPage: true });
  await page.getByText("More", { exact: true }).click(); await page.getByRole("button", { name: /Raise dispute: hand/ }).click(); await page.waitForTimeout(300); await page.screenshot({ path: `/tmp/shots/more-${w}.png`, fullPage: true });
  await page.goto("http://mock.test/#table/roulette-1"); await page.waitForTimeout(600); await page.screenshot({ path: `/tmp/shots/roulette-${w}.png`, fullPage: true });
  console.log(w, await page.evaluate(() => document.documentElement.scrollWidth));
}
await browser.close();
