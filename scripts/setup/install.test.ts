import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { install, installNeeded } from "./install.mjs";

let root = "";
const npm = process.env.npm_execpath;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "canopy-install-"));
  for (const folder of ["apps/server", "packages/can", "node_modules"])
    mkdirSync(join(root, folder), { recursive: true });
  for (const folder of [".", "apps/server", "packages/can"]) writeFileSync(join(root, folder, "package.json"), "{}");
  writeFileSync(join(root, "package-lock.json"), "{}");
  pretendNpm("process.exit(0)");
});

afterEach(() => {
  rmSync(root, { recursive: true });
  if (npm === undefined) delete process.env.npm_execpath;
  else process.env.npm_execpath = npm;
});

function pretendNpm(script: string): void {
  process.env.npm_execpath = join(root, "npm.cjs.js");
  writeFileSync(process.env.npm_execpath, script);
}

describe("installing", () => {
  it("is needed until it succeeded once, and again when a manifest or the lock file changes", async () => {
    expect(installNeeded(root)).toBe(true);
    await install(root);
    expect(installNeeded(root)).toBe(false);
    writeFileSync(join(root, "apps/server/package.json"), '{"dependencies":{}}');
    expect(installNeeded(root)).toBe(true);
    await install(root);
    writeFileSync(join(root, "package-lock.json"), '{"packages":{}}');
    expect(installNeeded(root)).toBe(true);
  });

  it("that failed tells npm's last words and is tried again next time", async () => {
    pretendNpm('console.error("no space left"); process.exit(3)');
    await expect(install(root)).rejects.toThrow(/exit 3[\s\S]*no space left/);
    expect(installNeeded(root)).toBe(true);
  });
});
