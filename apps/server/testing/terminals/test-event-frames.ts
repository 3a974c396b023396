import { openIngest } from "../../frames/ingest/open-ingest.ts";
import type { OpenFrameStore } from "../../frames/store/open-frame-store.ts";
import { createLog } from "../../platform/log.ts";
import { batchOf } from "../worlds/test-alarm-world.ts";
import type { TestDevice } from "./test-device.ts";

/** Stores frames of one byte at these times. */
export async function insertTestFrames(store: OpenFrameStore, device: TestDevice, timesUs: readonly number[]) {
  const ingest = openIngest({ landing: store.landing, log: createLog("fatal"), mayStore: () => true });
  await ingest.ingest(batchOf(device, { sequence: timesUs[0] ?? 0, samples: timesUs.map((timeUs) => [timeUs, 0]) }));
  await ingest.close();
}
