import { FIRMWARE_CODES, type FirmwareProgress } from "@canopy/contract/device-link/firmware";
import type { Db } from "../../platform/postgres/schema.ts";
import { failDevice, hearDevice, moveDevice } from "./device-store.ts";

const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const JOB = new RegExp(`^(${UUID})/(${UUID})/(\\d{1,6})$`);

/** What a terminal says of its upgrade. A job that is not its own, or overtaken, is passed over. */
export async function firmwareProgress(
  db: Db,
  { tenantId, thingsId }: { readonly tenantId: string; readonly thingsId: string },
  { job, stage, code, received, bytes_per_second: bytesPerSecond }: FirmwareProgress,
): Promise<void> {
  const [, id = "", named = "", tries = ""] = JOB.exec(job) ?? [];
  if (named !== thingsId) return;
  const device = { tenantId, id, thingsId, tries: Number(tries) };
  if (stage === "failed") {
    const known = FIRMWARE_CODES.find((one) => one === code) ?? "install";
    return failDevice(db, device, known);
  }
  // The version in its status is what counts.
  if (stage === "done") return hearDevice(db, device);
  return moveDevice(db, device, { stage, received, bytesPerSecond });
}
