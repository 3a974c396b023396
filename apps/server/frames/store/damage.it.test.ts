import { readFileSync, renameSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseDbc } from "@canopy/can/dbc/parse/parse";
import type { Frame } from "@canopy/can/frame/frame";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Device, START_US, StoreWorld } from "../../testing/engines/test-store-world.ts";
import { smallDbc } from "../../testing/worlds/test-dbc.ts";
import { readIndex, type SegmentRow } from "../reading/segment-index.ts";
import { readFooter, TRAILER_BYTES } from "../segments/footer.ts";
import { SegmentDamage } from "../segments/segment-damage.ts";
import type { OpenFrameStore } from "./open-frame-store.ts";
import { HOUR_US } from "./time-window.ts";

const FIRST_HOUR_US = Math.floor(START_US / HOUR_US) * HOUR_US;
const SECOND_HOUR_US = FIRST_HOUR_US + HOUR_US;
const hourFrom = (fromUs: number) => ({ fromUs, toUs: fromUs + HOUR_US, filter: {} });
const FIRST = hourFrom(FIRST_HOUR_US);
const SECOND = hourFrom(SECOND_HOUR_US);

const [message] = parseDbc(smallDbc()).dbc.messages;
if (message === undefined) throw new Error("the DBC has no message");

/** One long run with planes of their own (0x100), and a short one (0x101) whose frames share its time stamps. */
function hourOfFrames(fromUs: number): Frame[] {
  const long = Array.from({ length: 3000 }, (_, i): Frame => {
    const data = Uint8Array.of(i, i >> 8, (i * 37) & 255, 0, 0, 0, 0, 0);
    return { timeUs: fromUs + i * 1_000_000 + ((i * 7919) % 1000), channel: 0, id: 0x100, flags: 0, size: 8, data };
  });
  const short = long.slice(0, 300).map((frame) => ({ ...frame, id: 0x101 }));
  return [...long, ...short];
}

type Place = (row: SegmentRow, bytes: Buffer) => number;

/** Where each kind of block begins in the file. */
const blockOf =
  (run: number, kind: "time" | "k" | "group" | "plane"): Place =>
  (row, bytes) => {
    const end = row.offset + row.length;
    const footer = readFooter(bytes.subarray(end - row.footerLength, end));
    const { timeLength, kLength } = footer.columns;
    const at = row.offset + (footer.byteAt[run] as number);
    if (kind === "time") return at;
    return at + (timeLength[run] as number) + (kind === "k" ? 0 : (kLength[run] as number));
  };
const footerAt: Place = ({ offset, length, footerLength }) => offset + length - footerLength + 20;
const trailerAt: Place = ({ offset, length }) => offset + length - TRAILER_BYTES + 2;

type Question = "page" | "pageOfShort" | "curve" | "samples" | "stream" | "count" | "countOfData" | "buckets";
const ALL: readonly Question[] = [
  "page",
  "pageOfShort",
  "curve",
  "samples",
  "stream",
  "count",
  "countOfData",
  "buckets",
];

const KINDS: readonly [string, Place | "missing" | "cutOff", readonly Question[]][] = [
  ["times", blockOf(0, "time"), ["page", "curve", "samples", "stream"]],
  ["k", blockOf(1, "k"), ["page", "pageOfShort", "stream"]],
  ["plane", blockOf(0, "plane"), ["page", "curve", "samples", "stream", "countOfData"]],
  ["group of planes", blockOf(1, "group"), ["page", "pageOfShort", "stream", "countOfData"]],
  ["footer", footerAt, ALL],
  ["trailer", trailerAt, ALL],
  ["missing file", "missing", ALL],
  ["file that is cut off", "cutOff", ALL],
];

async function answerOf(store: OpenFrameStore, bindingNumber: number, window: typeof FIRST, question: Question) {
  const { frames } = store;
  const query = { bindingNumber, ...window };
  const curve = {
    ...query,
    channel: 0,
    message: message as NonNullable<typeof message>,
    signals: message?.signals ?? [],
  };
  const page = { ...query, order: "oldestFirst", limit: 10 } as const;
  switch (question) {
    case "page":
      return (await frames.page(page)).frames;
    case "pageOfShort":
      return (await frames.page({ ...page, filter: { ids: [{ from: 0x101, to: 0x101 }] } })).frames;
    case "curve":
      return (await frames.pixels({ ...curve, originUs: window.fromUs, pixelUs: 60_000_000 })).curves;
    case "samples":
      return (await frames.samples({ ...curve, limit: 10 })).timesUs;
    case "stream": {
      let streamed = 0;
      for await (const { length } of frames.stream(query)) streamed += length;
      return streamed;
    }
    case "count":
      return frames.count(query);
    case "countOfData":
      return frames.count({ ...query, filter: { data: { mask: Uint8Array.of(255), value: Uint8Array.of(3) } } });
    case "buckets":
      return (await frames.buckets(query, 60_000_000)).list;
  }
}

describe("a damaged segment", () => {
  let world: StoreWorld;
  let store: OpenFrameStore;
  let device: Device;
  let row: SegmentRow;
  let path: string;

  beforeAll(async () => {
    world = await StoreWorld.open();
  });
  afterAll(() => world.close());

  beforeEach(async () => {
    store = await world.start();
    device = world.newDevice();
    for (const { fromUs } of [FIRST, SECOND]) await world.landFrames(store, device, hourOfFrames(fromUs));
    await store.settleAll();
    const { segments } = await readIndex(world.database.pool, device.bindingNumber, FIRST);
    row = segments[0] as SegmentRow;
    path = join(world.folder, row.file);
  });
  afterEach(async () => {
    await store.frames.removal.drop(device.bindingNumber);
    await store.close();
  });

  /** For a process that has not read it before. */
  async function damage(kind: Place | "missing" | "cutOff"): Promise<void> {
    await store.close();
    if (kind === "missing") renameSync(path, `${path}.away`);
    else if (kind === "cutOff") truncateSync(path, row.offset + 100);
    else {
      const bytes = readFileSync(path);
      const at = kind(row, bytes);
      bytes[at] = (bytes[at] as number) ^ 4;
      writeFileSync(path, bytes);
    }
    // Once in threads: the error comes from there as it is.
    store = kind === "missing" ? await world.openStore() : await world.start();
  }

  it.each(KINDS)("%s: its range is told, and what lies beside is read", async (_, kind, told) => {
    const expected = new Map<Question, unknown>();
    for (const question of ALL) expected.set(question, await answerOf(store, device.bindingNumber, SECOND, question));
    const first = await Promise.all(ALL.map((question) => answerOf(store, device.bindingNumber, FIRST, question)));
    await damage(kind);

    for (const [i, question] of ALL.entries()) {
      const answer = answerOf(store, device.bindingNumber, FIRST, question);
      if (!told.includes(question)) expect(await answer, question).toEqual(first[i]);
      else {
        const error = await answer.catch((caught: unknown) => caught);
        expect(error, question).toBeInstanceOf(SegmentDamage);
        expect(error, question).toMatchObject({ file: row.file, fromUs: row.firstUs, toUs: row.lastUs + 1 });
      }
    }
    // Both hours lie in one file.
    const isWholeFile = kind === "missing" || kind === "cutOff";
    if (!isWholeFile)
      for (const question of ALL)
        expect(await answerOf(store, device.bindingNumber, SECOND, question), question).toEqual(expected.get(question));
    const problems = await world.problems(store);
    expect(problems.map(({ where }) => where)).toContain(row.file);
    expect(problems.filter(({ kind: what }) => what === "segment")).toHaveLength(isWholeFile ? 2 : 1);
  });
});
