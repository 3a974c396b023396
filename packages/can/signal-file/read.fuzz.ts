import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { parseDbc } from "../dbc/parse/parse.ts";
import { writeDbc } from "../dbc/write/write.ts";
import type { FuzzTarget } from "../testing/fuzz.ts";
import { readSignalFile } from "./read.ts";

const fixture = (path: string) => new Uint8Array(readFileSync(new URL(path, import.meta.url)));
const NUMBERS = ["0", "-1", "1e999", "64", "4294967295", "0x10", ".5", "true"];

/** Names that stand twice share in a DBC what is said of one: only such a model may change. */
const TWICE: ReadonlySet<string> = new Set(["duplicateMessageId", "duplicateSignal", "duplicateNode", "selectorCycle"]);

/** Any bytes: problems with a place, and a model that can be written as a DBC and read again. */
function run(input: Uint8Array): void {
  const { dbc, problems } = readSignalFile(input);
  for (const { line, column } of problems) if (line < 1 || column < 1) throw new Error("a problem without a place");
  const again = parseDbc(writeDbc(dbc)).dbc;
  if (problems.some(({ code }) => TWICE.has(code)) || isDeepStrictEqual(again, dbc)) return;
  throw new Error("the model changed in writing");
}

export const targets: readonly FuzzTarget[] = [
  {
    name: "ldf",
    seeds: [fixture("../ldf/fixtures/own_door.ldf")],
    tokens: ["{", "}", ";", ",", ":", "=", '"', "/*", "*/", "//", "\n", "Frames {", "Signals {", ...NUMBERS],
    run,
  },
  {
    name: "arxml",
    seeds: [fixture("../arxml/fixtures/own_battery.arxml")],
    tokens: [
      "<",
      ">",
      "/>",
      "</",
      "&amp;",
      "&#0;",
      "<!--",
      "<![CDATA[",
      "<SHORT-NAME>",
      "<LENGTH>",
      "OPAQUE",
      ...NUMBERS,
    ],
    run,
  },
];
