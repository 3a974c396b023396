import { globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";

const web = join(import.meta.dirname, "..");
const files = globSync("**/*.{ts,tsx}", { cwd: web, exclude: (name) => name === "dist" || name === "node_modules" });
/** A domain may have several tables, one per part: `devices/type-texts`. */
const tables = files.filter((file) => file.endsWith("texts.zh.ts")).map((file) => file.slice(0, -".zh.ts".length));

const HOLDS_TEXTS = /(^|[/-])texts(\.zh|\.en)?\.ts$|\.test\.ts$/;

/** Chinese is named 中文 in both languages, and kept under that word (ACC-12). */
function isChinese(text: string): boolean {
  return /[\u3400-\u9fff]/.test(text.replaceAll("中文", ""));
}

describe.each(tables)("the texts of %s [NAV-12]", (table) => {
  const [domain = ""] = table.split("/");

  it("are the same keys in both languages, named after their domain, with the same places", async () => {
    const zh = await tableOf(table, "zh");
    const en = await tableOf(table, "en");
    expect(Object.keys(en).sort()).toEqual(Object.keys(zh).sort());
    for (const [key, text] of Object.entries(zh)) {
      expect(key, key).toMatch(new RegExp(`^${domain}\\.[a-z][\\w-]*(\\.[\\w-]+)+$`, "i"));
      expect(placesOf(en[key] ?? ""), key).toEqual(placesOf(text));
      expect(isChinese(en[key] ?? ""), key).toBe(false);
    }
  });
});

it("no page holds Chinese of its own [NAV-12]", () => {
  const guilty = files
    .filter((file) => !HOLDS_TEXTS.test(file))
    .flatMap((file) => linesWith(file, (line) => isChinese(withoutComment(line))));
  expect(guilty).toEqual([]);
});

it("no page holds English of its own: what stands between tags comes from the texts [NAV-12]", () => {
  const sentence = /^\s*(?![/*{]|\w+[=(:.,])[A-Z][a-z]+( [\w'’,.-]+)+\s*$/;
  const between = />\s*[A-Za-z][a-z]{2,}[^<>{}=;()|&]*<\//;
  const guilty = files
    .filter((file) => file.endsWith(".tsx"))
    .flatMap((file) => linesWith(file, (line) => sentence.test(withoutComment(line)) || between.test(line)));
  expect(guilty).toEqual([]);
});

async function tableOf(table: string, language: "zh" | "en"): Promise<Record<string, string>> {
  const module: unknown = await import(pathToFileURL(join(web, `${table}.${language}.ts`)).href);
  if (typeof module !== "object" || module === null) return {};
  return Object.values(module).find((value) => typeof value === "object") ?? {};
}

function placesOf(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "").sort();
}

function linesWith(file: string, test: (line: string) => boolean): string[] {
  return readFileSync(join(web, file), "utf8")
    .split("\n")
    .flatMap((line, i) => (test(line) ? [`${relative(web, join(web, file))}:${i + 1} ${line.trim()}`] : []));
}

function withoutComment(line: string): string {
  return line.replace(/\/\/.*$|^\s*\/?\*.*$|\/\*.*?\*\//, "");
}
