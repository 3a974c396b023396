import { expect, it } from "vitest";
import type { JobProgress } from "./jobs-store.ts";
import { progressReporter } from "./progress-reporter.ts";

function reporting() {
  const told: JobProgress[] = [];
  let atMs = 0;
  const progress = progressReporter(
    async (one) => void told.push(one),
    () => atMs,
  );
  return { told, progress, at: (ms: number) => (atMs = ms) };
}

it("tells rows and the mean rate of a stage", async () => {
  const { told, progress, at } = reporting();
  await progress(0, "reading", { done: 0, all: 1000 });
  at(500);
  await progress(0.25, undefined, { done: 250, all: 1000 });
  at(1000);
  await progress(0.75, undefined, { done: 750, all: 1000 });
  expect(told.map(({ done_rows, all_rows, rows_per_second }) => [done_rows, all_rows, rows_per_second])).toEqual([
    [0, 1000, null],
    [250, 1000, 500],
    [750, 1000, 750],
  ]);
});

it("measures another stage anew, and rows that begin again", async () => {
  const { told, progress, at } = reporting();
  await progress(0, "first", { done: 0 });
  at(1000);
  await progress(0.5, "second", { done: 5000 });
  at(2000);
  await progress(0.6, undefined, { done: 6000 });
  at(3000);
  await progress(0.7, undefined, { done: 10 });
  at(4000);
  await progress(0.8, undefined, { done: 110 });
  expect(told.map(({ rows_per_second }) => rows_per_second)).toEqual([null, null, 1000, null, 100]);
});

it("is told four times a second at most, and every new stage", async () => {
  const { told, progress, at } = reporting();
  for (let ms = 0; ms < 1000; ms += 10) {
    at(ms);
    await progress(ms / 1000);
  }
  expect(told).toHaveLength(4);
  await progress(1, "end");
  expect(told.at(-1)).toMatchObject({ progress: 1, stage: "end", done_rows: null, rows_per_second: null });
});
