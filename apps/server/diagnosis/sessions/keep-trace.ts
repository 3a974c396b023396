import type { UdsProgress } from "@canopy/contract/device-link/uds-job";
import type { Db } from "../../platform/postgres/schema.ts";
import { findJob, insertTrace, settleJob } from "./job-store.ts";
import type { PublishDiagnosis } from "./keep-session.ts";
import type { DiagnosedDevice } from "./session-store.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** `up/uds` of a terminal. A message of a job that is not this device's is nobody's. */
export async function keepTrace(
  { db, publish }: { db: Db; publish: PublishDiagnosis },
  device: DiagnosedDevice,
  { job, events, end }: UdsProgress,
  atMs: number,
): Promise<void> {
  if (!UUID.test(job) || !(await findJob(db, device, job))) return;
  if (events.length > 0) await insertTrace(db, device.tenantId, job, events);
  if (end !== undefined) await settleJob(db, device, job, { state: end, atMs });
  publish(device, job);
}
