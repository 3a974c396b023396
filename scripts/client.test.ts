import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { whyNotInto } from "./client.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "canopy-client-test-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const put = (name: string, text: string) => writeFileSync(join(folder, name), text);

describe("the folder of the typed client [OPS-07]", () => {
  it("may be new, empty, or one that has a client already", async () => {
    expect(await whyNotInto(join(folder, "new"))).toBeUndefined();
    expect(await whyNotInto(folder)).toBeUndefined();
    put("package.json", '{"name":"@canopy/client"}');
    expect(await whyNotInto(folder)).toBeUndefined();
  });

  it.each([
    ["thesis.txt", "years of work"],
    ["package.json", '{"name":"another"}'],
    ["package.json", "no JSON"],
  ])("is refused with %s of somebody else", async (name, text) => {
    put(name, text);
    expect(await whyNotInto(folder)).toContain("is not empty");
    if (name === "thesis.txt") expect(await whyNotInto(join(folder, name))).toContain("ENOTDIR");
  });

  it("keeps what is in it when the command is refused", async () => {
    put("thesis.txt", "years of work");
    const called = promisify(execFile)(process.execPath, [join(import.meta.dirname, "client.ts"), folder]);
    await expect(called).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining("--force") });
    expect(readdirSync(folder)).toEqual(["thesis.txt"]);
  }, 30_000);
});
