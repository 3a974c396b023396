import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FrameBatch } from "../frame/batch.ts";
import { FLAG_BRS, FLAG_EXTENDED, FLAG_FD, FLAG_REMOTE } from "../frame/frame.ts";
import { corpusJson, hasCorpus, noCorpus } from "../testing/corpus.ts";
import { frameBits } from "./bit-length.ts";
import { classicBitBounds } from "./bit-length-bounds.ts";
import { btrOfTiming, calculateBitTiming, SJA1000, timingOfBtr } from "./bit-timing.ts";
import { BusLoad, type LoadWindow } from "./bus-load.ts";
import { CycleStatistics } from "./cycle-statistics.ts";

interface Golden {
  id: number;
  ext: boolean;
  rtr: boolean;
  fd: boolean;
  brs: boolean;
  len: number;
  data: string | null;
  bits_nostuff: number;
  bits_worst: number;
  bits_exact: number | null;
  dbits_worst: number | null;
}

describe.skipIf(!hasCorpus)(`bits on the wire, against can-utils${noCorpus}`, () => {
  const { frames } = hasCorpus ? (corpusJson("golden/busload/busload.json") as { frames: Golden[] }) : { frames: [] };
  const wire = (golden: Golden) => ({
    id: golden.id,
    flags:
      (golden.ext ? FLAG_EXTENDED : 0) |
      (golden.rtr ? FLAG_REMOTE : 0) |
      (golden.fd ? FLAG_FD : 0) |
      (golden.brs ? FLAG_BRS : 0),
    size: golden.len,
    data: new Uint8Array(Buffer.from(golden.data ?? "", "hex")),
  });

  it("counts the bits of classic frames exactly", () => {
    const classic = frames.filter((golden) => !golden.fd && !golden.rtr);
    expect(classic.length).toBeGreaterThan(100);
    for (const golden of classic) {
      expect(frameBits(wire(golden))).toEqual({ nominal: golden.bits_exact, data: 0 });
      const bounds = classicBitBounds(golden.len, golden.ext);
      expect(bounds).toEqual({ least: golden.bits_nostuff, most: golden.bits_worst });
    }
  });

  it("gives a remote frame no data field, where can-utils counts one of zeros", () => {
    const remote = frames.filter(({ rtr }) => rtr);
    expect(remote.length).toBeGreaterThan(0);
    for (const golden of remote) {
      const bounds = classicBitBounds(0, golden.ext);
      expect(golden.bits_nostuff).toBe(classicBitBounds(golden.len, golden.ext).least);
      expect(frameBits(wire(golden)).nominal).toBeGreaterThanOrEqual(bounds.least);
      expect(frameBits(wire(golden)).nominal).toBeLessThanOrEqual(bounds.most);
    }
  });

  it("lies between the estimates for FD frames, which leave out stuff count and fixed stuff bits", () => {
    for (const golden of frames.filter(({ fd }) => fd)) {
      const bits = frameBits(wire(golden));
      expect(bits.nominal + bits.data).toBeGreaterThan(golden.bits_nostuff);
      expect(bits.nominal + bits.data).toBeLessThanOrEqual(golden.bits_worst + 17);
      expect(bits.data === 0).toBe(!golden.brs);
    }
  });
});

describe("bits on the wire", () => {
  it("an FD frame of n bytes without dynamic stuffing has 17 + 12 nominal bits and 33 + 8n data bits", () => {
    // Alternating bits: no five equal ones in a row but in the control field.
    const frame = { id: 0x555, flags: FLAG_FD | FLAG_BRS, size: 8, data: new Uint8Array(8).fill(0x55) };
    expect(frameBits(frame)).toEqual({ nominal: 17 + 12, data: 1 + 4 + 64 + 27 + 1 });
    const long = { ...frame, size: 64, data: new Uint8Array(64).fill(0x55) };
    expect(frameBits(long)).toEqual({ nominal: 17 + 12, data: 1 + 4 + 512 + 32 + 1 });
  });

  it("agrees with a stuffing done on a string of bits", () => {
    const frame = fc.record({
      id: fc.nat({ max: 0x1fffffff }),
      isExtended: fc.boolean(),
      isFd: fc.boolean(),
      data: fc.uint8Array({ maxLength: 8 }),
    });
    fc.assert(
      fc.property(frame, ({ id, isExtended, isFd, data }) => {
        const flags = (isExtended ? FLAG_EXTENDED : 0) | (isFd ? FLAG_FD : 0);
        const wireId = isExtended ? id : id & 0x7ff;
        const bits = frameBits({ id: wireId, flags, size: data.length, data });
        expect(bits.nominal).toBe(reference(wireId, isExtended, isFd, data));
      }),
    );
  });
});

/** The same from the definition, slowly: bits as text, stuffing by a regular expression. */
function reference(id: number, isExtended: boolean, isFd: boolean, data: Uint8Array): number {
  const bin = (value: number, width: number): string => value.toString(2).padStart(width, "0");
  const arbitration = isExtended
    ? `0${bin(id >>> 18, 11)}11${bin(id & 0x3ffff, 18)}${isFd ? "0100" : "000"}`
    : `0${bin(id, 11)}${isFd ? "00100" : "000"}`;
  const body = arbitration + (isFd ? "0" : "") + bin(data.length, 4) + [...data].map((byte) => bin(byte, 8)).join("");
  const stuffed = (text: string): string => text.replace(/0{5}|1{5}/g, (run) => run);
  let crc = 0;
  for (const bit of body) crc = ((crc << 1) & 0x7fff) ^ ((crc >>> 14) ^ Number(bit) ? 0x4599 : 0);
  const text = isFd ? body : body + bin(crc, 15);
  let out = "";
  for (const bit of stuffed(text)) {
    if (/(0{5}|1{5})$/.test(out)) out += out.endsWith("0") ? "1" : "0";
    out += bit;
  }
  if (!isFd && /(0{5}|1{5})$/.test(out)) out += "x";
  return out.length + (isFd ? 27 + 1 + 12 : 13);
}

describe("bus load", () => {
  it("is the time the frames take in each second, silence included", () => {
    const windows: LoadWindow[] = [];
    const load = new BusLoad({ nominalBps: 500_000 }, (window) => windows.push(window));
    const batch = new FrameBatch();
    const data = new Uint8Array(8).fill(0x55);
    for (let i = 0; i < 100; i++) batch.push(1e15 + i * 10_000, 0, 0x555, 0, 8, data);
    batch.push(1e15 + 5_000_000, 0, 0x555, 0, 8, data);
    load.add(batch);
    const bits = frameBits({ id: 0x555, flags: 0, size: 8, data }).nominal;
    const summary = load.end().get(0);
    expect(windows.map((window) => window.frames)).toEqual([100, 1]);
    expect(windows[0]?.loadPercent).toBeCloseTo((100 * 100 * bits) / 500_000, 9);
    expect(summary).toMatchObject({ windows: 6, minPercent: 0 });
    expect(summary?.avgPercent).toBeCloseTo((101 * bits * 100) / 500_000 / 6, 9);
  });

  it("counts the data phase of FD at its own rate", () => {
    const batch = new FrameBatch();
    batch.push(0, 1, 0x555, FLAG_FD | FLAG_BRS, 64, new Uint8Array(64).fill(0x55));
    const load = new BusLoad({ nominalBps: 500_000, dataBps: 2_000_000 });
    load.add(batch);
    expect(load.end().get(1)?.maxPercent).toBeCloseTo(100 * (29 / 500_000 + 550 / 2_000_000), 9);
  });
});

describe("bit timing", () => {
  // SJA1000, 16 MHz: research/can.md §7, checked by the formula of the data sheet.
  const presets: [number, number, number, number][] = [
    [1_000_000, 0x00, 0x14, 0.75],
    [800_000, 0x00, 0x16, 0.8],
    [500_000, 0x00, 0x1c, 0.875],
    [250_000, 0x01, 0x1c, 0.875],
    [125_000, 0x03, 0x1c, 0.875],
    [100_000, 0x04, 0x1c, 0.875],
    [50_000, 0x09, 0x1c, 0.875],
    [20_000, 0x18, 0x1c, 0.875],
    [10_000, 0x31, 0x1c, 0.875],
  ];

  it.each(presets)("%d bit/s is BTR %i %i", (bitrate, btr0, btr1, samplePoint) => {
    const timing = calculateBitTiming({ ...SJA1000, sjwMax: 1 }, bitrate);
    expect(timing).toMatchObject({ bitrate, samplePoint, bitrateError: 0 });
    expect(timingOfBtr(btr0, btr1)).toMatchObject({ bitrate, samplePoint });
    if (timing) expect(btrOfTiming(timing)).toEqual({ btr0, btr1 });
  });

  it("stays within the registers and half a percent, or says that it cannot", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 5_000, max: 1_000_000 }),
        fc.double({ min: 0.5, max: 0.9, noNaN: true }),
        (bitrate, point) => {
          const timing = calculateBitTiming(SJA1000, bitrate, point);
          if (timing === undefined) return;
          const { brp, tseg1, tseg2, sjw } = timing;
          expect(brp >= 1 && brp <= 64 && tseg1 >= 1 && tseg1 <= 16 && tseg2 >= 1 && tseg2 <= 8).toBe(true);
          expect(sjw).toBeLessThanOrEqual(Math.min(4, tseg2));
          expect(Math.abs(timing.bitrate / bitrate - 1)).toBeLessThanOrEqual(0.005);
          expect(timingOfBtr(btrOfTiming(timing).btr0, btrOfTiming(timing).btr1).bitrate).toBe(timing.bitrate);
        },
      ),
    );
    expect(calculateBitTiming(SJA1000, 3_000_000)).toBeUndefined();
  });
});

describe("cycle statistics", () => {
  it("agree with the definitions", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 200 }), (intervals) => {
        const statistics = new CycleStatistics(100_000);
        let timeUs = 1e15;
        statistics.add(timeUs);
        for (const interval of intervals) {
          timeUs += interval;
          statistics.add(timeUs);
        }
        const mean = intervals.reduce((a, b) => a + b, 0) / intervals.length;
        const sigma = Math.sqrt(intervals.reduce((sum, x) => sum + (x - mean) ** 2, 0) / intervals.length);
        const summary = statistics.summary();
        expect(summary).toMatchObject({
          count: intervals.length,
          minUs: Math.min(...intervals),
          maxUs: Math.max(...intervals),
        });
        expect(summary?.avgUs).toBeCloseTo(mean, 3);
        expect(summary?.sigmaUs).toBeCloseTo(sigma, 3);
      }),
    );
  });

  it("count the frames that are missing and the spread around the cycle", () => {
    const statistics = new CycleStatistics(10_000);
    for (const ms of [0, 10, 20, 50, 60.4, 70]) statistics.add(1e15 + ms * 1000);
    const summary = statistics.summary();
    expect(summary).toMatchObject({ missing: 2, minUs: 9_600, maxUs: 30_000, jitterUs: 20_400 });
    expect(new CycleStatistics().summary()).toBeUndefined();
  });
});
