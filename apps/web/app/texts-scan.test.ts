import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

const WEB = dirname(import.meta.dirname);
const sources = globSync("**/*.{ts,tsx}", { cwd: WEB, exclude: ["dist/**", "node_modules/**"] })
  .filter((path) => !/\.test\.tsx?$/.test(path) && path !== "vite.config.ts")
  .map((path) => ({ path, code: withoutComments(readFileSync(join(WEB, path), "utf8")) }));
const isTexts = (path: string) => /texts(\.zh|\.en)?\.ts$/.test(path);
const texts = (language: "zh" | "en") =>
  sources
    .filter(({ path }) => path.endsWith(`texts.${language}.ts`))
    .map(({ path, code }) => ({ place: path.replace(/\.(zh|en)\.ts$/, ""), keys: keysOf(code) }));
const known = new Set(sources.filter(({ path }) => isTexts(path)).flatMap(({ code }) => keysOf(code)));

it("both languages have the same keys [NAV-12]", () => {
  const en = new Map(texts("en").map(({ place, keys }) => [place, keys.sort()]));
  for (const { place, keys } of texts("zh")) expect(en.get(place), place).toEqual(keys.sort());
});

it("every key that a page names exists, and every key is named by a page [NAV-12]", () => {
  const code = sources.filter(({ path }) => !isTexts(path)).map((source) => source.code);
  const named = code.flatMap((text) => [...text.matchAll(/["'`]([a-z-]+(?:\.[\w-]+)+)["'`]/g)].map((m) => m[1] ?? ""));
  const used = code.flatMap((text) =>
    [...text.matchAll(/\bt(?:ranslate)?\(\s*["']([\w.-]+)["']/g)].map((m) => m[1] ?? ""),
  );
  expect(used.filter((key) => !exists(key))).toEqual([]);
  const prefixes = code.flatMap((text) => [...text.matchAll(/`([a-z-]+\.[\w.-]*)\$\{/g)].map((m) => m[1] ?? ""));
  const isNamed = (key: string) => named.includes(baseOf(key)) || prefixes.some((prefix) => key.startsWith(prefix));
  // The ground floor may offer words to pages that are still to come.
  const ofPages = [...known].filter((key) => !/^(ui|platform)\./.test(key));
  expect(ofPages.filter((key) => !isNamed(key))).toEqual([]);
});

it("no Chinese stands outside the text files [NAV-12]", () => {
  // The two words of ACC-12 are data: that is how the choice is kept.
  const data = ["platform/language.ts", "app/language-of-tag.ts"];
  const found = sources.filter(
    ({ path, code }) => !isTexts(path) && !data.includes(path) && /[\u4e00-\u9fff]/.test(code),
  );
  expect(found.map(({ path }) => path)).toEqual([]);
});

it("no page has words of its own in its markup [NAV-12]", () => {
  const found = sources
    .filter(({ path }) => path.endsWith(".tsx"))
    .flatMap(({ path, code }) => wordsInMarkup(code).map((words) => `${path}: ${words}`));
  expect(found).toEqual([]);
});

function keysOf(code: string): string[] {
  return [...code.matchAll(/^\s+"([\w.-]+)":/gm)].map((match) => match[1] ?? "");
}

function baseOf(key: string): string {
  return key.replace(/_(one|other)$/, "");
}

function exists(key: string): boolean {
  return known.has(key) || known.has(`${key}_other`);
}

function withoutComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
}

const CONTENT = [/>([^<>{}=;()]*)<\//g, /\}([^<>{}=;()`]*)<\//g];
const ATTRIBUTE = /\s(?:title|label|alt|placeholder|aria-label|text|action)="([^"]*)"/g;

/** Words between tags or in attributes that people read; a pattern such as YYYY-MM-DD is no word. */
function wordsInMarkup(code: string): string[] {
  const read = [...CONTENT, ATTRIBUTE].flatMap((pattern) => [...code.matchAll(pattern)].map((match) => match[1] ?? ""));
  const isWord = (text: string) => /[A-Za-z]{2}|[\u4e00-\u9fff]/.test(text) && !/^[YMDHS:. -]+$/.test(text);
  return read.map((text) => text.trim()).filter((text) => isWord(text) && !exists(text));
}
