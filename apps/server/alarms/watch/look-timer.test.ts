import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LookTimer } from "./look-timer.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("a slow look leaves ticks out, a failed one is told and the next goes on, and stopping waits for it", async () => {
  const looks: PromiseWithResolvers<void>[] = [];
  const failed = vi.fn();
  const look = () => {
    const next = Promise.withResolvers<void>();
    looks.push(next);
    return next.promise;
  };
  const timer = new LookTimer(look, 1000, failed);
  timer.start();
  await vi.advanceTimersByTimeAsync(5000);
  expect(looks).toHaveLength(1);
  looks[0]?.reject(new Error("away"));
  await vi.advanceTimersByTimeAsync(1000);
  expect(failed).toHaveBeenCalledOnce();
  expect(looks).toHaveLength(2);
  let isStopped = false;
  const stopping = timer.stop().then(() => {
    isStopped = true;
  });
  await vi.advanceTimersByTimeAsync(5000);
  expect([looks.length, isStopped]).toEqual([2, false]);
  looks[1]?.resolve();
  await stopping;
  expect(isStopped).toBe(true);
});
