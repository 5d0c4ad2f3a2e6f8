// What people do on the page, in steps that its tests share: names of buttons, figures, nothing of the server.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** How long something at a table may take on a slow machine, in milliseconds. */
export const ROUND_MS_MAX = 180_000;

/** A figure of the top of a table: `purse`, `down`, `net`. */
export async function figure(page, name) {
  const text = await page.locator(`#table-${name}`).textContent();
  return Number(text.replace("−", "-").replace(/[^\d-]/g, ""));
}

/** Waits until a figure is what it should be, and says what it was otherwise. */
export async function figureIs(page, name, wanted, timeout = 60_000) {
  const end = Date.now() + timeout;
  while ((await figure(page, name)) !== wanted) {
    assert.ok(Date.now() < end, `${name} is ${await figure(page, name)}, ${wanted} wanted`);
    await page.waitForTimeout(50);
  }
}

/** Sits down from the floor; how many chips that brought. */
export async function sitDown(page, table) {
  await page.goto("/office");
  await page.getByRole("button", { name: `Sit down at ${table}` }).click();
  await page.locator("#table-purse").waitFor();
  await page.getByRole("button", { name: "Leave the table" }).waitFor();
  const chips = await figure(page, "purse");
  assert.ok(chips > 0, "whoever sits down at a practice table has chips");
  return chips;
}

/** Puts down a regular wager at one's seat as soon as that is offered. */
export async function bet(page, amount) {
  const form = page.getByRole("form", { name: "Bet" });
  await form.waitFor({ timeout: ROUND_MS_MAX });
  await form.getByLabel(/amount/).fill(String(amount));
  await form.getByRole("button", { name: "Bet" }).click();
  await figureIs(page, "down", amount);
}

/** The result that is shown of a round: what it came to. */
export async function resultOf(page) {
  await page.locator(".result .net").waitFor({ timeout: ROUND_MS_MAX });
  const text = await page.locator(".result .net").textContent();
  return Number(text.replace("−", "-").replace(/[^\d-]/g, ""));
}

/** Signs in on a page that nobody is signed in on; a house lets one try a second. */
export async function signIn(page, name, password) {
  await page.waitForTimeout(1_100);
  await page.goto("/office#sign-in");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.locator("#me").getByText(name).waitFor();
}

/** Signs somebody in for the first time: who was given a password chooses their own before anything else. */
export async function firstSignIn(page, name, given, own) {
  await signIn(page, name, given);
  await page.getByLabel("The password you were given").fill(given);
  await page.getByRole("textbox", { name: "Your own password" }).fill(own);
  await page.waitForTimeout(1_100);
  await page.getByRole("button", { name: "Change" }).click();
  await page.getByText("Changed. Sign in with your own password.").waitFor();
  await signIn(page, name, own);
}

const axe = readFile(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** What axe finds wrong with a page as it stands. */
export async function violations(page) {
  await page.evaluate(await axe);
  const { violations: found } = await page.evaluate(() => globalThis.axe.run(document));
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`);
}

/** Whether a page is wider than its window. */
export const scrollsSideways = (page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/** Buttons and fields that a finger can miss: lower or narrower than 44 pixels. */
export const tooSmall = (page) => page.evaluate(() => {
  const all = [...document.querySelectorAll("button, select, summary, nav a, .act, input:not([type=checkbox])")];
  const shown = all.map((one) => [one, one.getBoundingClientRect()]).filter(([, { width }]) => width > 0);
  const small = shown.filter(([, { width, height }]) => width < 43.5 || height < 43.5);
  return small.map(([one, { width, height }]) => `${one.textContent || one.id}: ${width} by ${height}`);
});

/** Asserts that nothing went wrong in pages but what a lost server explains. */
export function noFaults(house, except = /$^/) {
  assert.deepEqual(house.faults.filter((fault) => !except.test(fault)), []);
}
