import { FrameBatch } from "@canopy/can/frame/batch";
import type { Frame } from "@canopy/can/frame/frame";
import { frames } from "@canopy/can/testing/frame-arbitrary";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nativeBlock } from "../platform/clickhouse/native-block.ts";
import { NativeStrings } from "../platform/clickhouse/native-strings.ts";
import { FRAME_BYTES, FrameColumns } from "./frame-store-columns.ts";
import { DAY_US } from "./ingest-days.ts";

const DAY = 20_000;
const IDENTITY = { bindingNumber: 4_000_000_000, epoch: 0xffff_fffe, sequence: 2 ** 52 + 3 };

/** Strings of one byte of length each. */
function textOf({ bytes }: NativeStrings, row: number): Uint8Array {
  let at = 0;
  for (let i = 0; i < row; i += 1) at += 1 + (bytes[at] ?? 0);
  return bytes.slice(at + 1, at + 1 + (bytes[at] ?? 0));
}

/** What the columns say of row i, as a frame. */
function rowOf(columns: FrameColumns, row: number) {
  const values = Object.fromEntries(
    columns
      .columns()
      .map(({ name, values: all }) => [name, all instanceof NativeStrings ? textOf(all, row) : all[row]]),
  );
  const head = new Uint8Array(8);
  new DataView(head.buffer).setBigUint64(0, values.d8 as bigint, true);
  return { ...values, bytes: Buffer.concat([head, values.ext as Uint8Array]) };
}

describe("the columns of the frame table", () => {
  it("hold the frames of a day as they came, and count them", () => {
    const timed = fc.tuple(frames({ maxChannel: 255 }), fc.nat(DAY_US - 1), fc.boolean());
    fc.assert(
      fc.property(fc.array(timed, { maxLength: 30 }), (list) => {
        const batch = new FrameBatch(1);
        const all: Frame[] = list.map(([frame, us, isNext]) => ({
          ...frame,
          timeUs: (DAY + (isNext ? 1 : 0)) * DAY_US + us,
        }));
        for (const frame of all) batch.pushFrame(frame);
        const columns = new FrameColumns(1);
        columns.append(IDENTITY, new FrameBatch(), DAY);
        const bytes = columns.append(IDENTITY, batch, DAY);
        const expected = all.map((frame, n) => ({ frame, n })).filter(({ frame }) => frame.timeUs < (DAY + 1) * DAY_US);
        expect(columns.length).toBe(expected.length);
        for (const [row, { frame, n }] of expected.entries()) {
          const found = rowOf(columns, row);
          expect(found).toMatchObject({ device: IDENTITY.bindingNumber, epoch: IDENTITY.epoch, n });
          expect(found).toMatchObject({ seq: BigInt(IDENTITY.sequence), ts: BigInt(frame.timeUs) });
          expect(found).toMatchObject({ ch: frame.channel, id: frame.id, flags: frame.flags, len: frame.size });
          expect(found.bytes.subarray(0, frame.data.length)).toEqual(Buffer.from(frame.data));
          expect(found.bytes.subarray(frame.data.length).every((byte) => byte === 0)).toBe(true);
        }
        expect(bytes).toBe(expected.reduce((sum, { frame }) => sum + FRAME_BYTES + frame.data.length, 0));
      }),
    );
  });

  it("are used again without a trace of what was there", () => {
    const columns = new FrameColumns();
    const batch = new FrameBatch();
    batch.push(DAY * DAY_US, 0, 1, 2, 64, new Uint8Array(64).fill(0xff));
    columns.append(IDENTITY, batch, DAY);
    columns.clear();
    batch.clear();
    batch.push(DAY * DAY_US, 0, 1, 0, 1, Uint8Array.of(5));
    columns.append(IDENTITY, batch, DAY);
    expect(rowOf(columns, 0).bytes).toEqual(Buffer.from([5, 0, 0, 0, 0, 0, 0, 0]));
    expect(nativeBlock(columns.columns(), columns.length).length).toBeGreaterThan(0);
  });
});
