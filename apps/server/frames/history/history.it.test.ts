import { DbcDecoder } from "@canopy/can/dbc/decode/decode";
import type { Message, Signal } from "@canopy/can/dbc/model";
import { parseDbc } from "@canopy/can/dbc/parse/parse";
import { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_EXTENDED, FLAG_FD, FLAG_REMOTE, FLAG_TX, type Frame } from "@canopy/can/frame/frame";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FrameEngines, frameEngines } from "../../testing/engines/test-frame-engines.ts";
import { batchOf, EVENING_US } from "../ingest/test-ingest-world.ts";
import { type CurvePixel, M4 } from "../reading/curve-pixels.ts";
import { type FrameFilter, passes } from "../store/frame-filter.ts";
import type { FramePage } from "../store/frame-store.ts";
import { readTimeBar, widthOf } from "./history-summary.ts";

const SECOND_US = 1_000_000;
const FROM_US = EVENING_US - 7_200 * SECOND_US;
const TO_US = EVENING_US;

const DBC = parseDbc(`VERSION ""
BO_ 256 Engine: 8 N
 SG_ Speed : 0|16@1+ (0.25,-10) [0|0] "rpm" N
 SG_ Torque : 23|12@0- (0.5,0) [0|0] "Nm" N
BO_ 512 Cells: 8 N
 SG_ Group M : 0|8@1+ (1,0) [0|0] "" N
 SG_ Cell0 m0 : 8|16@1+ (0.001,0) [0|0] "V" N
 SG_ Cell1 m1 : 8|16@1+ (0.001,0) [0|0] "V" N
`).dbc;

/** A repeatable number below `below`. */
const noise = (seed: number, below: number) =>
  Math.floor((Math.abs(Math.sin(seed * 12.9898) * 43_758.5453) % 1) * below);

/** Engine frames every 100 ms for a minute and, after an hour without any, for ten seconds; others among them. */
function makeFrames(): FrameBatch {
  const batch = new FrameBatch();
  for (let i = 0; i < 700; i += 1) {
    const timeUs = FROM_US + i * 100_000 + (i >= 600 ? 3_600 * SECOND_US : 0);
    // At intervals one sample stands out, by one.
    const speed = i % 97 === 50 ? 60_000 + i : 2_000 + noise(i, 100);
    batch.push(
      timeUs,
      0,
      0x100,
      i % 3 === 0 ? FLAG_TX : 0,
      8,
      Uint8Array.of(speed, speed >> 8, noise(i, 256), noise(i + 1, 256), i, 0x0a, 0x0a, 0),
    );
    if (i % 5 === 0) batch.push(timeUs, 0, 0x200, 0, 8, Uint8Array.of(i % 2, noise(i, 256), 14, 0, 0, 0, 0, 0));
    if (i % 10 === 1) batch.push(timeUs + 7, 1, 0x1abcdef0, FLAG_EXTENDED | FLAG_FD, 64, new Uint8Array(64).fill(i));
    if (i % 50 === 2) batch.push(timeUs, 1, 0x100, FLAG_REMOTE, 4, new Uint8Array(0));
  }
  return batch;
}

describe.each(["landed", "settled"] as const)("history of %s frames", (state) => {
  let engines: FrameEngines;
  const batch = makeFrames();
  const all = Array.from({ length: batch.length }, (_, i) => ({ ...batch.at(i), index: i }));
  const query = {
    bindingNumber: 5,
    fromUs: FROM_US,
    toUs: TO_US,
    filter: {},
    order: "oldestFirst",
    limit: 400,
  } as const;
  const store = () => engines.store.frames;
  const expected = (filter: FrameFilter, from = FROM_US, to = TO_US) =>
    all
      .filter((frame) => frame.timeUs >= from && frame.timeUs < to && passes(frame, filter))
      .sort((a, b) => a.timeUs - b.timeUs || a.index - b.index)
      .map(shown);
  const shown = ({ timeUs, channel, id, flags, size, data }: Frame) =>
    [timeUs, channel, id, flags, size, Buffer.from(data).toString("hex")].join(" ");

  beforeAll(async () => {
    engines = await frameEngines();
    const ingest = engines.ingest();
    // Another tenant with the same frames, none of which may be visible.
    const neighbour = { ...batchOf({ sequence: 1, bindingNumber: 6, timesUs: [] }), frames: batch };
    await Promise.all([ingest.ingest({ ...neighbour, bindingNumber: 5 }), ingest.ingest(neighbour)]);
    await ingest.close();
    if (state === "settled") await engines.settle();
  });
  afterAll(() => engines?.end());

  it("pages give every frame once, in order [DAT-02]", async () => {
    const found: string[] = [];
    let page: FramePage | undefined;
    do {
      page = await store().page({ ...query, after: page?.next });
      found.push(...page.frames.map(shown));
    } while (page.next !== undefined);
    expect(found).toEqual(expected({}));
  });

  it("pages may begin at the end [DAT-02]", async () => {
    const backward = { ...query, order: "newestFirst", limit: 20 } as const;
    const window = { fromUs: TO_US - 3_600 * SECOND_US, toUs: FROM_US + 3_670 * SECOND_US };
    const first = await store().page({ ...backward, ...window });
    const second = await store().page({ ...backward, after: first.next });
    expect([...first.frames, ...second.frames].map(shown)).toEqual(expected({}).toReversed().slice(0, 40));
  });

  it("filters are those of the live view [DAT-02]", async () => {
    const to = FROM_US + 10 * SECOND_US;
    const filters: FrameFilter[] = [
      {
        channels: [1],
        ids: [
          { from: 0x100, to: 0x100 },
          { from: 0x1000_0000, to: 0x1fff_ffff, isExtended: true },
        ],
      },
      {
        direction: "transmitted",
        types: ["classic"],
        data: { mask: Uint8Array.of(0, 0, 0x80, 0, 0, 0xff), value: Uint8Array.of(0, 0, 0x80, 0, 0, 0x0a) },
      },
      {
        types: ["remote", "fd"],
        data: { mask: new Uint8Array(64).fill(0xff, 60), value: new Uint8Array(64).fill(31) },
      },
    ];
    for (const filter of filters) {
      const page = await store().page({ ...query, toUs: to, filter });
      expect(page.frames.map(shown)).toEqual(expected(filter, FROM_US, to));
      expect(page.frames.length).toBeGreaterThan(0);
    }
  });

  it("the time bar shows where the frames are and where none are [DAT-02]", async () => {
    const bar = await readTimeBar(store(), { ...query, toUs: FROM_US + 3_670 * SECOND_US }, 367);
    expect(bar.frames.reduce((sum, frames) => sum + frames, 0)).toBe(all.length);
    const times = all.map(({ timeUs }) => timeUs - FROM_US).sort((a, b) => a - b);
    const lastBefore = times.findLast((time) => time < 100 * SECOND_US) ?? 0;
    expect(bar.gaps).toEqual([{ fromUs: FROM_US + lastBefore, toUs: FROM_US + 3_660 * SECOND_US }]);
    expect(await store().count({ ...query, filter: { channels: [1] } })).toBe(expected({ channels: [1] }).length);
  });

  it("curves are what the decoder says, with every peak [DBC-09]", async () => {
    const decoder = new DbcDecoder(DBC);
    for (const name of ["Speed", "Torque", "Cell0", "Cell1"]) {
      const { message, signal } = find(name);
      const grid = { originUs: FROM_US, pixelUs: widthOf(query, 2_000) };
      const { curves } = await store().pixels({ ...query, ...grid, channel: 0, message, signals: [signal] });
      const pixels = curves[0] ?? [];
      const m4 = new M4(grid);
      const samples = all
        .filter(({ id, channel }) => id === message.id && channel === 0)
        .flatMap((frame) => {
          const value = decoder.decode(frame)?.signals.find((one) => one.signal.name === name)?.value;
          return value === undefined ? [] : [{ timeUs: frame.timeUs, value: Number(value) }];
        });
      for (const { timeUs, value } of samples) m4.add(timeUs, value);
      expect(pixels.map(withoutTies)).toEqual(m4.pixels.map(withoutTies));
      for (const { minUs, min, maxUs, max } of pixels) {
        expect(samples).toContainEqual({ timeUs: minUs, value: min });
        expect(samples).toContainEqual({ timeUs: maxUs, value: max });
      }
      const peaks = samples.filter(({ value }) => value > 14_000).map(({ value }) => value);
      if (name === "Speed") expect(peaks.length).toBe(7);
      expect(pixels.map(({ max }) => max)).toEqual(expect.arrayContaining(peaks));
    }
  });

  it("are not searched for nobody: a call that is given up rejects, and nothing of it goes on", async () => {
    const { message, signal: drawn } = find("Speed");
    const signal = AbortSignal.abort();
    const calls = [
      store().page(query, signal),
      store().count(query, signal),
      store().buckets(query, SECOND_US, signal),
      store().pixels(
        { ...query, originUs: FROM_US, pixelUs: SECOND_US, channel: 0, message, signals: [drawn] },
        signal,
      ),
      store().stream(query, signal).next(),
    ];
    for (const { status } of await Promise.allSettled(calls)) expect(status).toBe("rejected");
    expect(engines.store.readDepth).toBe(0);
  });

  /** Of two equal extremes either may be shown. */
  const withoutTies = ({ minUs: _min, maxUs: _max, ...rest }: CurvePixel) => rest;

  function find(name: string): { message: Message; signal: Signal } {
    for (const message of DBC.messages) {
      const signal = message.signals.find((one) => one.name === name);
      if (signal !== undefined) return { message, signal };
    }
    throw new Error(`no signal ${name}`);
  }
});
