// The web app: a newcomer sits down and plays a round of each game; whoever passes by looks at the displays.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openHouse } from "./house.mjs";
import { ROUND_MS_MAX, noFaults, scrollsSideways, violations } from "./steps.mjs";

const SIZES = { phone: { width: 360, height: 640 }, laptop: { width: 1366, height: 768 } };

/** Pictures for people to look at, if HOUSEWAY_PICTURES names a folder for them. */
const picture = async (page, name) => {
  const folder = process.env.HOUSEWAY_PICTURES;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
};

/** Nothing that axe objects to, and nothing beside the screen. */
async function fits(page, name) {
  assert.equal(await scrollsSideways(page), false, `${name} scrolls sideways`);
  assert.deepEqual(await violations(page), [], name);
  await picture(page, name);
}

/** Plays what is asked until the result of a round is shown in which a wager was placed. */
async function playRound(page) {
  const dock = page.locator(".dock");
  const until = Date.now() + ROUND_MS_MAX;
  let wagered = false;
  while (Date.now() < until) {
    const what = (await dock.first().getAttribute("class").catch(() => "")) ?? "";
    if (what.includes("result") && wagered) return;
    const touch = (locator) => locator.click({ timeout: 2_000 }).then(() => true).catch(() => false);
    if (what.includes("banking")) await touch(page.getByRole("button", { name: "Not now" }));
    if (what.includes("betting") && !wagered && (await page.locator("#wager:enabled").count()) > 0) {
      wagered = await touch(page.locator("#wager"));
    }
    if ((await page.locator(".ways[role=radiogroup]").count()) > 0) {
      await touch(page.getByRole("button", { name: "Set this hand" }));
    }
    await page.waitForTimeout(150);
  }
  throw new Error("no result came");
}

for (const [size, viewport] of Object.entries(SIZES)) {
  test(`a newcomer sits down at a Pai Gow table on a ${size} and plays a round`, async (t) => {
    const house = await openHouse(t);
    const page = await house.page({ viewport });
    await page.goto("/");
    const sit = page.getByRole("button", { name: /Sit down at .*leaflet/ });
    await sit.waitFor();
    await fits(page, `app-floor-${size}`);
    await sit.click();
    await page.locator(".dock").first().waitFor();
    await playRound(page);
    await fits(page, `app-result-${size}`);
    assert.notEqual((await page.locator("#told").textContent()).trim(), "", "the result is told to who cannot see it");
    noFaults(house);
  });
}

test("a newcomer bets on a number in the app, and the ball comes to rest", async (t) => {
  const house = await openHouse(t, { args: ["--pace", "quick"] });
  const page = await house.page({ viewport: SIZES.laptop });
  await page.goto("/table/roulette-1");
  await page.locator(".sitbar .wbtn").click();
  await page.locator(".rack").waitFor();
  // With some seconds left, so that the chip is there before the period ends.
  const open = () => page.waitForFunction(() => Number(document.querySelector(".wring text")?.textContent) >= 3, undefined, { timeout: ROUND_MS_MAX });
  await open();
  await page.locator('[data-spot="17"]').first().click({ force: true });
  await page.locator(".o.big").first().waitFor({ timeout: ROUND_MS_MAX });
  assert.match(await page.locator(".say").textContent(), /won|lost/, "what became of the wager is said");
  await fits(page, "app-wheel-laptop");
  noFaults(house);
});

test("the displays show a table and have nothing to press", async (t) => {
  const house = await openHouse(t, { args: ["--pace", "quick", "--alone"] });
  const page = await house.page({ viewport: { width: 1920, height: 1080 } });
  for (const id of ["pai-gow-1", "roulette-1"]) {
    await page.goto(`/display/${id}`);
    await page.locator("h1").first().waitFor();
    await page.waitForTimeout(500);
    assert.equal(await page.getByRole("button").count(), 0, `${id} has nothing to press`);
    await fits(page, `app-display-${id}`);
  }
  noFaults(house);
});

test("a place of the app that is not there is still the app's, and a file that is not there is none", async (t) => {
  const house = await openHouse(t);
  const page = await house.page();
  for (const place of ["/table/nowhere", "/sign-in"]) {
    const answer = await page.goto(place);
    assert.equal(answer.status(), 200);
    await page.locator("h1").first().waitFor();
  }
  const asset = await page.request.get("/assets/nothing.js");
  assert.equal(asset.status(), 404);
});
