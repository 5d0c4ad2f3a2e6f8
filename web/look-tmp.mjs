import { chromium } from "playwright-core";
const b = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--headless", "--no-sandbox", "--disable-gpu"] });
const page = await (await b.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
page.on("pageerror", (e) => console.log("ERR", e.message, e.stack)); page.on("console", (m) => console.log("CON", m.text()));
await page.goto("http://127.0.0.1:7812/api/docs"); await page.waitForTimeout(1500);
console.log((await page.locator("main").textContent()).slice(0, 300));
await page.screenshot({ path: "/tmp/pics/docs.png" });
await b.close();
