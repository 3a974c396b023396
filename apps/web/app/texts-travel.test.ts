// Texts travel with the modules that use them. A page opened by its address has loaded its own modules alone: a text that
// another page registers would show as its key.
import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, it } from "vitest";

const WEB = dirname(import.meta.dirname);
const KEY = /^ {2}"([\w.]+)":/gm;

interface Module {
  /** Imported before it runs. */
  readonly imports: readonly string[];
  /** Loaded by it later. */
  readonly lazy: readonly string[];
  readonly registers: readonly string[];
  readonly uses: readonly string[];
}

const files = globSync("**/*.{ts,tsx}", { cwd: WEB, exclude: ["dist/**", "**/*.test.ts"] }).map((file) =>
  join(WEB, file),
);
const sources = new Map(files.map((file) => [file, readFileSync(file, "utf8")]));
const isTexts = (file: string) => file.endsWith("texts.en.ts");
const keysOf = (source: string) => [...source.matchAll(KEY)].map(([, key = ""]) => key.replace(/_(one|other)$/, ""));
const known = new Set(files.filter(isTexts).flatMap((file) => keysOf(sources.get(file) ?? "")));
const modules = new Map([...sources].map(([file, source]) => [file, moduleOf(file, source)]));

function moduleOf(file: string, source: string): Module {
  const at = (path: string) => join(dirname(file), path);
  const found = (pattern: RegExp) => [...source.matchAll(pattern)].map(([, path = ""]) => at(path));
  const literals = [...source.matchAll(/"([a-z]\w*(?:\.\w+)+)"/g)].map(([, text = ""]) => text);
  return {
    imports: found(/^(?:import|export)\s(?!type\b)(?:[^"';]*?\sfrom\s+)?"(\.[^"]+)"/gm),
    lazy: found(/\bimport\("(\.[^"]+)"\)/g),
    registers: isTexts(file) ? keysOf(source) : [],
    uses: /texts\.(en|zh)\.ts$/.test(file) ? [] : literals.filter((text) => known.has(text)),
  };
}

function loadedWith(root: string): ReadonlySet<string> {
  const loaded = new Set<string>();
  const add = (file: string) => {
    if (loaded.has(file)) return;
    loaded.add(file);
    for (const next of modules.get(file)?.imports ?? []) add(next);
  };
  add(root);
  return loaded;
}

/** Every use of a key that nothing loaded has registered, below a module and those that it loads later. */
function missingBelow(root: string, before: ReadonlySet<string>, seen: Set<string>): string[] {
  if (seen.has(root)) return [];
  seen.add(root);
  const own = loadedWith(root);
  const loaded = new Set([...before, ...own]);
  const registered = new Set([...loaded].flatMap((file) => modules.get(file)?.registers ?? []));
  const missing = [...own].flatMap((file) =>
    (modules.get(file)?.uses ?? [])
      .filter((key) => !registered.has(key))
      .map((key) => `${relative(WEB, file)} uses ${key}, loaded by ${relative(WEB, root)}`),
  );
  const later = [...own].flatMap((file) => modules.get(file)?.lazy ?? []);
  return [...missing, ...later.flatMap((next) => missingBelow(next, loaded, seen))];
}

it("every text is registered by a module that its page has loaded", () => {
  expect(modules.size).toBeGreaterThan(1000);
  const entry = join(WEB, "main.tsx");
  const shell = loadedWith(entry);
  const pages = [...shell].flatMap((file) => modules.get(file)?.lazy ?? []);
  expect(pages.length).toBeGreaterThan(40);
  const missing = pages.flatMap((page) => missingBelow(page, shell, new Set()));
  expect([...new Set(missing)]).toEqual([]);
});
