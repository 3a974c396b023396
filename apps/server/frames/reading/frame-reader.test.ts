import type pg from "pg";
import { expect, it } from "vitest";
import { frameReader, type ReaderParts } from "./frame-reader.ts";
import type { ReadPlan } from "./read-plan.ts";

it("a stream reads the landed batches of a device together, as many as fit into memory [DAT-03]", async () => {
  const BATCHES = 150;
  let snapshots = 0;
  const pool = {
    async query(_: string, [, from, to]: [number, number | string, number]) {
      if (typeof from === "string") return { rows: ids(from).map((id) => ({ id, body: Buffer.alloc(1) })) };
      snapshots += 1;
      const landed = Array.from({ length: BATCHES }, (_, id) => ({
        id,
        file: null,
        first_us: id * 1000,
        last_us: id * 1000 + 999,
        frames: 10_000,
      }));
      return { rows: landed.filter((row) => row.last_us >= from && row.first_us < to) };
    },
  } as unknown as pg.Pool;
  const plans: ReadPlan[] = [];
  const workers = {
    // biome-ignore lint/correctness/useYield: no frames are wanted.
    async *stream(plan: ReadPlan) {
      plans.push(plan);
    },
  };
  const reader = frameReader({ pool, workers } as unknown as ReaderParts);
  for await (const _ of reader.stream({ bindingNumber: 1, fromUs: 0, toUs: 1e9, filter: {} })) expect.unreachable();
  expect(plans.map(({ landed }) => landed.length)).toEqual([BATCHES]);
  expect(snapshots).toBe(1);
});

const ids = (list: string): number[] => list.slice(1, -1).split(",").map(Number);
