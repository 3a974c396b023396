import { FrameBatch } from "@canopy/can/frame/batch";
import type { PlainTable } from "./plain-table.ts";
import type { VehicleTraffic } from "./vehicle-traffic.ts";

/** Rows of one COPY, which is one transaction. */
const COPY_ROWS = 1_000_000;

/** The same frames as a device of ours has, from its beginning. */
export async function fillPlainTable(
  table: PlainTable,
  { traffic, startUs, frames }: { traffic: VehicleTraffic; startUs: number; frames: number },
  deviceOf?: (row: number) => number,
): Promise<{ toUs: number }> {
  const filling = new FrameBatch(COPY_ROWS, 8 * COPY_ROWS);
  let toUs = startUs;
  for (const batch of traffic.from(startUs, frames)) {
    for (let i = 0; i < batch.length; i += 1) filling.pushFrom(batch, i);
    toUs = (batch.timeUs[batch.length - 1] as number) + 1;
    if (filling.length < COPY_ROWS) continue;
    await table.copy(filling, deviceOf);
    filling.clear();
  }
  if (filling.length > 0) await table.copy(filling, deviceOf);
  return { toUs };
}
