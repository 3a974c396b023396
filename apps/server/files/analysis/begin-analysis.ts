import { randomUUID } from "node:crypto";
import { fileErrors } from "@canopy/contract/files/errors";
import { platformErrors } from "@canopy/contract/platform/errors";
import { findDevice } from "../../devices/find-device.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Jobs } from "../../platform/jobs/jobs.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { StoredFile } from "../file-store.ts";
import { insertAnalysis, isAnalysing } from "./analysis-store.ts";
import { ANALYSE } from "./run-analysis.ts";

interface Begun {
  readonly tenantId: string;
  readonly userId: string;
  readonly file: StoredFile;
  readonly jobs: Pick<Jobs, "enqueue">;
  /** Nobody waits for it: it is no task of the user's. */
  readonly isUnasked?: boolean;
}

/** FIL-04: gives the id of the record. In a transaction: the job exists if and only if the record does. */
export async function beginAnalysis(
  trx: Db,
  { tenantId, userId, file, jobs, isUnasked = false }: Begun,
): Promise<string> {
  const device = file.thingsId === null ? undefined : await findDevice(trx, tenantId, file.thingsId);
  if (!device) throw new ApiError(platformErrors.notFound);
  if (file.state !== "stored") throw new ApiError(fileErrors.incomplete);
  if (await isAnalysing(trx, tenantId, file.id)) throw new ApiError(fileErrors.analysisRunning);
  const recordId = randomUUID();
  const made = { tenantId, userId, id: recordId, fileId: file.id, fileName: file.name, location: file.location };
  const task = { tenantId, userId: isUnasked ? null : userId, input: { recordId }, db: trx };
  const jobId = await jobs.enqueue(ANALYSE, task);
  await insertAnalysis(trx, { ...made, ...device }, jobId);
  return recordId;
}
