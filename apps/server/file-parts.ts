import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { authenticateDevice } from "./devices/link/authenticate-device.ts";
import type { AskDevice } from "./devices/link/device-link.ts";
import { deviceLevels } from "./devices/rights/device-level-store.ts";
import { analysisRoutes } from "./files/analysis/analysis-routes.ts";
import type { AnalysisServices } from "./files/analysis/commit-log.ts";
import { analysisJob } from "./files/analysis/run-analysis.ts";
import { cleanUpFiles } from "./files/clean-up.ts";
import { FileContents, type FilePlace } from "./files/file-contents.ts";
import { type FtpAddress, ftpRoutes } from "./files/ftp/ftp-routes.ts";
import type { InboxPlace } from "./files/inbox/inbox-place.ts";
import { inboxRoutes } from "./files/inbox/inbox-routes.ts";
import { openInbox } from "./files/inbox/open-inbox.ts";
import { takeInboxJob } from "./files/inbox/take-inbox-file.ts";
import { ledgerRoutes } from "./files/ledger/ledger-routes.ts";
import { previewRoutes } from "./files/preview-routes.ts";
import { recallRoutes } from "./files/recall/recall-routes.ts";
import { FileReceiver } from "./files/receive-file.ts";
import { tenantFileRoutes } from "./files/tenant-file-routes.ts";
import { thingsFileRoutes } from "./files/things-file-routes.ts";
import { uploadRoutes } from "./files/upload-routes.ts";
import type { Bus } from "./platform/bus/bus.ts";
import type { Config } from "./platform/config.ts";
import { FolderFiles } from "./platform/files/folder-files.ts";
import { type DirectPlace, openFar } from "./platform/files/open-files.ts";
import { S3_FOLDERS } from "./platform/files/s3-folders.ts";
import type { Caller } from "./platform/http/caller.ts";
import type { Route } from "./platform/http/route.ts";
import type { JobDefinition } from "./platform/jobs/job-definition.ts";
import type { Jobs } from "./platform/jobs/jobs.ts";
import type { Db } from "./platform/postgres/schema.ts";
import type { StoreParts } from "./store-parts.ts";

/** Below the data folder, or below the prefix of the bucket. */
export const FILES_FOLDER = S3_FOLDERS.files;

/** FIL-06: where files of devices and tenants lie. Closed by `place.files.close`. */
export async function openFilePlace({ dataFolder, s3 }: Pick<Config, "dataFolder" | "s3">): Promise<FilePlace> {
  if (s3 !== undefined)
    return { files: await openFar({ ...s3, prefix: `${s3.prefix}${FILES_FOLDER}/` }), folder: undefined };
  const folder = join(dataFolder, FILES_FOLDER);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return { files: new FolderFiles(folder), folder };
}

/** Where other makers' loggers leave files. Closed by `inbox.close`. */
export interface OpenInbox {
  readonly inbox: InboxPlace;
  readonly inboxPlace: DirectPlace;
}

export async function openInboxOf(inboxPlace: DirectPlace): Promise<OpenInbox> {
  return { inboxPlace, inbox: await openInbox(inboxPlace) };
}

export interface FileParts extends AnalysisServices, OpenInbox {
  readonly receiver: FileReceiver;
}

interface Wanted extends Pick<StoreParts, "frames" | "imports"> {
  readonly db: Db;
  readonly now: () => number;
}

/** Services of files, in the process that takes them and in the worker. */
export function fileParts({ db, frames, imports, now }: Wanted, place: FilePlace, inbox: OpenInbox): FileParts {
  const contents = new FileContents(db, place);
  return { db, frames, imports, contents, now, receiver: new FileReceiver({ db, contents }), ...inbox };
}

export const fileJobs = (parts: FileParts): JobDefinition<unknown>[] => [analysisJob(parts), takeInboxJob(parts)];

export const fileCleanUp = (parts: FileParts) => cleanUpFiles(parts);

interface RouteParts extends Pick<StoreParts, "frames" | "losses"> {
  readonly db: Db;
  readonly secret: string;
  readonly bus: Bus;
  readonly askDevice: AskDevice;
  readonly now: () => number;
  readonly jobs: Jobs;
  readonly fileParts: FileParts;
  readonly ftp: FtpAddress;
}

export function fileRoutes(route: RouteParts): Route[] {
  const { db, jobs, fileParts: parts, ftp, secret, bus, askDevice, now, frames, losses } = route;
  const services = {
    ...parts,
    jobs,
    deviceLevels: (caller: Caller, thingsIds: readonly string[]) => deviceLevels(db, caller, thingsIds),
    authenticate: (deviceId: string, key: string) => authenticateDevice(db, deviceId, key),
  };
  return [
    ...uploadRoutes(services),
    ...thingsFileRoutes(services),
    ...tenantFileRoutes(services),
    ...ftpRoutes({ db, ftp }),
    ...analysisRoutes(services),
    ...previewRoutes(services),
    ...inboxRoutes(services),
    ...ledgerRoutes({ db, now, frames, losses }),
    ...recallRoutes({ db, secret, bus, now, receiver: parts.receiver, ask: askDevice }),
  ];
}
