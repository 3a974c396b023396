import type { FrameBatch } from "@canopy/can/frame/batch";
import type { Plane } from "../segments/run.ts";
import type { RunRows } from "./slice-order.ts";

/** Payloads begin at whole words: they are written four bytes at a time. */
const WORD = 4;
const wordsOf = (payload: number) => (payload + WORD - 1) >> 2;

/** Bytes that the payloads of a slice take in a batch. */
export const payloadBytes = (slice: readonly RunRows[]): number =>
  slice.reduce((sum, { run, from, to }) => sum + WORD * wordsOf(run.planes.length) * (to - from), 0);

/**
 * Writes rows of runs into an empty batch that has room for them, each at its place. Run by run and column by column:
 * common values of a run are read once, and a column of bytes is read as it lies.
 */
export function fillBatch(batch: FrameBatch, slice: readonly RunRows[], places: Uint32Array, count: number): void {
  const { start, data } = batch;
  let at = 0;
  for (const rows of slice) {
    fillHeads(batch, rows, places, at);
    at += rows.to - rows.from;
  }
  let begin = 0;
  for (let place = 0; place < count; place += 1) {
    const bytes = start[place] as number;
    start[place] = begin;
    begin += bytes;
  }
  const words = new Uint32Array(data.buffer, data.byteOffset, data.length >> 2);
  at = 0;
  for (const rows of slice) {
    for (let word = 0; word < wordsOf(rows.run.planes.length); word += 1)
      fillWord({ words, start, places, at }, rows, word);
    at += rows.to - rows.from;
  }
  batch.length = count;
  batch.dataLength = begin;
}

/** All but the payload, whose length stands where its beginning will. */
function fillHeads(batch: FrameBatch, { run, from, to }: RunRows, places: Uint32Array, at: number): void {
  const { timeUs, channel, id, flags, size, start } = batch;
  const { timesUs, channel: ofChannel, id: ofId, flags: ofFlags, size: ofSize } = run;
  const bytes = WORD * wordsOf(run.planes.length);
  for (let row = from, entry = at; row < to; row += 1, entry += 1) {
    const place = places[entry] as number;
    timeUs[place] = timesUs[row] as number;
    channel[place] = ofChannel;
    id[place] = ofId;
    flags[place] = ofFlags;
    size[place] = ofSize;
    start[place] = bytes;
  }
}

interface Target {
  readonly words: Uint32Array;
  readonly start: Uint32Array;
  readonly places: Uint32Array;
  /** Of the first row among the places. */
  readonly at: number;
}

let zeros = new Uint8Array(0);

/** Four planes of all rows at once; one that is constant or not there is a column of zeros. */
function fillWord({ words, start, places, at }: Target, { run, from, to }: RunRows, word: number): void {
  if (zeros.length < to) zeros = new Uint8Array(2 * to);
  let constant = 0;
  const column = (k: number): Uint8Array => {
    const plane: Plane = run.planes[WORD * word + k] ?? 0;
    if (typeof plane !== "number") return plane;
    constant |= plane << (8 * k);
    return zeros;
  };
  const [a, b, c, d] = [column(0), column(1), column(2), column(3)];
  for (let row = from, entry = at; row < to; row += 1, entry += 1) {
    const bytes =
      (a[row] as number) | ((b[row] as number) << 8) | ((c[row] as number) << 16) | ((d[row] as number) << 24);
    words[((start[places[entry] as number] as number) >> 2) + word] = constant | bytes;
  }
}
