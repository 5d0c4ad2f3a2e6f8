// Guests at practice tables, in a browser: they sit down, wager, set, are paid; and lose nothing when the
// house is killed under them.

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openHouse, startServer } from "./house.mjs";
import { ROUND_MS_MAX, bet, figure, figureIs, noFaults, resultOf, sitDown } from "./steps.mjs";

// At the calm pace a round waits long enough for a browser on any machine.

test("a newcomer sits down, wagers, looks, sets the tiles, and is paid or loses", async (t) => {
  const house = await openHouse(t);
  const page = await house.page();
  const chips = await sitDown(page, "Pai Gow by The Star");
  await bet(page, 25);
  await figureIs(page, "purse", chips - 25);
  await page.getByRole("button", { name: /^Look/ }).click({ timeout: ROUND_MS_MAX });
  const ways = page.getByRole("button", { name: /^Set hand/ });
  await ways.first().waitFor();
  assert.equal(await ways.count(), 3, "four tiles can be paired in three ways");
  assert.equal(await page.locator(".area.mine .tile:not(.back)").count(), 4, "one sees one's own four tiles");
  await ways.first().click();
  await page.locator(".area.mine .states", { hasText: "set" }).waitFor();
  const net = await resultOf(page);
  const text = await page.locator(".result").textContent();
  assert.match(text, /25 on area \d: (Jung|Che|Jowl)/, "what was bet, and what came of it");
  const came = [/25 lost/, /the bet stays yours/, /paid 2\d after the commission of 5 %/];
  assert.match(text, came[Math.sign(net) + 1]);
  assert.equal(await page.locator(".result .tile:not(.back)").count(), 8, "one's own two hands and the bank's");
  assert.ok(net === 0 || net === -25 || (net > 20 && net <= 25), `a wager of 25 came to ${net}`);
  await figureIs(page, "net", net);
  assert.equal((await figure(page, "purse")) + (await figure(page, "down")), chips + net);
  assert.match(await page.locator("#said").textContent(), /Round \d+/, "those who cannot see it hear it");
  noFaults(house);
});

test("a guest leaves the tiles to the House Way, and goes with everything put back", async (t) => {
  const house = await openHouse(t);
  const page = await house.page();
  await sitDown(page, "Pai Gow by the VCGA");
  await bet(page, 30);
  await page.getByRole("button", { name: /^Leave it to the House Way/ }).click({ timeout: ROUND_MS_MAX });
  await resultOf(page);
  await page.getByRole("button", { name: "Leave the table" }).click();
  await page.getByRole("button", { name: /^Sit at area/ }).first().waitFor({ timeout: ROUND_MS_MAX });
  noFaults(house);
});

test("a newcomer bets on a number and on red, the ball comes to rest, and the credit follows", async (t) => {
  const house = await openHouse(t);
  const page = await house.page();
  const chips = await sitDown(page, "Rapid Roulette");
  const red = page.getByRole("button", { name: /^red( 10 of yours)?, pays 1 to 1/ });
  await page.locator(".square.red:not([aria-disabled])").first().waitFor({ timeout: ROUND_MS_MAX });
  await page.getByLabel(/^Chips for each touch/).fill("10");
  await page.getByRole("button", { name: /^17 black, pays 35 to 1/ }).click();
  await figureIs(page, "down", 10);
  await red.click();
  await figureIs(page, "down", 20);
  await figureIs(page, "purse", chips - 20);
  assert.match(await red.getAttribute("aria-label"), /10 of yours/);
  const net = await resultOf(page);
  const [, pocket, colour] = (await page.locator(".result").textContent()).match(/, (\d+) (red|black|green)/);
  const wanted = (pocket === "17" ? 350 : -10) + (colour === "red" ? 10 : -10);
  assert.equal(net, wanted, `${pocket} ${colour}`);
  await figureIs(page, "net", net);
  noFaults(house);
});

test("a wager that is refused says why, by code and clause, and changes nothing", async (t) => {
  const house = await openHouse(t);
  const page = await house.page();
  const chips = await sitDown(page, "Pai Gow by The Star");
  const form = page.getByRole("form", { name: "Bet" });
  await form.waitFor({ timeout: ROUND_MS_MAX });
  // The form would not let it through: the house has to refuse by itself.
  await form.evaluate((one) => (one.noValidate = true));
  await form.getByLabel(/amount/).fill("27");
  await form.getByRole("button", { name: "Bet" }).click();
  const refusal = page.getByRole("alert");
  await refusal.getByText("wager.").waitFor();
  assert.match(await refusal.textContent(), /star-2016/);
  assert.equal(await figure(page, "purse"), chips);
  noFaults(house);
});

test("a house that is killed comes back: the same seat, tiles and purse, without a touch", async (t) => {
  const data = await mkdtemp(join(tmpdir(), "houseway-back-"));
  t.after(() => rm(data, { recursive: true, force: true }));
  // At a calm table there is time to come back before the house sets the tiles by itself.
  const house = await openHouse(t, { data });
  const page = await house.page();
  const chips = await sitDown(page, "Pai Gow by the UK leaflet");
  await bet(page, 40);
  await page.getByRole("button", { name: /^Look/ }).click({ timeout: ROUND_MS_MAX });
  await page.locator(".area.mine .tile:not(.back)").nth(3).waitFor();
  const seat = await page.locator(".area.mine h3").textContent();
  const tiles = () => page.evaluate(() => {
    const all = [...document.querySelectorAll(".area.mine .tile")];
    return all.map((one) => one.getAttribute("aria-label")).sort();
  });
  const before = await tiles();
  await house.kill();
  await page.getByText("Connection lost").waitFor();
  const again = await startServer({ data, port: Number(new URL(house.url).port) });
  t.after(() => again.stop());
  await page.locator("#link", { hasText: "live" }).waitFor({ timeout: ROUND_MS_MAX });
  // What the new server says has arrived by then: the page no longer shows what it remembers.
  await page.waitForTimeout(500);
  assert.equal(await page.locator(".area.mine h3").textContent(), seat);
  assert.deepEqual(await tiles(), before);
  await figureIs(page, "purse", chips - 40);
  await figureIs(page, "down", 40);
  // Whoever still may, sets; a house that did not wait has set them by the House Way.
  const way = page.getByRole("button", { name: /^Set hand/ }).first();
  if (await way.isVisible()) await way.click({ timeout: 5_000 }).catch(() => undefined);
  const net = await resultOf(page);
  assert.equal((await figure(page, "purse")) + (await figure(page, "down")), chips + net);
  // A browser reports every try at a house that is away.
  noFaults(house, /ERR_CONNECTION|WebSocket connection/);
});
