import { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_ERROR, FLAG_EXTENDED, FLAG_FD, FLAG_REMOTE, FLAG_TX } from "@canopy/can/frame/frame";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cycleOf, IdTable, trendOf } from "./id-table.ts";

interface Given {
  timeUs: number;
  channel?: number;
  id: number;
  flags?: number;
  data: readonly number[];
}

function add(table: IdTable, frames: readonly Given[], nowMs = 0): void {
  for (const { timeUs, channel = 0, id, flags = 0, data } of frames) {
    const batch = new FrameBatch(1);
    batch.push(timeUs, channel, id, flags, data.length, Uint8Array.from(data));
    table.add(batch, 0, nowMs);
  }
}

describe("the view by identifier", () => {
  it("has one line per channel, identifier, format and direction, in reading order [DAT-01]", () => {
    const table = new IdTable();
    const data = [0];
    add(table, [
      { timeUs: 1, channel: 1, id: 5, data },
      { timeUs: 2, id: 0x300, data },
      { timeUs: 3, id: 0x100, flags: FLAG_TX, data },
      { timeUs: 4, id: 0x100, data },
      { timeUs: 5, id: 0x100, flags: FLAG_EXTENDED, data },
      { timeUs: 6, id: 0x7, flags: FLAG_ERROR, data },
      { timeUs: 7, id: 0x8, flags: FLAG_ERROR, data },
      { timeUs: 8, id: 0x100, data },
    ]);
    expect(table.rows.map(({ channel, id, flags, count }) => [channel, id, flags, count])).toEqual([
      [0, 0x100, 0, 2],
      [0, 0x100, FLAG_TX, 1],
      [0, 0x300, 0, 1],
      [0, 0x100, FLAG_EXTENDED, 1],
      [0, 0x7, FLAG_ERROR, 2],
      [1, 5, 0, 1],
    ]);
  });

  it("knows which bytes changed and when, to the 64th [DAT-01]", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 64, maxLength: 64 }),
        fc.uint8Array({ minLength: 64, maxLength: 64 }),
        (before, after) => {
          const table = new IdTable();
          add(table, [{ timeUs: 1, id: 1, flags: FLAG_FD, data: [...before] }], 100);
          add(table, [{ timeUs: 2, id: 1, flags: FLAG_FD, data: [...after] }], 200);
          const row = table.rows[0];
          for (let k = 0; k < 64; k++) {
            const changed = before[k] !== after[k];
            expect(row?.changedMs[k]).toBe(changed ? 200 : Number.NEGATIVE_INFINITY);
            const bit = k < 32 ? (table.changedLow >>> k) & 1 : (table.changedHigh >>> (k - 32)) & 1;
            expect(bit).toBe(changed ? 1 : 0);
          }
        },
      ),
      { numRuns: 50 },
    );
  });

  it("measures the cycle and its spread over the last frames; what has no cycle says so [DAT-01]", () => {
    const table = new IdTable();
    add(
      table,
      Array.from({ length: 200 }, (_, k) => ({ timeUs: k * 10_000 + (k % 2) * 100, id: 1, data: [k] })),
    );
    const regular = table.rows[0];
    expect(regular && cycleOf(regular)?.meanUs).toBeCloseTo(10_000, 0);
    expect(regular && cycleOf(regular)?.jitterUs).toBeCloseTo(100, 0);
    expect(regular && trendOf(regular)).toHaveLength(48);
    add(
      table,
      [0, 10, 5000, 5010, 90_000].map((timeUs) => ({ timeUs, id: 2, data: [] })),
    );
    const irregular = table.rows[1];
    expect(irregular && cycleOf(irregular)).toBeUndefined();
  });

  it("a remote frame shows no bytes of others [DAT-01]", () => {
    const table = new IdTable();
    const batch = new FrameBatch(1);
    batch.push(1, 0, 5, FLAG_REMOTE, 4, new Uint8Array(8));
    batch.push(2, 0, 6, 0, 4, Uint8Array.of(1, 2, 3, 4));
    table.add(batch, 0, 0);
    expect([...(table.rows[0]?.data.subarray(0, 4) ?? [])]).toEqual([0, 0, 0, 0]);
  });

  it("a flood of identifiers is counted, not listed", () => {
    const table = new IdTable();
    add(
      table,
      Array.from({ length: 5000 }, (_, id) => ({ timeUs: id, id, flags: FLAG_EXTENDED, data: [] })),
    );
    expect(table.rows).toHaveLength(4096);
    expect(table.unlisted).toBe(904);
  });
});
