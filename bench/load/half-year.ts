import { FrameBatch } from "@canopy/can/frame/batch";
import type { OpenFrameStore } from "../../apps/server/frames/store/open-frame-store.ts";
import { DAY_US, SECOND_US } from "../../apps/server/frames/store/time-window.ts";
import { MOTOR_SPEED } from "./ev-signals.ts";
import { importFrames, mergeAll, START_US } from "./fill-device.ts";

export const HALF_YEAR_DAYS = 180;
const SERIES = 100;

/**
 * Half a year of one message a second, merged and kept: as many kept minutes as at 100 Hz, without the thousand million
 * frames nobody waits for.
 */
export async function fillHalfYear(store: OpenFrameStore, bindingNumber: number): Promise<void> {
  const { frames: known } = await store.frames.extent(bindingNumber);
  if (known === 0) await importFrames(store.imports, { bindingNumber }, oneASecond());
  await mergeAll(store);
  const { channel, message, signals } = MOTOR_SPEED;
  const series = signals.map((signal) => ({ number: SERIES, signal }));
  const kept = { bindingNumber, channel, message, series };
  await store.kept.keep([kept], { fromDay: 0 }, new AbortController().signal);
}

function* oneASecond(): Generator<FrameBatch, void, undefined> {
  const { channel, message } = MOTOR_SPEED;
  const data = new Uint8Array(message.length);
  const batch = new FrameBatch(DAY_US / SECOND_US, (8 * DAY_US) / SECOND_US);
  for (let day = -HALF_YEAR_DAYS; day < 0; day += 1) {
    batch.clear();
    for (let second = 0; second < DAY_US / SECOND_US; second += 1) {
      data[0] = 8 + (second % 7);
      data[1] = second;
      batch.push(START_US + day * DAY_US + second * SECOND_US, channel, message.id, 0, data.length, data);
    }
    yield batch;
  }
}
