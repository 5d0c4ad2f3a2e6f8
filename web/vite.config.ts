import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

/** The house that the dev server stands in front of. */
const house = process.env.HOUSEWAY_URL ?? "http://127.0.0.1:7700";

/** The house answers requests of its own pages only: the proxy speaks in its name. */
const proxied = { target: house, changeOrigin: true, headers: { origin: house } };

export default defineConfig({
  plugins: [svelte()],
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false }, reportCompressedSize: true },
  server: {
    port: Number(process.env.PORT ?? 5173),
    strictPort: true,
    proxy: { "/api": { ...proxied, ws: true }, "/healthz": proxied },
  },
  // What the house sends with its pages, so that what it would forbid is seen at once.
  preview: {
    port: Number(process.env.PORT ?? 4173),
    strictPort: true,
    headers: {
      "content-security-policy": "default-src 'self'; connect-src 'self'; img-src 'self' data:; object-src 'none'; "
        + "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    },
  },
  test: { include: ["src/**/*.test.ts"], environment: "node" },
});
