// A house to test in: the real server on a port and in a folder of its own, and a browser that has seen
// nothing before. Both are gone when the test ends.
//
// May touch: the command named by HOUSEWAY_BIN, the browser named by HOUSEWAY_CHROMIUM, temporary folders.
// `cargo xtask test browser` builds the one, finds the other, and names both.
//
//   test("a dealer signs in", async (t) => {
//     const house = await openHouse(t);
//     const page = await house.page();
//     await page.goto(house.url);
//     …
//     assert.deepEqual(house.faults, []);
//   });

import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** How long a server may take to say where it listens, and then to end, in milliseconds. */
const START_MS_MAX = 60_000;
const STOP_MS_MAX = 30_000;

/** How long a page may take for what does not wait for the table, in milliseconds: machines are slow at times. */
const STEP_MS_MAX = 60_000;

/** How much of what the server wrote last is kept for a failure's message. */
const LAST_WORDS_MAX = 4_000;

/** What Chromium is told: no screen, no network of its own, nothing that differs from run to run. */
const CHROMIUM_ARGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The address in a line that the server wrote, or nothing. */
export function addressIn(line) {
  return line.match(/http:\/\/127\.0\.0\.1:\d+/)?.[0];
}

/**
 * A running server: `url`, `data` (its folder), `pid`, `stop()`, which asks it to end and resolves to
 * `{ code, signal }`, `kill()`, which does not ask, and `lastWords()`.
 *
 * Without `data` the folder is a new one, removed by `stop` and `kill`; with it the folder stays, so that a
 * second server can open what a first one left, at the same `port` if need be. `args` go to the command, `env`
 * is added to ours.
 */
export async function startServer({ binary = process.env.HOUSEWAY_BIN, args = [], env = {}, data, port = 0 } = {}) {
  if (!binary) {
    throw new Error("HOUSEWAY_BIN does not name the houseway command: run cargo xtask test browser");
  }
  const own = data === undefined;
  const folder = own ? await mkdtemp(join(tmpdir(), "houseway-house-")) : data;
  const words = ["serve", "--port", String(port), "--data", folder, ...args];
  const server = spawn(binary, words, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  const said = { text: "" };
  const ended = new Promise((resolve) => {
    server.once("error", (error) => resolve({ code: null, signal: null, error }));
    server.once("close", (code, signal) => resolve({ code, signal }));
  });
  // A test that is itself killed must not leave a server behind.
  const atExit = () => {
    server.kill("SIGKILL");
    if (own) rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", atExit);
  const end = async (signal) => {
    if (server.exitCode === null && server.signalCode === null) server.kill(signal);
    const patience = setTimeout(() => server.kill("SIGKILL"), STOP_MS_MAX);
    const { code, signal: by } = await ended;
    clearTimeout(patience);
    process.removeListener("exit", atExit);
    if (own) await rm(folder, { recursive: true, force: true });
    return { code, signal: by };
  };
  let url;
  try {
    url = await listening(server, said, ended);
  } catch (error) {
    await end("SIGKILL");
    throw error;
  }
  return {
    url,
    data: folder,
    pid: server.pid,
    stop: () => end("SIGTERM"),
    kill: () => end("SIGKILL"),
    lastWords: () => said.text,
  };
}

/** The address that the server says it listens at; everything it says is kept in `said`. */
function listening(server, said, ended) {
  return new Promise((resolve, reject) => {
    const failed = (why) => reject(new Error(`houseway serve ${why}; it said: ${said.text.trim() || "nothing"}`));
    const patience = setTimeout(() => failed(`named no address in ${START_MS_MAX} ms`), START_MS_MAX);
    ended.then(({ code, signal, error }) => {
      clearTimeout(patience);
      failed(error ? `did not start (${error.message})` : `ended with ${signal ?? code}`);
    });
    const hear = (text) => (said.text = (said.text + text).slice(-LAST_WORDS_MAX));
    let line = "";
    let found = false;
    server.stdout.setEncoding("utf8").on("data", (text) => {
      hear(text);
      if (found) return;
      // The address counts once its line is whole, or the port might be cut short.
      const lines = (line + text).split("\n");
      line = lines.pop();
      const url = lines.map(addressIn).find((address) => address);
      if (url) {
        found = true;
        clearTimeout(patience);
        resolve(url);
      }
    });
    server.stderr.setEncoding("utf8").on("data", hear);
  });
}

/** A browser without a past: Chromium makes itself a new folder, and removes it when it is closed. */
export async function startBrowser() {
  // Not at the top: tests of servers alone need no browser.
  const { chromium } = await import("playwright-core");
  const executablePath = process.env.HOUSEWAY_CHROMIUM ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: CHROMIUM_ARGS });
}

/**
 * A server and a browser for one test, closed when it ends. `page(options)` opens a page that shares nothing
 * with other pages: each is a person of their own. What goes wrong inside pages is collected in `faults`.
 */
export async function openHouse(t, options = {}) {
  const server = await startServer(options);
  let browser;
  t.after(async () => {
    try {
      await browser?.close();
    } finally {
      await server.stop();
    }
  });
  browser = await startBrowser();
  const faults = [];
  const page = async (settings = {}) => {
    const context = await browser.newContext({ baseURL: server.url, ...settings });
    context.setDefaultTimeout(STEP_MS_MAX);
    const page = await context.newPage();
    page.on("pageerror", (error) => faults.push(`${page.url()}: ${error.message}`));
    page.on("console", (message) => {
      if (message.type() === "error") faults.push(`${page.url()}: ${message.text()}`);
    });
    return page;
  };
  return { ...server, browser, faults, page };
}
