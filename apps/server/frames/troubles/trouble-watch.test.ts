import { writeErrorFrame } from "@canopy/can/bus/error-frame";
import { expect, it } from "vitest";
import { TroubleWatch } from "./trouble-watch.ts";

const PASSIVE = writeErrorFrame({ state: "passive", rec: 130, tec: 0 }, 1);
const OFF = writeErrorFrame({ state: "bus_off", rec: 0, tec: 255 }, 1);
const S = 1_000_000;

function watched(frames: readonly (readonly [channel: number, second: number, data: Uint8Array])[]) {
  const watch = new TroubleWatch();
  for (const [channel, second, data] of frames) watch.add(channel, second * S, data);
  return watch;
}
const texts = (watch: TroubleWatch) =>
  watch
    .take()
    .map(({ kind, channel, fromUs, toUs, errors }) => `${kind} ${channel} ${fromUs / S}-${toUs / S} ${errors}`);

it("error frames near each other are one burst, fewer than ten are none [DEV-13]", () => {
  const many = Array.from({ length: 12 }, (_, i) => [0, i, PASSIVE] as const);
  const watch = watched([...many, ...Array.from({ length: 9 }, (_, i) => [1, i, PASSIVE] as const)]);
  expect(texts(watch)).toEqual(["errorBurst 0 0-11 12"]);
  expect(texts(watch)).toEqual([]);
  watch.add(1, 9 * S, PASSIVE);
  expect(texts(watch)).toEqual(["errorBurst 1 0-9 10"]);
});

it("one frame that says bus-off is enough, and a pause ends it [DEV-13]", () => {
  const watch = watched([
    [0, 1, OFF],
    [0, 5, OFF],
    [0, 30, OFF],
  ]);
  expect(texts(watch)).toEqual(["busOff 0 1-5 2", "busOff 0 30-30 1"]);
});

it("a batch that comes late is an episode of its own", () => {
  const watch = watched([
    [0, 100, OFF],
    [0, 50, OFF],
  ]);
  expect(texts(watch)).toEqual(["busOff 0 100-100 1", "busOff 0 50-50 1"]);
});

it("error frames of another make count, and say no state", () => {
  const watch = watched(Array.from({ length: 10 }, (_, i) => [0, i, Uint8Array.of(9, 9)] as const));
  expect(texts(watch)).toEqual(["errorBurst 0 0-9 10"]);
});
