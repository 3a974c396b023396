import { readdirSync, readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { FrameBatch } from "../../frame/batch.ts";
import { FLAG_EXTENDED } from "../../frame/frame.ts";
import type { FuzzTarget } from "../../testing/fuzz.ts";
import { BatchDecoder, type MessageColumns } from "../decode/decode-batch.ts";
import type { Dbc } from "../model.ts";
import { writeDbc } from "../write/write.ts";
import { SECTIONS } from "./cursor.ts";
import { parseDbc, readDbc } from "./parse.ts";

const fixtures = new URL("../fixtures/", import.meta.url);
const MARKS = [":", ";", ",", "|", "@", "(", ")", "[", "]", '"', '\\"', "//", "/*", "\n", " ", "M", "m0", "m0M"];
const NUMBERS = ["0", "-1", "1e999", "64", "4294967295", "99999999999999999999", "0x10", "1-3", ".5"];

/** Any bytes: problems with a place, a model that can be written and read again, and decoders that agree. */
const target: FuzzTarget = {
  name: "dbc",
  seeds: readdirSync(fixtures)
    .filter((name) => name.endsWith(".dbc"))
    .map((name) => new Uint8Array(readFileSync(new URL(name, fixtures)))),
  tokens: [...SECTIONS, ...MARKS, ...NUMBERS],
  run(input) {
    const { dbc, problems } = readDbc(input);
    for (const { line, column } of problems) if (line < 1 || column < 1) throw new Error("a problem without a place");
    const again = parseDbc(writeDbc(dbc)).dbc;
    if (!isDeepStrictEqual(again, dbc)) throw new Error("the model changed in writing");
    compareDecoders(dbc, input);
  },
};

export const targets: readonly FuzzTarget[] = [target];

function compareDecoders(dbc: Dbc, payload: Uint8Array): void {
  const batch = new FrameBatch();
  for (const [i, { id, isExtended, isDecodable }] of dbc.messages.entries()) {
    const size = Math.min((i * 7) % 65, payload.length);
    if (isDecodable) batch.push(0, 0, id, isExtended ? FLAG_EXTENDED : 0, size, payload);
  }
  const compiled = new BatchDecoder(dbc, { engine: "compiled" }).decode(batch);
  const interpreted = new BatchDecoder(dbc, { engine: "interpreted" }).decode(batch);
  for (const [k, table] of compiled.entries()) compareColumns(table, interpreted[k]);
}

function compareColumns(a: MessageColumns, b: MessageColumns | undefined): void {
  for (const [s, column] of a.columns.entries()) {
    for (let r = 0; r < a.length; r++) {
      const isSame = Object.is(column[r], b?.columns[s]?.[r]) && a.present?.[s]?.[r] === b?.present?.[s]?.[r];
      if (!isSame) throw new Error(`compiled and interpreted differ in ${a.message.name}`);
    }
  }
}
