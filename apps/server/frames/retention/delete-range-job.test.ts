import { expect, it, vi } from "vitest";
import { createLog } from "../../platform/log.ts";
import { type DeletingParts, deleteRangeJob } from "./delete-range-job.ts";

const RANGE = { bindingNumber: 1, fromUs: 1000, toUs: 9000, includePinned: false };
const PINNED = [{ fromUs: 2000, toUs: 3000 }];

/** Runs the task over frames of which some stay; gives the ranges whose positions and points go. */
async function run(range: object, remaining: number) {
  const deleteRange = vi.fn(async () => 5);
  const parts = {
    frames: {
      // Before what is pinned, and behind it.
      count: async () => 5,
      usage: { daysOf: async () => [] },
      removal: { deleteRange: async () => ({ deleted: 10 - remaining, bytes: 0, remaining }) },
      // The oldest frame that is left lies at 6000, but for one that is pinned.
      page: async ({ toUs }: { toUs: number }) => ({ frames: toUs > 6000 ? [{ timeUs: 6000 }] : [] }),
    },
    points: { deleteRange },
    pinned: async () => PINNED,
    tellDeleted: () => undefined,
    countUsage: async () => undefined,
    recordDeleted: (_: unknown, work: () => unknown) => work(),
  } as unknown as DeletingParts;
  const { handler } = deleteRangeJob(parts);
  const context = { tenantId: null, progress: async () => undefined, log: createLog("silent") };
  const signal = new AbortController().signal;
  const result = await handler({ ...context, signal, input: { ...RANGE, ...range } } as never);
  return { result, went: deleteRange.mock.calls.map(([asked]: unknown[]) => asked) };
}

it("a range loses its positions and points with its frames, as far as these went [DAT-04]", async () => {
  const { fromUs, toUs, bindingNumber } = RANGE;
  expect(await run({}, 0)).toMatchObject({
    result: { deleted: 10, points: 5 },
    went: [{ bindingNumber, fromUs, toUs, keep: PINNED }],
  });
  expect(await run({}, 3)).toMatchObject({ went: [{ bindingNumber, fromUs, toUs: 6000, keep: PINNED }] });
  expect(await run({ includePinned: true }, 0)).toMatchObject({ went: [{ fromUs, toUs, keep: [] }] });
});

it("one channel of a range leaves them [DAT-04]", async () => {
  expect(await run({ channels: [1] }, 0)).toMatchObject({ result: { points: 0 }, went: [] });
});
