import type { FlashProgress } from "@canopy/contract/device-link/flash/flash-message";
import { appendDeviceLog } from "../../devices/device-log-store.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { hearRun, insertTrace } from "./run-changes.ts";
import type { FlashedDevice } from "./run-store.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface KeepServices {
  readonly db: Db;
  readonly publish: (device: FlashedDevice) => void;
  /** Not waited for: the terminal takes its key behind the acknowledgement of this message. */
  readonly answerSeed: (
    device: FlashedDevice & { readonly deviceId: string },
    run: string,
    seed: NonNullable<FlashProgress["seed"]>,
  ) => void;
}

/** `up/flash` of a terminal. A message of a run that is not this device's is nobody's. */
export async function keepFlash(
  { db, publish, answerSeed }: KeepServices,
  { tenantId, thingsId, deviceId }: FlashedDevice & { readonly deviceId: string },
  message: FlashProgress,
  atMs: number,
): Promise<void> {
  const device = { tenantId, thingsId };
  const heard = UUID.test(message.run) ? await hearRun(db, device, message, atMs) : undefined;
  if (!heard) return;
  await insertTrace(db, tenantId, message.run, message.trace);
  if (message.seed) answerSeed({ ...device, deviceId }, message.run, message.seed);
  const { result } = message;
  // A terminal tells its end again with each connection: it happened once.
  if (result && heard.hasEnded) {
    const content = { action: "flashed", outcome: result.outcome, cause: result.failure?.cause ?? null } as const;
    await appendDeviceLog(db, { ...device, kind: "diagnosis", content, atMs });
  }
  publish(device);
}
