import { limitsOf } from "./capacity/limits.ts";
import { messageUsers } from "./messages/message-users.ts";
import type { Bus } from "./platform/bus/bus.ts";
import type { Files } from "./platform/files/files.ts";
import { openFar } from "./platform/files/open-files.ts";
import { S3_FOLDERS } from "./platform/files/s3-folders.ts";
import type { S3Settings } from "./platform/files/s3-url.ts";
import type { JobDefinition } from "./platform/jobs/job-definition.ts";
import type { Db } from "./platform/postgres/schema.ts";
import type { StoreParts } from "./store-parts.ts";
import { decodedWriter } from "./transfers/decoded-writer.ts";
import { type DownloadServices, downloadJob } from "./transfers/run-download.ts";
import { checkImportJob, type ImportServices, runImportJob } from "./transfers/run-import.ts";
import type { MessageUser } from "./transfers/tell-finished.ts";

interface Stores extends Pick<StoreParts, "frames" | "imports"> {
  readonly db: Db;
  readonly bus: Bus;
  readonly folder: string;
  /** With S3_URL. */
  readonly bucket?: Files | undefined;
}

/** FIL-06: below the prefix of the segments. */
export const openTransferBucket = async (s3: S3Settings | undefined): Promise<Files | undefined> =>
  s3 && openFar({ ...s3, prefix: `${s3.prefix}${S3_FOLDERS.transfers}/` });

export type TransferParts = DownloadServices & ImportServices;

/** Services of downloads and imports, in the process that takes the calls and in the worker. */
export function transferParts({ db, bus, frames, imports, folder, bucket }: Stores): TransferParts {
  const messageUser: MessageUser = (to, message) => messageUsers({ db, bus }, [to], message);
  return { db, frames, imports, folder, bucket, messageUser, limitOf: limitsOf(db), decoded: decodedWriter(db) };
}

export const transferJobs = (parts: TransferParts): JobDefinition<unknown>[] => [
  downloadJob(parts),
  checkImportJob(parts),
  runImportJob(parts),
];
