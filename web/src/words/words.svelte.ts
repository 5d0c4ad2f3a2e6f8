// The reader's language, and texts in it.

import { FluentBundle, FluentResource } from "@fluent/bundle";
import type { Said } from "./said.ts";

export type Tongue = "en" | "zh-Hant" | "zh-Hans";

export const TONGUES: readonly { tongue: Tongue; name: string }[] = [
  { tongue: "en", name: "English" },
  { tongue: "zh-Hant", name: "繁體中文" },
  { tongue: "zh-Hans", name: "简体中文" },
];

const KEPT = "houseway-tongue";

const CATALOGUES: Record<Tongue, () => Promise<{ default: string }>> = {
  en: () => import("./en.ftl?raw"),
  "zh-Hant": () => import("./zh-Hant.ftl?raw"),
  "zh-Hans": () => import("./zh-Hans.ftl?raw"),
};

let bundle = $state.raw<FluentBundle>();
let spoken = $state.raw<Tongue>("en");

/** The language that is spoken now. */
export const tongue = (): Tongue => spoken;

/** The region whose way of writing numbers and times is used. */
export const locale = (): string => ({ en: "en-AU", "zh-Hant": "zh-HK", "zh-Hans": "zh-CN" })[spoken];

/** What the reader chose, or what the browser asks for. */
function wanted(): Tongue {
  const kept = localStorage.getItem(KEPT);
  const asked = kept ? [kept] : navigator.languages;
  for (const one of asked) {
    if (one.startsWith("en")) return "en";
    if (/^zh\b.*(hans|cn|sg)/i.test(one)) return "zh-Hans";
    if (one.startsWith("zh")) return "zh-Hant";
  }
  return "en";
}

/** Speaks this language from now on, and remembers it. */
export async function speak(other?: Tongue): Promise<void> {
  const next = other ?? wanted();
  const { default: text } = await CATALOGUES[next]();
  const made = new FluentBundle(next, {
    useIsolating: false,
    functions: { SIGNED: ([amount]) => signed(Number(amount)), PLAIN: ([number]) => String(Number(number)) },
  });
  made.addResource(new FluentResource(text));
  bundle = made;
  spoken = next;
  document.documentElement.lang = next;
  if (other) localStorage.setItem(KEPT, other);
}

/** Whether there is such a text. */
export const has = (id: string): boolean => bundle?.hasMessage(id) ?? false;

/** A text in the reader's language. */
export function t(said: string | Said, more?: Said["with"]): string {
  const { id, with: parts = more } = typeof said === "string" ? { id: said, with: more } : said;
  const pattern = bundle?.getMessage(id)?.value;
  if (!bundle || !pattern) return id;
  const values: Record<string, string | number> = {};
  for (const [name, part] of Object.entries(parts ?? {})) {
    if (typeof part !== "object") values[name] = part;
    else if (isList(part)) values[name] = list(part.map((one) => t(one)));
    else values[name] = t(part);
  }
  return bundle.formatPattern(pattern, values);
}

const isList = (part: Said | readonly Said[]): part is readonly Said[] => Array.isArray(part);

/** A book by its plain name. */
export function bookName(book: string): string {
  const id = `book-${book.replaceAll(".", "-")}`;
  return has(id) ? t(id) : book;
}

/** Ways to write lists, numbers and times, made once for a language: making one takes long. */
const formats = new Map<string, ReturnType<typeof formatsOf>>();

function formatsOf(region: string) {
  const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  return {
    list: new Intl.ListFormat(region, { type: "conjunction" }),
    money: new Intl.NumberFormat(region),
    rate: new Intl.NumberFormat(region, { maximumFractionDigits: 2 }),
    minute: new Intl.DateTimeFormat(region, time),
    second: new Intl.DateTimeFormat(region, { ...time, second: "2-digit" }),
  };
}

function format(): ReturnType<typeof formatsOf> {
  const region = locale();
  const made = formats.get(region) ?? formatsOf(region);
  formats.set(region, made);
  return made;
}

/** Several things in one sentence. */
export const list = (parts: string[]): string => format().list.format(parts);

/** An amount in units. */
export const money = (amount: number): string => format().money.format(amount);

/** An amount that was won or lost, with its sign. */
export function signed(amount: number): string {
  if (amount === 0) return "0";
  return `${amount > 0 ? "+" : "−"}${money(Math.abs(amount))}`;
}

/** A time of day. */
export const clock = (at: number, seconds = false): string =>
  (seconds ? format().second : format().minute).format(at);

/** A rate in hundredths of a per cent. */
export const percent = (rate: number): string =>
  format().rate.format(rate / 100);
