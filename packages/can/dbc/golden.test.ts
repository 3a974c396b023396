import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseHex } from "../bytes/hex.ts";
import { FrameBatch } from "../frame/batch.ts";
import { FLAG_EXTENDED, FLAG_FD } from "../frame/frame.ts";
import { corpusBytes, corpusFiles, corpusJson, hasCorpus } from "../testing/corpus.ts";
import { type DecodedSignal, MessageDecoder } from "./decode/decode.ts";
import { BatchDecoder } from "./decode/decode-batch.ts";
import { PlaneDecoder } from "./decode/decode-planes.ts";
import { type Dbc, EMPTY_DBC, type Message, type Raw, type Signal } from "./model.ts";
import { cycleTimeMs, frameFormat } from "./parse/attributes.ts";
import { readDbc } from "./parse/parse.ts";

type GoldenNumber = number | string;
type GoldenSignal = [
  name: string,
  start: number,
  length: number,
  order: "le" | "be",
  signed: number,
  float: number,
  factor: number,
  offset: number,
  minimum: GoldenNumber | null,
  maximum: GoldenNumber | null,
  unit: string | null,
  multiplexor: "M" | "",
  parent: string | null,
  ids: (number | string)[] | null,
  choices: number,
];

interface GoldenCase {
  d: string;
  short?: 1;
  r?: Record<string, GoldenNumber>;
  p?: Record<string, GoldenNumber>;
  n?: Record<string, string>;
  error?: string;
}

interface GoldenMessage {
  name: string;
  id: number;
  ext: boolean;
  len: number;
  fd: boolean;
  cycle: number | null;
  comment: string | null;
  defs: GoldenSignal[];
  cases: GoldenCase[];
}

interface Golden {
  dbc: string;
  encoding: string;
  load_error?: string;
  version: string;
  nodes: string[];
  messages_total: number;
  signals_total: number;
  value_tables: Record<string, number>;
  attribute_definitions: string[];
  messages: GoldenMessage[];
}

const FIXTURES = new URL("fixtures/", import.meta.url);

/** The whole corpus where it is, else our own files, of which the project carries copies. */
const goldens = hasCorpus
  ? corpusFiles("golden/dbc").map((file) => corpusJson(`golden/dbc/${file}`) as Golden)
  : readdirSync(FIXTURES)
      .filter((file) => file.endsWith(".json"))
      .map((file) => JSON.parse(readFileSync(new URL(file, FIXTURES), "utf8")) as Golden);

function bytesOf(file: string): Uint8Array {
  return hasCorpus ? corpusBytes(`dbc/${file}`) : new Uint8Array(readFileSync(new URL(file, FIXTURES)));
}

describe(hasCorpus ? "cantools on the whole corpus" : "cantools on our own files (no ../shared/corpus here)", () => {
  const loadable = goldens.filter((golden) => golden.load_error === undefined);
  const refused = goldens.filter((golden) => golden.load_error !== undefined);

  it.each(loadable.map((golden) => [golden.dbc, golden] as const))(
    "%s decodes as cantools does [DBC-04]",
    (file, golden) => {
      const { dbc, problems, encoding } = readDbc(bytesOf(file));
      const lost = problems.filter((problem) => problem.severity === "error" && problem.code !== "noMessages");
      expect(lost).toEqual([]);
      expect(encoding).toBe(ENCODINGS[golden.encoding]);
      compareHead(dbc, golden);
      for (const wanted of golden.messages) compareMessage(dbc, wanted);
    },
  );

  it.each(refused.map((golden) => [golden.dbc]))(
    "%s, which cantools refuses, is read or its problem has a line",
    (file) => {
      const { dbc, problems } = readDbc(bytesOf(file));
      expect(dbc.messages.length).toBeGreaterThan(0);
      for (const problem of problems) expect(problem.line).toBeGreaterThan(0);
    },
  );
});

const ENCODINGS: Record<string, string> = {
  ascii: "utf-8",
  "utf-8": "utf-8",
  "utf-8-sig": "utf-8-bom",
  gb18030: "gb18030",
  cp1252: "windows-1252",
};

function compareHead(dbc: Dbc, golden: Golden): void {
  expect(dbc.version).toBe(golden.version ?? "");
  expect(dbc.nodes.map((node) => node.name)).toEqual([...new Set(golden.nodes)]);
  const messages = dbc.messages.filter((message) => message.name !== "VECTOR__INDEPENDENT_SIG_MSG");
  expect(messages.length).toBe(golden.messages_total);
  expect(messages.flatMap((message) => message.signals).length).toBe(golden.signals_total);
  const tables = dbc.valueTables.map((table) => [table.name, new Set(table.values.map((v) => v.raw)).size]);
  expect(Object.fromEntries(tables)).toEqual(golden.value_tables);
  const definitions = dbc.attributeDefinitions.filter((definition) => !/^node./.test(definition.owner));
  expect(new Set(definitions.map((definition) => definition.name))).toEqual(new Set(golden.attribute_definitions));
}

function compareMessage(dbc: Dbc, wanted: GoldenMessage): void {
  const message = dbc.messages.findLast(
    ({ name, id, isExtended }) => name === wanted.name && id === wanted.id && isExtended === wanted.ext,
  );
  if (message === undefined) throw new Error(`no message ${wanted.name}`);
  expect(message.length).toBe(wanted.len);
  expect(cycleTimeMs(dbc, message)).toBe(wanted.cycle || null);
  // Of two messages with one identifier the last gets the attributes; cantools gives them to both.
  const last = dbc.messages.findLast(({ id, isExtended }) => id === wanted.id && isExtended === wanted.ext);
  if (message === last) expect(message.comment?.replaceAll("\r\n", "\n") ?? null).toBe(wanted.comment);
  if (wanted.fd) expect(frameFormat(dbc, message)).toMatch(/Fd$/);
  expect(message.signals.length).toBe(wanted.defs.length);
  for (const definition of wanted.defs) compareSignal(message, definition);
  const decoder = new MessageDecoder(message);
  for (const test of wanted.cases) compareCase(decoder, wanted, test);
  compareEngines(message, decoder, wanted.cases);
}

/** The columns of both batch decoders and of the plane decoder say what the single decoder said. */
function compareEngines(message: Message, decoder: MessageDecoder, cases: readonly GoldenCase[]): void {
  const batch = new FrameBatch();
  const flags = FLAG_FD | (message.isExtended ? FLAG_EXTENDED : 0);
  const payloads = cases.map((test) => Uint8Array.from(Buffer.from(test.d, "hex")));
  for (const payload of payloads) batch.push(0, 0, message.id, flags, payload.length, payload);
  for (const engine of ["compiled", "interpreted"] as const) {
    const [table] = new BatchDecoder({ ...EMPTY_DBC, messages: [message] }, { engine }).decode(batch);
    for (const [r, payload] of payloads.entries()) {
      const values = new Map(decoder.decode(payload).map(({ signal, value }) => [signal, Number(value)]));
      for (const [s, signal] of message.signals.entries()) {
        const isPresent = table?.present?.[s]?.[r] !== 0;
        const found = isPresent ? table?.columns[s]?.[r] : undefined;
        if (!Object.is(found, values.get(signal)))
          expect([engine, signal.name, found]).toEqual([engine, signal.name, values.get(signal)]);
      }
    }
  }
  comparePlanes(message, decoder, payloads);
}

/** Runs of one size, byte by byte: as the frame store decodes them. */
function comparePlanes(message: Message, decoder: MessageDecoder, payloads: readonly Uint8Array[]): void {
  for (const [size, run] of Map.groupBy(payloads, ({ length }) => length)) {
    const planes = Array.from({ length: size }, (_, k) => Uint8Array.from(run, (payload) => payload[k] as number));
    const columns = message.signals.map(() => new Float64Array(run.length));
    new PlaneDecoder(message, message.signals).decode(planes, size, run.length, columns);
    for (const [r, payload] of run.entries()) {
      const values = new Map(decoder.decode(payload).map(({ signal, value }) => [signal, Number(value)]));
      for (const [s, signal] of message.signals.entries()) {
        const [found, wanted] = [columns[s]?.[r], values.get(signal) ?? Number.NaN];
        if (!Object.is(found, wanted)) expect(["planes", signal.name, found]).toEqual(["planes", signal.name, wanted]);
      }
    }
  }
}

function compareSignal(message: Message, wanted: GoldenSignal): void {
  const [name, startBit, length, order, signed, float, factor, offset, minimum, maximum, unit] = wanted;
  const [multiplexor, parent, ids, choices] = wanted.slice(11) as [string, string | null, (number | string)[], number];
  // cm_j1939 has signals of one name in one message: the layout says which one is meant.
  const signal = message.signals.find((s) => s.name === name && s.startBit === startBit && s.length === length);
  if (signal === undefined) throw new Error(`no signal ${name}`);
  expect(signal.byteOrder).toBe(order === "le" ? "intel" : "motorola");
  if (!float) expect(signal.isSigned).toBe(Boolean(signed));
  expect(signal.valueType !== "integer").toBe(Boolean(float));
  expect([signal.factor, signal.offset]).toEqual([factor, offset]);
  if (minimum !== null || maximum !== null) {
    expect([signal.minimum, signal.maximum]).toEqual([Number(minimum ?? 0), Number(maximum ?? 0)]);
  }
  expect(signal.unit).toBe(unit ?? "");
  expect(signal.isMultiplexor).toBe(multiplexor === "M");
  expect(signal.multiplexed?.selector ?? null).toBe(parent);
  if (ids !== null && !ids.includes("..")) expect(selectorValues(signal)).toEqual(ids);
  expect(new Set(signal.values.map((value) => value.raw)).size).toBe(choices);
}

function selectorValues(signal: Signal): number[] {
  const values = new Set<number>();
  for (const { from, to } of signal.multiplexed?.ranges ?? []) for (let v = from; v <= to; v++) values.add(v);
  return [...values].sort((a, b) => a - b);
}

function compareCase(decoder: MessageDecoder, message: GoldenMessage, test: GoldenCase): void {
  const payload = parseHex(test.d);
  if (!payload.ok) throw new Error("golden payload");
  const decoded = decoder.decode(payload.value);
  if (test.r === undefined) {
    compareRefused(decoded, message, test);
    return;
  }
  const byName = new Map(decoded.map((signal) => [signal.signal.name, signal]));
  expect([...byName.keys()].sort()).toEqual(Object.keys(test.r).sort());
  for (const [name, raw] of Object.entries(test.r)) {
    const found = byName.get(name);
    if (found === undefined) throw new Error(name);
    expect(asGolden(found.raw)).toBe(raw);
    const physical = test.p?.[name] ?? raw;
    if (!isClose(found.value, physical)) expect(`${name} ${found.value}`).toBe(`${name} ${physical}`);
    expect(found.text ?? undefined).toBe(test.n?.[name]);
  }
}

/** cantools rejected the whole message; we decode the rest: plain signals, selectors, known branches. */
function compareRefused(decoded: readonly DecodedSignal[], message: GoldenMessage, test: GoldenCase): void {
  const found = new Map(decoded.map((signal) => [signal.signal.name, signal]));
  const bytes = test.d.length / 2;
  for (const definition of message.defs) {
    const [name, start, length, order] = definition;
    const last = order === "le" ? start + length - 1 : (start >> 3) * 8 + 7 - (start & 7) + length - 1;
    const parent = definition[12];
    const selector = parent === null ? null : found.get(parent);
    const ids = definition[13] ?? [];
    const isActive =
      parent === null || (selector !== undefined && selector !== null && ids.includes(Number(selector.raw)));
    expect([name, found.has(name)]).toEqual([name, isActive && last < bytes * 8]);
  }
}

function asGolden(raw: Raw): GoldenNumber {
  if (typeof raw === "bigint" || Number.isFinite(raw)) return typeof raw === "bigint" ? String(raw) : raw + 0;
  return String(raw);
}

function isClose(value: Raw, wanted: GoldenNumber): boolean {
  if (String(value) === String(wanted)) return true;
  const [a, b] = [Number(value), Number(wanted)];
  return Math.abs(a - b) <= 1e-12 * Math.max(Math.abs(a), Math.abs(b));
}
