import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { PASSING_PURPOSES, SEALED_COLUMNS } from "./sealed-columns.ts";

const SERVER = join(import.meta.dirname, "../..");

it("names the purpose of everything that the server seals, so that none is left out when the secret changes", () => {
  const purposes = readdirSync(SERVER, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => readFileSync(join(SERVER, name), "utf8"))
    .filter((text) => /import \{[^}]*\bseal\b[^}]*\} from/.test(text) && !text.includes("SEALED_COLUMNS"))
    .map((text) => /^const PURPOSE = "(.+)";$/m.exec(text)?.[1]);
  const named = new Set([...SEALED_COLUMNS.map(({ purpose }) => purpose), ...PASSING_PURPOSES]);
  expect(new Set(purposes)).toEqual(named);
});
