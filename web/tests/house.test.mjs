// The house that browser tests live in, tested with a server that is a few lines of Node.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { addressIn, startServer } from "./house.mjs";

/** A command made of a line of Node, in a folder that goes when the test ends. */
async function commandOf(t, line) {
  const folder = await mkdtemp(join(tmpdir(), "houseway-stand-in-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const binary = join(folder, "houseway");
  await writeFile(binary, `#!${process.execPath}\n${line}\n`);
  await chmod(binary, 0o755);
  return binary;
}

const SERVER = `
const http = require("node:http"), fs = require("node:fs");
const words = process.argv.slice(2), folder = words[words.indexOf("--data") + 1];
const server = http.createServer((_, answer) => answer.end(JSON.stringify(words)));
server.listen(Number(words[words.indexOf("--port") + 1]), "127.0.0.1", () => {
  fs.writeFileSync(folder + "/opened", process.env.HOUSE_WORD ?? "");
  process.stdout.write("the floor is open at http://127.0.0.1:");
  setTimeout(() => process.stdout.write(server.address().port + "/ until Ctrl-C\\n"), 50);
});
process.on("SIGTERM", () => process.exit(7));`;

test("the address is found in a line, whatever stands around it", () => {
  assert.equal(addressIn("serving http://127.0.0.1:7700, files in ./var"), "http://127.0.0.1:7700");
  assert.equal(addressIn("serving http://localhost:7700"), undefined);
  assert.equal(addressIn(""), undefined);
});

test("a server is told a free port and a new folder, answers, and leaves nothing", async (t) => {
  const server = await startServer({
    binary: await commandOf(t, SERVER),
    args: ["--book", "star-2016"],
    env: { HOUSE_WORD: "jung" },
  });
  const words = await (await fetch(server.url)).json();
  assert.deepEqual(words, ["serve", "--port", "0", "--data", server.data, "--book", "star-2016"]);
  assert.equal(await readFile(join(server.data, "opened"), "utf8"), "jung");
  assert.match(server.lastWords(), /until Ctrl-C/);
  assert.deepEqual(await server.stop(), { code: 7, signal: null });
  assert.equal(existsSync(server.data), false);
});

test("a folder that was given stays, so that a second server can open it", async (t) => {
  const data = await mkdtemp(join(tmpdir(), "houseway-given-"));
  t.after(() => rm(data, { recursive: true, force: true }));
  const binary = await commandOf(t, SERVER);
  const first = await startServer({ binary, data });
  assert.deepEqual(await first.kill(), { code: null, signal: "SIGKILL" });
  assert.equal(existsSync(join(data, "opened")), true);
  const second = await startServer({ binary, data });
  assert.equal(second.data, data);
  await second.stop();
});

test("a server that ends before it listens is reported with what it said", async (t) => {
  const binary = await commandOf(t, 'console.error("port 0 is not a port"); process.exit(2);');
  await assert.rejects(startServer({ binary }), /houseway serve ended with 2; it said: port 0 is not a port/);
});

test("a command that is not there is named", async () => {
  await assert.rejects(startServer({ binary: "/no/such/houseway" }), /did not start \(spawn \/no\/such\/houseway/);
  await assert.rejects(startServer({ binary: "" }), /HOUSEWAY_BIN does not name/);
});
