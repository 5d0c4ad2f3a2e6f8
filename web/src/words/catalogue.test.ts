import { FluentBundle, FluentResource } from "@fluent/bundle";
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const TONGUES = ["en", "zh-Hant", "zh-Hans"];
const here = new URL(".", import.meta.url).pathname;
const read = (tongue: string) => readFileSync(`${here}${tongue}.ftl`, "utf8");
const idsOf = (text: string) => [...text.matchAll(/^([a-z][\w-]*) =/gm)].map(([, id]) => id!);

/** The sources of the app, in one text. */
const sources = readdirSync(`${here}..`, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.(svelte|ts)$/.test(path) && !path.endsWith(".test.ts") && !path.endsWith("api.ts"))
  .map((path) => readFileSync(`${here}../${path}`, "utf8")).join("\n");

/** Ids that are put together: what stands before the part that differs. */
const FAMILIES = [...sources.matchAll(/`((?:[a-z]+-)+)\$\{/g)].map(([, start]) => start!);
/** … and what stands behind it. */
const ENDINGS = [...sources.matchAll(/`\$\{[^}]*\}(-[a-z]+)`/g)].map(([, end]) => end!);

test.each(TONGUES)("%s says everything once, and without errors", (tongue) => {
  const ids = idsOf(read(tongue));
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  const bundle = new FluentBundle(tongue, { functions: { SIGNED: ([amount]) => String(amount), PLAIN: ([number]) => String(number) } });
  expect(bundle.addResource(new FluentResource(read(tongue)))).toEqual([]);
  expect(ids.filter((id) => !bundle.hasMessage(id))).toEqual([]);
});

test.each(TONGUES.slice(1))("%s has the texts of English, no more and no fewer", (tongue) => {
  expect(idsOf(read(tongue)).toSorted()).toEqual(idsOf(read("en")).toSorted());
});

test.each(TONGUES.slice(1))("%s uses no variable that English has not", (tongue) => {
  const variables = (text: string) => new Map([...text.matchAll(/^([a-z][\w-]*) =((?:.*\n)(?:(?:[ }].*)?\n)*)/gm)]
    .map(([, id, body]) => [id!, new Set([...body!.matchAll(/\$(\w+)/g)].map(([, name]) => name!))]));
  const english = variables(read("en"));
  const others = [...variables(read(tongue))].filter(([id, names]) => [...names].some((name) => !english.get(id)?.has(name)));
  expect(others.map(([id]) => id)).toEqual([]);
});

test("every text that the app names is there", () => {
  const ids = new Set(idsOf(read("en")));
  const named = [...sources.matchAll(/\b(?:t|said)\(\s*"([a-z][\w-]*)"/g), ...sources.matchAll(/\bid: "([a-z][\w-]*)"/g)].map(([, id]) => id!);
  expect(named.filter((id) => !ids.has(id))).toEqual([]);
});

test("every step of a Pai Gow table has a sentence", () => {
  const steps = readFileSync(`${here}../../../crates/paigow/src/step.rs`, "utf8");
  const named = [...steps.matchAll(/= "([a-z-]+)"/g)].map(([, step]) => `log-${step}`);
  const ids = new Set(idsOf(read("en")));
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((id) => !ids.has(id))).toEqual([]);
});

test("no text is left over", () => {
  const unused = idsOf(read("en")).filter((id) =>
    !new RegExp(`["'\`]${id}["'\`]`).test(sources)
    && !FAMILIES.some((start) => id.startsWith(start)) && !ENDINGS.some((end) => id.endsWith(end)));
  expect(unused).toEqual([]);
});
