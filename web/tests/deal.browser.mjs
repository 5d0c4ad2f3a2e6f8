// Staff in a browser: a house is set up with its printed code, and a table is dealt by hand from opening to
// settlement, every step by a button that the house offered; and what takes two people waits for the second.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openHouse } from "./house.mjs";
import { bet, figure, figureIs, firstSignIn, noFaults, resultOf } from "./steps.mjs";

const PASSWORD = "a password for tests";
const GIVEN = "given by the administrator";

/** How long wagers are taken at a wheel that is spun by hand, in milliseconds, and some more. */
const PERIOD_MS_MAX = 120_000;

/** Presses a button in front, waits for the house's answer, and takes care that it was no refusal. */
async function press(page, name) {
  // What was said before, of something that waited for somebody's yes as well, is no answer to this.
  for (const id of ["#said", "#refusal"]) await page.locator(id).evaluate((old) => old.replaceChildren());
  const button = page.locator(".front").getByRole("button", { name }).first();
  await button.waitFor().catch(async () => {
    const [head, acts] = [await page.locator("#head").innerText(), await page.locator(".table").innerText()];
    assert.fail(`${name} is not offered; the page says: ${head} ${acts}`.replaceAll("\n", " | "));
  });
  await button.click();
  await page.waitForFunction(() => {
    const text = (id) => document.getElementById(id).textContent;
    return text("said").includes(": done.") || text("refusal") !== "";
  });
  assert.equal(await page.getByRole("alert").textContent(), "", `${name} was refused`);
}

/** Sets the house up in a browser: an administrator, the people by role, a table for cash that a person deals. */
async function setUp(house, people, book = "star-2016") {
  const admin = await house.page();
  await admin.goto("/office#set-up");
  const words = house.lastWords();
  const [, code] = words.match(/set-up code: (\S+)/);
  house.founding = [...words.matchAll(/founding code: (\S+)/g)].map(([, one]) => one);
  await admin.getByLabel("Set-up code").fill(code);
  await admin.getByLabel("Name", { exact: true }).fill("ada");
  await admin.getByLabel("Password").fill(PASSWORD);
  await admin.getByRole("button", { name: "Set up" }).click();
  const sheet = admin.getByRole("form", { name: "Add somebody" });
  for (const [name, role] of Object.entries(people)) {
    await sheet.getByLabel("Name", { exact: true }).fill(name);
    await sheet.getByLabel("First password").fill(GIVEN);
    await sheet.getByLabel("Role").selectOption(role);
    await sheet.getByRole("button", { name: "Add" }).click();
    await admin.getByRole("cell", { name, exact: true }).waitFor();
  }
  const table = admin.getByRole("form", { name: "Open a table" });
  await table.getByLabel("Short name").fill("by-hand");
  await table.getByLabel("Name", { exact: true }).fill("By hand");
  await table.getByLabel("Book").fill(book);
  await table.getByRole("button", { name: "Open" }).click();
  await admin.getByText("By hand is open.").waitFor();
  await admin.getByRole("button", { name: "Sign out" }).click();
  await admin.getByRole("link", { name: "Sign in" }).waitFor();
}

/** Somebody signed in, at the table; a supervisor has entered one of the codes that the start printed. */
async function at(house, name) {
  const page = await house.page();
  await firstSignIn(page, name, GIVEN, PASSWORD);
  const { role } = await page.evaluate(async () => (await fetch("/api/me")).json());
  if (role.supervisor) {
    await page.getByRole("link", { name: "Office" }).click();
    await page.getByRole("textbox", { name: "Founding code" }).fill(house.founding.pop());
    await page.getByRole("button", { name: "Enter" }).click();
    await page.getByText("Your word counts from now on.").waitFor();
    await page.getByRole("link", { name: "Tables" }).click();
  }
  await page.getByRole("link", { name: "By hand", exact: true }).click();
  await page.locator(".phase").waitFor();
  return page;
}

/** A supervisor who has seen somebody vouches for them: they may have to do with money from then on. */
async function vouches(supervisor, person) {
  const { name, mark } = await person.evaluate(async () => (await fetch("/api/me")).json());
  const status = await supervisor.evaluate(async ({ name, mark }) => {
    const { csrf } = await (await fetch("/api/me")).json();
    const [headers, body] = [{ "x-houseway-csrf": csrf }, JSON.stringify({ mark })];
    return (await fetch(`/api/people/${name}/vouch`, { method: "POST", headers, body })).status;
  }, { name, mark });
  assert.equal(status, 204, `${name} is vouched for`);
}

/** A dealer changes cash into chips for a player: at once, or when the player says yes on their own page. */
async function buysIn(dealer, player) {
  await dealer.locator("#said").evaluate((said) => said.replaceChildren());
  await dealer.locator(".front").getByRole("button", { name: /^Buy in/ }).first().click();
  const yes = player.getByRole("button", { name: "Yes, from my cash" });
  const done = dealer.locator("#said", { hasText: ": done." });
  const asked = await Promise.race([
    yes.waitFor().then(() => true).catch(() => false),
    done.waitFor().then(() => false).catch(() => false),
  ]);
  if (!asked) return;
  await yes.click();
  await player.getByText("It is on the table.").waitFor();
}

/** A person takes the table, and is its dealer from then on. */
async function takes(dealer) {
  await dealer.getByRole("button", { name: "Take the table" }).click();
  await dealer.getByRole("button", { name: "Hand the table over" }).waitFor();
}

/** From a shut table to one with a player who has chips and a seat. */
async function opened(dealer, supervisor, player) {
  await takes(dealer);
  await press(dealer, /^Lay out tiles, whole/);
  await press(supervisor, /^Check tiles/);
  await press(dealer, /^Open table/);
  const [, number] = (await player.locator(".acts").textContent()).match(/You are number (\d+)/);
  const buyIn = dealer.getByRole("form", { name: "Buy in" });
  await buyIn.getByLabel(/^player/).fill(number);
  await buyIn.getByLabel(/^amount/).fill("500");
  await buysIn(dealer, player);
  await figureIs(player, "purse", 500);
  await player.getByRole("form", { name: "Sit" }).getByLabel("which").selectOption("area 3");
  await press(player, /^Sit/);
}

/** From the offer of the bank to open wagers. */
async function stacked(dealer, player) {
  await press(dealer, /^Offer bank/);
  await press(player, /^Decline bank/);
  await press(dealer, /^Offer bank/);
  await press(dealer, /^Shuffle/);
}

test("a dealer runs a table by hand from opening to settlement", async (t) => {
  const house = await openHouse(t);
  await setUp(house, { dora: "dealer", sue: "supervisor", pat: "player" });
  const [dealer, supervisor, player] = [await at(house, "dora"), await at(house, "sue"), await at(house, "pat")];
  for (const person of [dealer, player]) await vouches(supervisor, person);
  await opened(dealer, supervisor, player);
  await stacked(dealer, player);
  await bet(player, 50);
  for (const step of [/^Shake/, /^Close bets/, /^Show dice/, /^Name cut/, /^Deal/]) await press(dealer, step);
  await press(player, /^Look/);
  assert.equal(await dealer.locator(".tile:not(.back)").count(), 0, "the dealer sees no tile of the player's");
  await press(player, /^Set hand/);
  await press(dealer, /^Set house way[:,] area 1$/);
  await press(supervisor, /^Check house way/);
  for (const step of [/^Show bank/, /^Open hand/]) await press(dealer, step);
  // An area that won is paid first, then the bank; one that lost was taken when it was opened.
  const finish = dealer.locator(".front").getByRole("button", { name: "Finish round" });
  const pay = dealer.locator(".front").getByRole("button", { name: /^Pay/ });
  for (let times = 0; times < 2; times++) {
    await finish.or(pay).first().waitFor();
    if (await finish.isVisible()) break;
    await press(dealer, /^Pay/);
    await dealer.waitForTimeout(1_000);
  }
  const net = await resultOf(player);
  assert.ok(net === 0 || net === -50 || (net > 40 && net <= 50), `a wager of 50 came to ${net}`);
  await figureIs(player, "net", net);
  assert.equal((await figure(player, "purse")) + (await figure(player, "down")), 500 + net);
  await press(dealer, /^Finish round/);
  await dealer.locator(".notes").getByText("Round over").waitFor();
  await dealer.locator(".front").getByRole("button", { name: "Offer bank" }).waitFor();
  noFaults(house);
});

test("a dealer spins a wheel by hand: the number that is entered is paid", async (t) => {
  const house = await openHouse(t);
  await setUp(house, { dora: "dealer", sue: "supervisor", pat: "player" }, "rapid-roulette-2000");
  const [dealer, player] = [await at(house, "dora"), await at(house, "pat")];
  const sue = await at(house, "sue");
  for (const person of [dealer, player]) await vouches(sue, person);
  await takes(dealer);
  await press(dealer, /^Open table/);
  const [, number] = (await player.locator(".acts").textContent()).match(/You are number (\d+)/);
  const buyIn = dealer.getByRole("form", { name: "Buy in" });
  await buyIn.getByLabel(/^player/).fill(number);
  await buyIn.getByLabel(/^amount/).fill("200");
  await buysIn(dealer, player);
  await figureIs(player, "purse", 200);
  await player.getByLabel(/^Chips for each touch/).fill("10");
  await player.getByRole("button", { name: /^17 black/ }).click();
  await figureIs(player, "down", 10);
  const over = dealer.locator("#table-left", { hasText: /^0 s/ }).or(dealer.getByText("No more wagers"));
  await over.first().waitFor({ timeout: PERIOD_MS_MAX });
  await press(dealer, /^Spin/);
  await dealer.getByText("Next by the book: enter").waitFor();
  await dealer.getByRole("form", { name: "Enter" }).getByLabel("the ball rests in").fill("17");
  await press(dealer, /^Enter/);
  assert.equal(await resultOf(player), 350);
  await figureIs(player, "net", 350);
  noFaults(house);
});

test("a round is void only when a second supervisor says so, and the wager goes back", async (t) => {
  const house = await openHouse(t);
  await setUp(house, { dora: "dealer", sue: "supervisor", tom: "supervisor", pat: "player" });
  const [dealer, supervisor, player] = [await at(house, "dora"), await at(house, "sue"), await at(house, "pat")];
  for (const person of [dealer, player]) await vouches(supervisor, person);
  await opened(dealer, supervisor, player);
  await stacked(dealer, player);
  await bet(player, 50);
  await supervisor.getByText("More", { exact: true }).click();
  await supervisor.getByRole("button", { name: "Void round: disruption" }).click();
  await supervisor.getByRole("alert").getByText("approval.waits").waitFor();
  assert.doesNotMatch(await supervisor.getByRole("alert").textContent(), /refused/, "it waits, it is not refused");
  assert.equal(await figure(player, "down"), 50, "nothing is done yet");
  const second = await at(house, "tom");
  await second.getByRole("button", { name: "Approve 1" }).click();
  await second.getByText("Approval 1 was given.").waitFor();
  await figureIs(player, "down", 0);
  await figureIs(player, "purse", 500);
  noFaults(house);
});

test("a dealer takes over from the house at a practice table, and hands it back", async (t) => {
  const house = await openHouse(t, { args: ["--pace", "quick"] });
  await setUp(house, { dora: "dealer" });
  const dealer = await house.page();
  await firstSignIn(dealer, "dora", GIVEN, PASSWORD);
  await dealer.getByRole("link", { name: "Go to Pai Gow by The Star" }).click();
  await dealer.getByRole("button", { name: "Take over the table" }).click();
  await dealer.getByText("A dealer has taken over from the house.").waitFor();
  await dealer.getByRole("button", { name: "Hand the table back" }).click();
  await dealer.getByRole("button", { name: "Take over the table" }).waitFor();
  noFaults(house);
});
