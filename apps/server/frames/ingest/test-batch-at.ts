/** For tests: ten frames of a device, a millisecond apart. */
import { FrameBatch } from "@canopy/can/frame/batch";
import type { IncomingBatch } from "./incoming-batch.ts";

interface BatchDevice {
  readonly bindingNumber: number;
  readonly deviceId: string;
  readonly tenantId: string;
}

export function batchAt(device: BatchDevice, sequence: number, atMs: number, receivedAtMs = Date.now()): IncomingBatch {
  const { bindingNumber, deviceId, tenantId } = device;
  const frames = new FrameBatch();
  for (let i = 0; i < 10; i += 1) frames.push((atMs + i) * 1000, 0, 0x100, 0, 8, new Uint8Array(8));
  return { bindingNumber, deviceId, tenantId, receivedAtMs, epoch: 1, sequence, frames, raw: undefined };
}
