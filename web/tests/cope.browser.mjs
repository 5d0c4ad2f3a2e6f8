// What goes wrong around a page that is open: others are quicker, a finger is too quick, the house is slow, away
// or standing still, a session ends elsewhere. The page says so, loses nothing, and does nothing twice.

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openHouse, startServer } from "./house.mjs";
import { ROUND_MS_MAX, bet, figure, noFaults, sitDown } from "./steps.mjs";

const STAR = "Pai Gow by The Star";

/** Comes between a page and its table: `up` and `down` are what goes through, or nothing; counts connections. */
async function between(page, { up = (text) => text, down = (text) => text }) {
  const count = { connections: 0 };
  await page.routeWebSocket(/\/live/, (station) => {
    count.connections += 1;
    const house = station.connectToServer();
    const pass = (to, change) => (text) => {
      const changed = change(text);
      if (changed !== undefined) to.send(changed);
    };
    station.onMessage(pass(house, up));
    house.onMessage(pass(station, down));
  });
  return count;
}

test("two who sit down at the same moment get two places", async (t) => {
  const house = await openHouse(t);
  const pages = [await house.page(), await house.page()];
  const button = (page) => page.getByRole("button", { name: `Sit down at ${STAR}` });
  for (const page of pages) {
    await page.goto("/office");
    await button(page).waitFor();
  }
  await Promise.all(pages.map((page) => button(page).click()));
  for (const page of pages) await page.getByRole("button", { name: "Leave the table" }).waitFor();
  const seats = await Promise.all(pages.map((page) => page.locator(".area.mine h3").textContent()));
  assert.notEqual(seats[0], seats[1]);
  noFaults(house);
});

test("a double click bets once, and so does a key that is held down", async (t) => {
  const house = await openHouse(t);
  const page = await house.page();
  let bets = 0;
  const counted = (text) => {
    if (JSON.parse(text).do?.do === "put") bets += 1;
    return text;
  };
  await between(page, { up: counted });
  await sitDown(page, "Rapid Roulette");
  // Whatever the house makes of a bet in this moment: it is asked for once.
  const once = async (square, touch) => {
    await page.locator(`.square.${square}:not([aria-disabled])`).last().waitFor({ timeout: ROUND_MS_MAX });
    bets = 0;
    await touch();
    await page.waitForTimeout(1_500);
    assert.equal(bets, 1);
  };
  await once("red", () => page.locator(".square.red").last().dblclick());
  await once("black", async () => {
    await page.locator(".square.black").last().focus();
    // Down again without up is what a held key sends.
    for (let times = 0; times < 5; times++) await page.keyboard.down("Enter");
    await page.keyboard.up("Enter");
  });
  noFaults(house);
});

test("what is being typed stays while the table goes on, and so does the focus", async (t) => {
  const house = await openHouse(t, { args: ["--pace", "quick"] });
  const page = await house.page();
  await sitDown(page, STAR);
  const amount = page.getByRole("form", { name: "Bet" }).getByLabel(/amount/);
  await amount.waitFor({ timeout: ROUND_MS_MAX });
  await amount.fill("135");
  const phase = await page.locator(".phase").textContent();
  await page.waitForFunction((text) => document.querySelector(".phase").textContent !== text, phase);
  await amount.waitFor({ timeout: ROUND_MS_MAX });
  assert.equal(await amount.inputValue(), "135");
  // What never goes away keeps the focus too.
  const more = page.getByLabel("How many more chips");
  await more.fill("7");
  const then = await page.locator(".phase").textContent();
  await page.waitForFunction((text) => document.querySelector(".phase").textContent !== text, then);
  assert.equal(await more.inputValue(), "7");
  assert.equal(await page.evaluate(() => document.activeElement.id), "more-chips");
  noFaults(house);
});

test("whoever signs out in one tab is told so in the other, and nothing there can be pressed", async (t) => {
  const house = await openHouse(t);
  const page = await house.page();
  await sitDown(page, STAR);
  const other = await page.context().newPage();
  await other.goto("/office");
  await other.getByRole("button", { name: "Sign out" }).click();
  await page.getByText("The session is over; what you see is from before.").waitFor();
  assert.match(await page.getByRole("alert").textContent(), /session\.over/);
  assert.equal(await page.locator(".acts button").count(), 0);
  noFaults(house);
});

test("a house that does not answer is given up, and what was asked is asked once more", async (t) => {
  const house = await openHouse(t);
  const page = await house.page();
  // The connection of this number says nothing any more.
  let dead = 0;
  const heard = (text) => (count.connections === dead ? undefined : text);
  const count = await between(page, { up: heard, down: heard });
  const chips = await sitDown(page, STAR);
  const form = page.getByRole("form", { name: "Bet" });
  await form.waitFor({ timeout: ROUND_MS_MAX });
  dead = count.connections;
  await form.getByRole("button", { name: "Bet" }).click();
  await page.locator("#said").getByText("waiting for the house").waitFor();
  assert.equal(await figure(page, "down"), 0, "nothing is shown as done before the house says so");
  for (const end = Date.now() + ROUND_MS_MAX; count.connections === dead; await page.waitForTimeout(100)) {
    assert.ok(Date.now() < end, "it is given up");
  }
  // It is done in time, or refused with its code, or said to be unknown: never twice, never silently.
  const answer = page.locator("#said", { hasText: /done|no answer came/ }).or(page.getByText(/^wager\.(closed|not_open)$/));
  await answer.first().waitFor();
  assert.ok([0, 25].includes(chips - (await figure(page, "purse"))));
  noFaults(house);
});

test("a table that stands still says why, and offers no place", async (t) => {
  const house = await openHouse(t);
  const page = await house.page();
  const halted = (text) => {
    const message = JSON.parse(text);
    return JSON.stringify(message.house ? { ...message, house: { ...message.house, halted: "a sum does not hold" } } : message);
  };
  await between(page, { down: halted });
  await page.goto("/office#table/pai-gow-1");
  await page.getByText("The table is halted: a sum does not hold").waitFor();
  assert.equal(await page.getByRole("button", { name: /^Sit at/ }).count(), 0);
  await page.goto("/office#table/nowhere");
  await page.getByRole("heading", { name: "No such table" }).waitFor();
  noFaults(house);
});

test("the floor says that the house is away, and finds it again with everybody in it", async (t) => {
  const data = await mkdtemp(join(tmpdir(), "houseway-away-"));
  t.after(() => rm(data, { recursive: true, force: true }));
  const house = await openHouse(t, { data });
  const page = await house.page();
  await sitDown(page, STAR);
  const name = await page.locator("#me").textContent();
  await page.goto("/office#");
  await page.getByRole("heading", { name: "The floor" }).waitFor();
  await house.kill();
  await page.getByText("The house does not answer.").waitFor();
  const again = await startServer({ data, port: Number(new URL(house.url).port) });
  t.after(() => again.stop());
  await page.getByText("The house does not answer.").waitFor({ state: "detached", timeout: ROUND_MS_MAX });
  assert.equal(await page.locator("#me").textContent(), name);
  await page.getByRole("link", { name: `Watch ${STAR}` }).click();
  await page.getByRole("button", { name: "Leave the table" }).waitFor();
  await bet(page, 25);
  // A browser reports every try at a house that is away.
  noFaults(house, /ERR_CONNECTION|WebSocket connection/);
});
