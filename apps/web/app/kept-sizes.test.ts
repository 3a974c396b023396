import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

const WEB = dirname(import.meta.dirname);
const sources = globSync("**/*.tsx", { cwd: WEB, exclude: ["dist/**", "node_modules/**", "ui/**"] }).map((path) => ({
  path,
  code: readFileSync(join(WEB, path), "utf8"),
}));
const all = globSync("**/*.{ts,tsx}", { cwd: WEB, exclude: ["dist/**", "node_modules/**"] })
  .map((path) => readFileSync(join(WEB, path), "utf8"))
  .join("\n");

it("a list with pages of its own keeps the chosen size [NAV-14]", () => {
  const found = sources.filter(({ code }) => code.includes("<Pager"));
  expect(found.length).toBeGreaterThan(2);
  expect(found.filter(({ code }) => !code.includes("useOwnPages(")).map(({ path }) => path)).toEqual([]);
});

it("a size is read under the name that it is kept under [NAV-14]", () => {
  // A list of mutes has the pages of the alarm centre.
  const known = ["alarms.mutes"];
  const kept = sources
    .filter(({ code }) => code.includes("paging="))
    .flatMap(({ code }) => [...code.matchAll(/list="([\w.]+)"/g)].map((match) => match[1] ?? ""));
  expect(kept.length).toBeGreaterThan(20);
  const elsewhere = all.replaceAll(/\blist="[\w.]+"/g, "");
  expect(kept.filter((name) => !known.includes(name) && !elsewhere.includes(`"${name}"`))).toEqual([]);
});
