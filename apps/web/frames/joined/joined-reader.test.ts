import fc from "fast-check";
import { expect, it } from "vitest";
import { TestReader, testFrame } from "../sources/test-reader.ts";
import { joinedReader } from "./joined-reader.ts";

/** Frames of some devices, many with the same time stamps. */
const deviceTimes = fc.array(fc.array(fc.nat(20), { maxLength: 30 }), { minLength: 1, maxLength: 3 });

const readerOf = (times: readonly number[]) =>
  new TestReader([...times].sort((a, b) => a - b).map((timeUs, k) => testFrame(timeUs, k, { key: `${timeUs}.${k}` })));

it("pages of several devices together are all their frames in the order of time, both ways [DEV-11]", async () => {
  await fc.assert(
    fc.asyncProperty(deviceTimes, fc.integer({ min: 1, max: 7 }), async (devices, size) => {
      const all = devices
        .flatMap((times, device) => times.map((timeUs) => ({ timeUs, device })))
        .sort((a, b) => a.timeUs - b.timeUs || a.device - b.device);
      const reader = joinedReader(devices.map(readerOf));
      for (const order of ["newer", "older"] as const) {
        const seen: { timeUs: number; device: number | undefined }[] = [];
        let cursor: string | null | undefined;
        do {
          const asked = { order, size, ...(cursor ? { cursor } : {}) };
          const page = await reader.page(asked, new AbortController().signal);
          const list = page.list.map(({ timeUs, device }) => ({ timeUs, device }));
          if (order === "newer") seen.push(...list);
          else seen.unshift(...list);
          cursor = order === "newer" ? page.newer : page.older;
        } while (cursor && seen.length <= all.length);
        expect(seen).toEqual(all);
      }
    }),
  );
});

it("counts of all devices are added up [DEV-11]", async () => {
  const reader = joinedReader([readerOf([1, 2, 3]), readerOf([2, 9])]);
  const { frames, total } = await reader.counts(new AbortController().signal);
  expect([frames.reduce((sum, n) => sum + n, 0), total]).toEqual([5, 5]);
});
