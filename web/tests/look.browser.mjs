// How the page is to those who use it: on a phone, on a wall, by keyboard, by screen reader.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openHouse } from "./house.mjs";
import { ROUND_MS_MAX, noFaults, scrollsSideways, sitDown, tooSmall, violations } from "./steps.mjs";

const SIZES = [[360, 740], [1280, 800], [1920, 1080]];

/** Pictures for people to look at, if HOUSEWAY_PICTURES names a folder for them. */
const picture = async (page, name) => {
  const folder = process.env.HOUSEWAY_PICTURES;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
};

for (const [width, height] of SIZES) {
  test(`every place fits ${width} by ${height} and has nothing that axe objects to`, async (t) => {
    // A calm table waits until axe has looked.
    const house = await openHouse(t);
    const page = await house.page({ viewport: { width, height } });
    const fits = async (name) => {
      assert.equal(await scrollsSideways(page), false, `${name} scrolls sideways`);
      if (width < 600 && name !== "docs") assert.deepEqual(await tooSmall(page), [], `${name} has small targets`);
      assert.deepEqual(await violations(page), [], name);
      await picture(page, `${name}-${width}`);
    };
    await page.goto("/office");
    await page.getByRole("heading", { name: "Rapid Roulette" }).waitFor();
    await fits("floor");
    await page.goto("/office#sign-in");
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await fits("sign-in");
    await sitDown(page, "Pai Gow by The Star");
    await page.getByRole("form", { name: "Bet" }).waitFor({ timeout: ROUND_MS_MAX });
    await page.getByText("More", { exact: true }).click();
    await fits("bets");
    await page.getByRole("button", { name: "Bet" }).click({ timeout: ROUND_MS_MAX });
    await page.getByRole("button", { name: /^Look/ }).click({ timeout: ROUND_MS_MAX });
    await page.getByRole("button", { name: /^Set hand/ }).first().waitFor();
    await fits("tiles");
    // A house that did not wait for axe has set them by the House Way.
    const way = page.getByRole("button", { name: /^Set hand/ }).first();
    if (await way.isVisible()) await way.click({ timeout: 5_000 }).catch(() => undefined);
    await page.locator(".result .net").waitFor({ timeout: ROUND_MS_MAX });
    await fits("result");
    await sitDown(page, "Rapid Roulette");
    await page.locator(".square:not([aria-disabled])").first().waitFor({ timeout: ROUND_MS_MAX });
    await page.locator(".square.red:not([aria-disabled])").last().click();
    await page.locator(".square .chip").waitFor();
    await fits("roulette");
    await page.goto("/api/docs");
    await page.getByRole("heading", { name: "Houseway" }).waitFor();
    await page.locator("details").evaluateAll((all) => all.forEach((one) => (one.open = true)));
    await fits("docs");
    noFaults(house);
  });
}

test("a guest comes to a seat by keyboard alone, and sees where the focus is", async (t) => {
  const house = await openHouse(t, { args: ["--pace", "quick"] });
  const page = await house.page();
  await page.goto("/office");
  await page.getByRole("button", { name: "Sit down at Pai Gow by The Star" }).waitFor();
  const focused = () => page.evaluate(() => {
    const { activeElement: one } = document;
    return one.getAttribute("aria-label") ?? one.textContent;
  });
  for (let presses = 0; (await focused()) !== "Sit down at Pai Gow by The Star"; presses++) {
    assert.ok(presses < 30, "the button can be reached with the tabulator");
    await page.keyboard.press("Tab");
  }
  const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
  assert.notEqual(outline, "none");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Leave the table" }).waitFor();
  const nameless = await page.evaluate(() => {
    const hasName = (one) => one.labels?.length || one.getAttribute("aria-label") || one.textContent.trim();
    const all = [...document.querySelectorAll("input, select, button")];
    return all.filter((one) => !hasName(one)).map((one) => one.outerHTML);
  });
  assert.deepEqual(nameless, [], "every field and button has a name");
  noFaults(house);
});
