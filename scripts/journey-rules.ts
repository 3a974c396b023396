// `npm run check`, "journey rules": journeys find things as people do and wait for what they wait for.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

interface Rule {
  pattern: RegExp;
  instead: string;
}

const RULES: readonly Rule[] = [
  {
    pattern: /\[class[*^$~|]?=|querySelector(?:All)?\("\.|locator\(["'`]\./,
    instead: "a class name is the stylesheet's: use a role, a label or a data attribute",
  },
  {
    pattern: /waitForTimeout\(/,
    instead: "a fixed wait is too long or too short: poll for what is to come (eventually, waitFor)",
  },
];

export function brokenRules(file: string, source: string): string[] {
  return source
    .split("\n")
    .flatMap((line, at) =>
      RULES.filter(({ pattern }) => pattern.test(line)).map(({ instead }) => `${file}:${at + 1}: ${instead}`),
    );
}

function main(root: string): number {
  const folder = join(root, "e2e");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const found = files.flatMap((name) => brokenRules(`e2e/${name}`, readFileSync(join(folder, name), "utf8")));
  for (const line of found) console.log(line);
  console.log(found.length === 0 ? `journey rules ok, ${files.length} files` : `${found.length} journey rules broken`);
  return found.length === 0 && files.length > 0 ? 0 : 1;
}

if (import.meta.main) process.exitCode = main(dirname(import.meta.dirname));
