import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const CONFORMANCE = join(import.meta.dirname, "../conformance");

/** Scripts of the conformance suite by name, in order. */
export function conformanceScripts(): Map<string, string> {
  const names = globSync("**/*.groovy", { cwd: CONFORMANCE }).map((path) => path.replace(/\.groovy$/, ""));
  return new Map(names.sort().map((name) => [name, readFileSync(join(CONFORMANCE, `${name}.groovy`), "utf8")]));
}

/** What real Groovy 2.4 printed for each of them; written by `node packages/groovy/testing/write-goldens.ts`. */
export function goldens(): Record<string, string> {
  return JSON.parse(readFileSync(join(CONFORMANCE, "goldens.json"), "utf8"));
}
