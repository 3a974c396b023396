import { afterEach, expect, it, vi } from "vitest";
import { AtMostOften } from "./at-most-often.ts";

afterEach(() => vi.useRealTimers());

it("many calls are carried out at once and once more at the end of the pause [TRG-05]", () => {
  vi.useFakeTimers();
  const act = vi.fn();
  const often = new AtMostOften(500, act);
  for (let i = 0; i < 100; i++) often.ask();
  expect(act).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(500);
  expect(act).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(5000);
  expect(act).toHaveBeenCalledTimes(2);
  often.ask();
  expect(act).toHaveBeenCalledTimes(3);
  often.ask();
  often.stop();
  vi.advanceTimersByTime(5000);
  expect(act).toHaveBeenCalledTimes(3);
});
