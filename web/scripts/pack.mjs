// Packs what was built into `dist`: beside every file of text a `.gz` that the house sends to whoever takes it.
//
// May touch: `web/dist`.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const DIST = new URL("../dist/", import.meta.url).pathname;
const TEXT = /\.(html|js|css|svg|json)$/;
/** Shorter files are not worth another. */
const LEAST = 512;

for (const entry of readdirSync(DIST, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !TEXT.test(entry.name)) continue;
  const path = join(entry.parentPath, entry.name);
  const bytes = readFileSync(path);
  if (bytes.length >= LEAST) writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
}
