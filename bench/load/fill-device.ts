import { setImmediate as breathe } from "node:timers/promises";
import type { FrameBatch } from "@canopy/can/frame/batch";
import type { FrameStores } from "../../apps/server/frames/servers/routed-store.ts";
import { FIRST_IMPORT_EPOCH, type FrameImports } from "../../apps/server/frames/store/frame-imports.ts";
import type { VehicleTraffic } from "./vehicle-traffic.ts";

export const TENANT = "00000000-0000-0000-0000-000000000000";
/** A day that is over: it is merged at once. */
export const START_US = Date.UTC(2026, 0, 5) * 1000;

export interface Filled {
  readonly frames: number;
  readonly fromUs: number;
  /** Outside. */
  readonly toUs: number;
  readonly fillFramesPerSecond: number;
}

interface FillOptions {
  readonly bindingNumber: number;
  readonly traffic: VehicleTraffic;
  readonly frames: number;
  readonly startUs?: number;
  readonly tenantId?: string;
}

/** A device's frames as an import stores them, merged into days. A store that was kept has them already. */
export async function fillDevice(store: FrameStores, options: FillOptions): Promise<Filled> {
  const { bindingNumber, traffic, frames, startUs = START_US, tenantId = TENANT } = options;
  const began = performance.now();
  let toUs = startUs;
  const watched = function* () {
    for (const batch of traffic.from(startUs, frames)) {
      toUs = (batch.timeUs[batch.length - 1] as number) + 1;
      yield batch;
    }
  };
  const { frames: known } = await store.frames.extent(bindingNumber);
  if (known > 0) for (const _ of watched());
  const stored = known || (await importFrames(store.imports, { bindingNumber, tenantId }, watched()));
  const seconds = (performance.now() - began) / 1000;
  await mergeAll(store);
  return { frames: stored, fromUs: startUs, toUs, fillFramesPerSecond: known > 0 ? Number.NaN : stored / seconds };
}

export async function importFrames(
  imports: FrameImports,
  { bindingNumber, tenantId = TENANT }: { bindingNumber: number; tenantId?: string },
  batches: Iterable<FrameBatch>,
): Promise<number> {
  const writer = imports.open({ bindingNumber, tenantId });
  for (const batch of batches) {
    writer.push(batch);
    if (writer.isFull) await writer.flush();
    // The thread that writes the last part is heard in between.
    else await breathe();
  }
  if (!(await writer.commit([FIRST_IMPORT_EPOCH]))) throw new Error("the device was filled before");
  return writer.frames;
}

/** Everything before today becomes one segment for each device and day; files that were replaced go. */
export async function mergeAll(store: FrameStores, nowMs = Date.now()): Promise<void> {
  while ((await store.merge(nowMs)) > 0);
  await store.sweepAll();
}
