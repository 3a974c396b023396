import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createTicker } from "./clock.ts";

const START_MS = Date.UTC(2026, 10, 19);
const PACE_MS = 5000;

/** A page that a test hides and shows. */
function pageOf() {
  const heard = new EventTarget();
  const page = Object.assign(heard, { visibilityState: "visible" as DocumentVisibilityState });
  const show = (state: DocumentVisibilityState) => {
    page.visibilityState = state;
    heard.dispatchEvent(new Event("visibilitychange"));
  };
  return { page: page as unknown as Document, show };
}

beforeEach(() => void vi.useFakeTimers({ now: START_MS }));
afterEach(() => void vi.useRealTimers());

it("a ticker stands still while its page is hidden, and ticks once when it is seen again", () => {
  const { page, show } = pageOf();
  const ticker = createTicker(PACE_MS, page);
  const heard: number[] = [];
  const stop = ticker.subscribe(() => heard.push(ticker.now() - START_MS));
  vi.advanceTimersByTime(PACE_MS);
  expect(heard).toEqual([PACE_MS]);
  show("hidden");
  vi.advanceTimersByTime(20 * PACE_MS);
  expect(heard).toEqual([PACE_MS]);
  show("visible");
  expect(heard).toEqual([PACE_MS, 21 * PACE_MS]);
  vi.advanceTimersByTime(PACE_MS);
  expect(heard).toEqual([PACE_MS, 21 * PACE_MS, 22 * PACE_MS]);
  stop();
  show("hidden");
  show("visible");
  vi.advanceTimersByTime(2 * PACE_MS);
  expect(heard).toHaveLength(3);
});

it("a ticker that starts on a hidden page waits until it is seen", () => {
  const { page, show } = pageOf();
  show("hidden");
  const ticker = createTicker(PACE_MS, page);
  let ticks = 0;
  ticker.subscribe(() => {
    ticks += 1;
  });
  vi.advanceTimersByTime(3 * PACE_MS);
  expect(ticks).toBe(0);
  show("visible");
  expect(ticks).toBe(1);
});

it("a ticker without listeners tells the time of now, not of its last listener", () => {
  const ticker = createTicker(PACE_MS, pageOf().page);
  ticker.subscribe(() => undefined)();
  vi.advanceTimersByTime(100 * PACE_MS);
  expect(ticker.now()).toBe(START_MS + 100 * PACE_MS);
});
