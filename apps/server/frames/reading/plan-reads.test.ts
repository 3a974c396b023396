import type pg from "pg";
import { expect, it } from "vitest";
import { PlanReads } from "./plan-reads.ts";

const WINDOW = { fromUs: 0, toUs: 10 };

/** Answers every statement with no rows when it is let go. */
function heldPool() {
  const held: (() => void)[] = [];
  const query = () => new Promise((resolve) => held.push(() => resolve({ rows: [] })));
  return { pool: { query } as unknown as pg.Pool, held };
}

it("questions over one window wait for one plan while it is read, and a later one reads its own", async () => {
  const { pool, held } = heldPool();
  const plans = new PlanReads(pool);
  const [one, two, other] = [plans.readShared(1, WINDOW), plans.readShared(1, WINDOW), plans.readShared(2, WINDOW)];
  expect(held.length).toBe(2);
  for (const go of held.splice(0)) go();
  expect(await one).toBe(await two);
  expect(await other).not.toBe(await one);
  const later = plans.readShared(1, WINDOW);
  expect(held.length).toBe(1);
  held[0]?.();
  expect(await later).not.toBe(await one);
});

it("a plan that cannot be read is read again by the next question", async () => {
  let calls = 0;
  const query = async () => {
    calls += 1;
    if (calls === 1) throw new Error("away");
    return { rows: [] };
  };
  const plans = new PlanReads({ query } as unknown as pg.Pool);
  await expect(plans.readShared(1, WINDOW)).rejects.toThrow("away");
  expect(await plans.readShared(1, WINDOW)).toEqual({ segments: [], landed: [], landedFrames: 0 });
});
