import { FrameBatch } from "@canopy/can/frame/batch";

/** Time 8, flags 1, length 1, bytes 0-7 8, then the length of the rest (one byte: it is below 64). */
const HEAD_BYTES = 19;
/** Frames at a time: what is held of a range of any length. */
export const SLICE_FRAMES = 50_000;

/** RowBinary of `streamPayloads` as batches; a batch is good until the next one is asked for. */
export async function* parsePayloads(
  chunks: AsyncIterable<Uint8Array>,
  frame: { readonly channel: number; readonly id: number },
  sliceFrames = SLICE_FRAMES,
): AsyncGenerator<FrameBatch, void, undefined> {
  const batch = new FrameBatch();
  let rest: Uint8Array = new Uint8Array(0);
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    for (let end = rowEnd(bytes, at); end <= bytes.length; end = rowEnd(bytes, at)) {
      pushRow(batch, bytes.subarray(at, end), frame);
      at = end;
      if (batch.length < sliceFrames) continue;
      yield batch;
      batch.clear();
    }
    // A copy: the chunk belongs to the stream.
    rest = bytes.slice(at);
  }
  if (batch.length > 0) yield batch;
}

/** Behind the bytes when the row is not whole yet. */
function rowEnd(bytes: Uint8Array, at: number): number {
  const tail = bytes[at + HEAD_BYTES - 1];
  return tail === undefined ? Number.POSITIVE_INFINITY : at + HEAD_BYTES + tail;
}

const payload = new Uint8Array(64);

function pushRow(batch: FrameBatch, row: Uint8Array, { channel, id }: { channel: number; id: number }): void {
  const view = new DataView(row.buffer, row.byteOffset, row.length);
  payload.set(row.subarray(10, 18));
  payload.set(row.subarray(HEAD_BYTES), 8);
  batch.push(Number(view.getBigInt64(0, true)), channel, id, row[8] as number, row[9] as number, payload);
}
