import { fileErrors } from "@canopy/contract/files/errors";
import { outputErrors } from "@canopy/contract/outputs/errors";
import { platformErrors } from "@canopy/contract/platform/errors";
import { transferErrors } from "@canopy/contract/transfers/errors";
import { isFilesFault } from "../../platform/files/files-fault.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { JobFailure } from "../../platform/jobs/job-definition.ts";
import { asFailure } from "../../transfers/transfer-folder.ts";
import { BucketProblem } from "../targets/bucket-target.ts";

export interface Problem {
  readonly code: string;
  /** In words of others; null: the code says it. */
  readonly problem: string | null;
  /** Another try would end the same way. */
  readonly isFinal: boolean;
}

const FINAL = new Set(
  [
    outputErrors.tooManyDevices,
    outputErrors.tooLarge,
    outputErrors.ownerGone,
    transferErrors.tooManyRows,
    transferErrors.dataDamaged,
    fileErrors.tooManyFiles,
  ].map(({ code }) => code),
);

/** What went wrong, without what only the operator may know. */
export function problemOf(error: unknown): Problem {
  if (error instanceof BucketProblem) return { code: error.code, problem: error.message, isFinal: error.isFinal };
  if (isFilesFault(error)) return plain(platformErrors.unavailable.code);
  const failure = asFailure(error);
  if (failure instanceof JobFailure) return plain(failure.code);
  if (failure instanceof ApiError) return { ...plain(failure.def.code), problem: failure.message };
  return plain(outputErrors.runFailed.code);
}

const plain = (code: string): Problem => ({ code, problem: null, isFinal: FINAL.has(code) });
