import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, it } from "vitest";
import { compressAssets } from "./compress-assets.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "canopy-assets-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

it("compresses assets from 1 KB on both ways, and leaves pages, pictures and small files alone", async () => {
  const script = "export const x = 1;\n".repeat(100);
  for (const name of ["app.js", "index.html", "photo.png"]) writeFileSync(join(folder, name), script);
  writeFileSync(join(folder, "small.js"), "1");

  expect(await compressAssets(folder)).toEqual({ files: 1 });

  expect(brotliDecompressSync(readFileSync(join(folder, "app.js.br"))).toString()).toBe(script);
  expect(gunzipSync(readFileSync(join(folder, "app.js.gz"))).toString()).toBe(script);
  for (const name of ["index.html.br", "photo.png.gz", "small.js.br"])
    expect(existsSync(join(folder, name))).toBe(false);
});
