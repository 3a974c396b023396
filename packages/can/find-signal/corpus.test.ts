import { constants, inflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { parseDbc } from "../dbc/parse/parse.ts";
import { FLAG_EXTENDED, type Frame } from "../frame/frame.ts";
import { collect } from "../logs/testing/collect.ts";
import { corpusBytes, hasCorpus, noCorpus } from "../testing/corpus.ts";
import { bitsOf, type FrameColumns, valuesOf } from "./columns.ts";
import { SignalFinder } from "./find-signal.ts";

const inflate = (data: Uint8Array, size: number): Uint8Array =>
  inflateSync(data, { maxOutputLength: size, finishFlush: constants.Z_SYNC_FLUSH });

function columnsOf(frames: readonly Frame[]): FrameColumns[] {
  const groups = Map.groupBy(
    frames,
    ({ channel, id, flags, size }) => `${channel} ${id} ${flags & FLAG_EXTENDED} ${size}`,
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const planes = Array.from({ length: first.size }, (_, k) => Uint8Array.from(group, ({ data }) => data[k] ?? 0));
    const { channel, id, flags } = first;
    const timeUs = Float64Array.from(group, (frame) => frame.timeUs);
    return [{ channel, id, isExtended: (flags & FLAG_EXTENDED) !== 0, timeUs, planes }];
  });
}

/** Its messages lie 0x10 above those of the DBC. */
const ID_SHIFT = 0x10;

describe.skipIf(!hasCorpus)(`finding a signal in a log of the corpus${noCorpus}`, () => {
  it.each(["AngularRateZ", "Altitude", "Speed"])(
    "finds %s of a GPS module from a coarse curve of it, where its DBC has it [DBC-10]",
    (name) => {
      const file = corpusBytes("logs/css_2F6913DB_1089_00000002-63BEFDF9.MF4");
      const messages = columnsOf(collect("mdf4", file, { inflate }).frames);
      const { dbc } = parseDbc(new TextDecoder().decode(corpusBytes("dbc/css_canmod-gps.dbc")));
      const message = dbc.messages.find(({ signals }) => signals.some((one) => one.name === name));
      const truth = message?.signals.find((one) => one.name === name);
      const columns = messages.find(({ id }) => id === (message?.id ?? 0) + ID_SHIFT);
      if (truth === undefined || columns === undefined) throw new Error("not in the log");
      // As it would be read off another instrument: every third frame, in forty steps.
      const rows = Uint32Array.from({ length: Math.floor(columns.timeUs.length / 3) }, (_, i) => i * 3);
      const values = valuesOf(columns, truth, rows);
      const step = (Math.max(...values) - Math.min(...values)) / 40;
      const finder = new SignalFinder({
        kind: "reference",
        timeUs: Float64Array.from(rows, (row) => columns.timeUs[row] ?? 0),
        value: values.map((one) => Math.round(one / step) * step * truth.factor + truth.offset),
      });
      for (const one of messages) finder.add(one);
      const [first] = finder.result().list;
      expect(first?.id).toBe(columns.id);
      const own = bitsOf(truth);
      expect(bitsOf(first?.field ?? truth).filter((bit) => own.includes(bit)).length).toBeGreaterThan(4);
    },
  );
});
