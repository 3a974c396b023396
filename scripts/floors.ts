// Enforces the house of CONTRIBUTING.md: who may import whom. The canary is a small house where every rule is broken.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { circlesIn, targetOf } from "./floors/circles.ts";
import { importsOf } from "./floors/imports.ts";
import { type Fault, faultOf } from "./floors/rules.ts";
import { sourceFiles } from "./setup/hash-files.ts";

export interface Offence {
  path: string;
  line: number;
  specifier: string;
  fault: Fault;
}

const SENTENCES: Record<Fault, string> = {
  up: "a domain imports from lower floors only: declare what you need as a function type, app.ts hands it over",
  sideways:
    "domains of one floor do not know each other: declare what you need as a function type, app.ts hands it over",
  compositionRoot: "a domain does not import what puts the domains together: app.ts hands it what it needs",
  foreignWorkspace: "this workspace may not see that one, or must name it as @canopy/…",
  notPure: "packages/can imports nothing, packages/contract only zod and can, packages/groovy only Node's files",
  noSubpath: "packages are imported by subpath, as in @canopy/can/dbc/decode/decode",
  reExport: "no barrels: import the file you mean",
  testOnly: "testing/ and test files are for tests",
  unknownFolder: "this folder is not in the table of floors",
  circle: "files do not import each other, not even for types: what both need is a third file",
};

export function findOffences(root: string): Offence[] {
  const paths = sourceFiles(root, ["packages", "apps"]).filter((path) => /\.tsx?$/.test(path));
  const files = new Map(paths.map((path) => [path, importsOf(readFileSync(join(root, path), "utf8"))]));
  const offences: Offence[] = [];
  for (const [path, imports] of files)
    for (const imported of imports) {
      const fault = faultOf(path, imported);
      if (fault) offences.push({ path, line: imported.line, specifier: imported.specifier, fault });
    }
  for (const circle of circlesIn(files))
    for (const path of circle)
      for (const { line, specifier } of files.get(path) ?? [])
        if (circle.includes(targetOf(path, specifier, files) ?? ""))
          offences.push({ path, line, specifier, fault: "circle" });
  return offences;
}

/**
 * The canary: each file of the broken house says in its first line which fault it must be blamed for (or `none`).
 * Gives what went wrong; an empty list means that the guard is awake.
 */
export function canaryFailures(house: string): string[] {
  const offences = findOffences(house);
  const files = sourceFiles(house, ["packages", "apps"]);
  const wrong = files.flatMap((path) => {
    const expected = /^\/\/ expect: (\w+)/.exec(readFileSync(join(house, path), "utf8"))?.[1];
    const found = offences.filter((offence) => offence.path === path).map((offence) => offence.fault);
    const seen = found.length === 0 ? "none" : found.join(" ");
    return seen === expected ? [] : [`${path}: expected ${expected}, found ${seen}`];
  });
  return files.length > 0 ? wrong : ["the canary house is empty"];
}

export const CANARY_HOUSE = join(import.meta.dirname, "fixtures/broken-house");

function describeOffence({ path, line, specifier, fault }: Offence): string {
  return `${path}:${line} imports ${specifier}\n  ${fault}: ${SENTENCES[fault]}`;
}

function main(root: string): number {
  const canary = canaryFailures(CANARY_HOUSE);
  for (const failure of canary) console.log(`canary: ${failure}`);
  const offences = findOffences(root);
  for (const offence of offences) console.log(describeOffence(offence));
  if (canary.length + offences.length === 0) console.log("every import goes down; the canary was caught");
  return canary.length + offences.length === 0 ? 0 : 1;
}

if (import.meta.main) process.exitCode = main(dirname(import.meta.dirname));
