import { FrameBatch } from "@canopy/can/frame/batch";
import type { OpenFrameStore } from "../../apps/server/frames/store/open-frame-store.ts";
import { DAY_US, SECOND_US, type TimeWindow } from "../../apps/server/frames/store/time-window.ts";
import { MOTOR_SPEED } from "./ev-signals.ts";
import { importFrames, mergeAll, START_US } from "./fill-device.ts";

const DAYS = 30;
const CYCLE_US = 5 * SECOND_US;
const FIRST_BINDING = 4_000_000;
export const FLEET_SERIES = 200;
export const FLEET_WINDOW: TimeWindow = { fromUs: START_US - DAYS * DAY_US, toUs: START_US };
/** First byte of the signal, which few devices reach for a while. */
const HIGH = 0x60;
const LOW = 0x10;

/**
 * A month of one message every five seconds for each device, merged and kept: as many kept minutes as at 100 Hz. Every
 * tenth device was over the limit for 20 s on each day.
 */
export async function fillKeptFleet(store: OpenFrameStore, devices: number): Promise<number[]> {
  const bindings = Array.from({ length: devices }, (_, i) => FIRST_BINDING + i);
  for (const [i, bindingNumber] of bindings.entries())
    await importFrames(store.imports, { bindingNumber }, month(i % 10 === 0));
  await mergeAll(store);
  const { channel, message, signals } = MOTOR_SPEED;
  const series = signals.map((signal) => ({ number: FLEET_SERIES, signal }));
  const signal = new AbortController().signal;
  for (const bindingNumber of bindings)
    await store.kept.keep([{ bindingNumber, channel, message, series }], { fromDay: 0 }, signal);
  return bindings;
}

function* month(hasPeaks: boolean): Generator<FrameBatch, void, undefined> {
  const { channel, message } = MOTOR_SPEED;
  const data = new Uint8Array(message.length);
  const perDay = DAY_US / CYCLE_US;
  const batch = new FrameBatch(perDay, 8 * perDay);
  for (let fromUs = FLEET_WINDOW.fromUs; fromUs < FLEET_WINDOW.toUs; fromUs += DAY_US) {
    batch.clear();
    for (let i = 0; i < perDay; i += 1) {
      data[0] = hasPeaks && i >= 5000 && i < 5004 ? HIGH : LOW + (i % 7);
      data[1] = i;
      batch.push(fromUs + i * CYCLE_US, channel, message.id, 0, data.length, data);
    }
    yield batch;
  }
}
