import type { BackTestPhase, Firing } from "@canopy/contract/alarms/back-test";
import { expect, it } from "vitest";
import { drawnChannel, firedChannels } from "./drawn-channel.ts";

const firingOn = (channel: number): Firing => ({
  channel,
  start_time: 1,
  end_time: 2,
  value: null,
  peak: null,
  hits: 1,
  reason: null,
  sent: [],
  held: [],
});
const pendingOn = (channel: number): BackTestPhase => ({ channel, state: "pending", from_time: 0, to_time: 1 });

it("a rule on every channel draws the first that fires, or the chosen one [TRG-07]", () => {
  const fired = firedChannels({ firings: [firingOn(3), firingOn(1), firingOn(1)], phases: [pendingOn(0)] });
  expect(fired).toEqual([
    { channel: 0, firings: 0 },
    { channel: 1, firings: 2 },
    { channel: 3, firings: 1 },
  ]);
  expect(drawnChannel({ ruled: null, chosen: undefined, fired })).toBe(1);
  expect(drawnChannel({ ruled: null, chosen: 3, fired })).toBe(3);
  expect(drawnChannel({ ruled: null, chosen: 2, fired }), "does not fire any more").toBe(1);
  expect(drawnChannel({ ruled: 2, chosen: 3, fired })).toBe(2);
  expect(drawnChannel({ ruled: null, chosen: undefined, fired: [] })).toBe(0);
});
