import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { allErrors } from "@canopy/contract/all-errors";
import { sentenceOf } from "@canopy/contract/platform/errors";
import { LANGUAGES } from "@canopy/contract/platform/language";
import { expect, it } from "vitest";

const contract = join(import.meta.dirname, "../../packages/contract");
const sources = (folder: string) =>
  globSync("**/*.ts", { cwd: folder, exclude: (name) => name === "node_modules" })
    .filter((name) => !name.endsWith(".test.ts"))
    .map((name) => readFileSync(join(folder, name), "utf8"));

/** The domain of each table of errors, by the table's name. */
const domains = new Map(
  sources(contract).flatMap((text) =>
    [...text.matchAll(/(\w+Errors) = defineErrors\("(\w+)"/g)].map(([, table = "", domain = ""]) => [table, domain]),
  ),
);
const thrown = new Set(
  sources(import.meta.dirname).flatMap((text) =>
    [...text.matchAll(/JobFailure\((\w+Errors)\.(\w+)\.code/g)].map(
      ([, table = "", name = ""]) => `${domains.get(table)}.${name}`,
    ),
  ),
);
/** Of calls inside a run, whose code alone is kept. */
const ofCalls = ["alarms.conditionSignalUnknown", "files.spaceFull", "files.tooManyFiles", "outputs.privateUrl"];

it.each([...thrown, ...ofCalls])("a task that failed says %s without an empty place [DAT-03]", (code) => {
  const error = allErrors.get(code);
  expect(error).toBeDefined();
  for (const language of LANGUAGES) expect(error && sentenceOf(error, language)).not.toMatch(/[{}]/);
});
