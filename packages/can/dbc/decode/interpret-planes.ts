import type { Message, Signal } from "../model.ts";
import { type DecodePlanes, gatherPayload } from "./compile-planes.ts";
import { isSelected } from "./decode.ts";
import type { PlaneSource } from "./generate-planes.ts";
import { readLongNumber } from "./interpret.ts";
import { MAX_FAST_BITS, type SignalLayout } from "./layout.ts";
import { readRawNumber } from "./read-raw.ts";

/** The same results without generated code: row by row, each payload gathered from its planes. */
export function interpretPlanes(message: Message, { layout, read, columnsOf }: PlaneSource): DecodePlanes {
  const raws = new Float64Array(layout.signals.length);
  const readers = read.map((i) => ({
    i,
    signal: layout.signals[i] as SignalLayout,
    columns: columnsOf.get(i) ?? [],
    readRaw:
      (layout.signals[i] as SignalLayout).length > MAX_FAST_BITS
        ? (payload: Uint8Array) => readLongNumber(payload, 0, message.signals[i] as Signal)
        : (payload: Uint8Array) => readRawNumber(payload, 0, layout.signals[i] as SignalLayout),
  }));
  return (planes, size, count, values) => {
    const payload = new Uint8Array(size);
    for (let row = 0; row < count; row++) {
      gatherPayload(planes, row, payload);
      for (const { i, signal, columns, readRaw } of readers) {
        const isThere = signal.selector === null || isSelected(signal.ranges, raws[signal.selector]);
        const raw = isThere ? readRaw(payload) : Number.NaN;
        raws[i] = raw;
        const value = signal.factor === 1 && signal.offset === 0 ? raw : raw * signal.factor + signal.offset;
        for (const column of columns) (values[column] as Float64Array)[row] = value;
      }
    }
  };
}
