import { methods } from "@canopy/contract/device-link/methods";
import type { RecallCode } from "@canopy/contract/devices/recall-codes";
import { fileErrors } from "@canopy/contract/files/errors";
import { LOCATION } from "@canopy/contract/files/file-name";
import type { RecallCause } from "@canopy/contract/files/recalls";
import { transferErrors } from "@canopy/contract/transfers/errors";
import { completeDeviceLog } from "../../devices/device-log-store.ts";
import type { AskDevice, LinkOutcome } from "../../devices/link/device-link.ts";
import type { Bus } from "../../platform/bus/bus.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Jobs } from "../../platform/jobs/jobs.ts";
import { isAnalysing } from "../analysis/analysis-store.ts";
import { beginAnalysis } from "../analysis/begin-analysis.ts";
import type { AnalysisServices } from "../analysis/commit-log.ts";
import { fileOfUpload, getFile, type StoredFile, setUpload } from "../file-store.ts";
import type { FileReceiver } from "../receive-file.ts";
import { linkOf } from "./recall-store.ts";
import { safeName, uploadOf } from "./recall-upload.ts";
import type { WorkedRecall } from "./recall-work-store.ts";
import * as work from "./recall-work-store.ts";
import { tellRecalls } from "./tell-recalls.ts";

export interface RecallServices extends AnalysisServices {
  readonly receiver: FileReceiver;
  readonly jobs: Pick<Jobs, "enqueue">;
  readonly bus: Bus;
  readonly ask: AskDevice;
  readonly secret: string;
  /** Where terminals reach this server by HTTP. */
  readonly baseUrl: () => string;
  readonly limits?: Partial<RecallLimits>;
}

/** How long a recall waits for what, in milliseconds. */
export interface RecallLimits {
  readonly answerMs: number;
  /** A terminal that sends something else. */
  readonly busyMs: number;
  /** A terminal that is away. */
  readonly offlineMs: number;
  /** Without a byte; then it is asked again. */
  readonly stallMs: number;
  readonly lookMs: number;
}

export const RECALL_LIMITS: RecallLimits = {
  answerMs: 10_000,
  busyMs: 60_000,
  offlineMs: 600_000,
  stallMs: 30_000,
  lookMs: 1000,
};
/** Tries in a row without a byte. */
const MOST_TRIES = 3;
/** The newest measurement counts for half. */
const RATE_SHARE = 0.5;

export const limitsOf = ({ limits }: RecallServices): RecallLimits => ({ ...RECALL_LIMITS, ...limits });

async function fail(services: RecallServices, recall: WorkedRecall, code: RecallCode, cause: RecallCause) {
  const { tenantId, logId } = recall;
  await services.db.transaction().execute(async (trx) => {
    if (!(await work.endRecall(trx, recall, { state: "failed", code, cause }))) return;
    if (logId !== null) await completeDeviceLog(trx, tenantId, logId, { result: "failed", code, cause });
    await tellRecalls(services.bus, trx, recall);
  });
}

const CAUSES = new Map<string, RecallCause>([
  [fileErrors.spaceFull.code, "spaceFull"],
  [fileErrors.tooManyFiles.code, "tooManyFiles"],
  [transferErrors.diskFull.code, "diskFull"],
]);

/** FIL-02, stage command sending: the room is taken, and the terminal is asked to send from the byte that is missing. */
export async function command(services: RecallServices, recall: WorkedRecall): Promise<void> {
  const { db } = services;
  let file: StoredFile | undefined;
  try {
    file = await fileFor(services, recall);
  } catch (error) {
    const cause = error instanceof ApiError ? CAUSES.get(error.def.code) : undefined;
    if (cause === undefined) throw error;
    return fail(services, recall, "001", cause);
  }
  if (file === undefined) return;
  const begin = (sha256: string | null) =>
    work.beginGetting(db, recall, { sha256, offset: file.received, inMs: file.state === "stored" ? 0 : lookMs });
  const { lookMs, answerMs } = limitsOf(services);
  // Everything has come, and the end of it was not seen.
  if (file.state === "stored") return begin(null);
  const link = await linkOf(db, recall);
  if (link === undefined) return;
  const { name, content, channel } = recall;
  const kind = { ...(content !== null && { content }), ...(channel !== null && { channel }) };
  const url = `${services.baseUrl()}/v1/file-uploads/${uploadOf(services.secret, recall.id)}`;
  const params = { name, url, offset: file.received, ...kind };
  const outcome = await services
    .ask(link.deviceId, { method: "files.upload", params, timeoutMs: answerMs })
    .catch((): LinkOutcome => ({ kind: "timeout" }));
  if (outcome.kind !== "done") return notTaken(services, recall, outcome);
  const told = methods["files.upload"].result.safeParse(outcome.isPlain ? {} : (outcome.result ?? {}));
  const { size = recall.size, sha256 = null } = told.success ? told.data : {};
  if (size !== recall.size) return fail(services, recall, "001", "changed");
  await begin(sha256);
}

async function notTaken(
  services: RecallServices,
  recall: WorkedRecall,
  outcome: Exclude<LinkOutcome, { kind: "done" }>,
) {
  const { db, now } = services;
  const { lookMs, busyMs, offlineMs } = limitsOf(services);
  const sinceMs = now() - recall.sinceMs;
  if (outcome.kind === "offline") {
    if (sinceMs > offlineMs) return fail(services, recall, "002", "offline");
    return work.lookAgain(db, recall, 2 * lookMs);
  }
  if (outcome.kind === "timeout") {
    if (recall.tries + 1 >= MOST_TRIES) return fail(services, recall, "005", "noAnswer");
    return work.commandAgain(db, recall, { tries: recall.tries + 1, inMs: lookMs });
  }
  if (outcome.code !== "busy") return fail(services, recall, "001", "refused");
  // It may be this file that it sends: an answer was lost.
  const file = await fileOfUpload(db, recall.uploadHash);
  if (file !== undefined && file.received > recall.received)
    return work.beginGetting(db, recall, { sha256: null, offset: file.received, inMs: lookMs });
  if (sinceMs > busyMs) return fail(services, recall, "002", "busy");
  return work.lookAgain(db, recall, 2 * lookMs);
}

/** Its own file, or one that was cut, or a new one with its room; undefined: it was cancelled meanwhile. */
async function fileFor({ db, receiver }: RecallServices, recall: WorkedRecall): Promise<StoredFile | undefined> {
  const { tenantId, thingsId, userId, userName, size, uploadHash } = recall;
  const own = await fileOfUpload(db, uploadHash);
  if (own !== undefined) return own;
  const name = safeName(recall.name);
  const cutId = (await work.cutFileOf(db, recall, name))?.id;
  const cut = cutId === undefined ? undefined : await getFile(db, tenantId, cutId);
  if (cut !== undefined) await setUpload(db, cut, uploadHash);
  const sender = { tenantId, thingsId, userId, userName, source: "recall", location: LOCATION.cloud } as const;
  const file = cut ?? (await receiver.begin({ ...sender, name, size, sha256: null }, uploadHash));
  if (file === undefined) return undefined;
  if (!(await work.giveFile(db, recall, file))) {
    await receiver.remove(tenantId, [file.id]);
    return undefined;
  }
  return file.received === size && file.state === "receiving" ? (await receiver.finish(file)).file : file;
}

/** FIL-02, stage file getting: bytes are counted as they arrive. */
export async function follow(services: RecallServices, recall: WorkedRecall): Promise<void> {
  const { db, now } = services;
  const { lookMs, stallMs, offlineMs } = limitsOf(services);
  const file = await fileOfUpload(db, recall.uploadHash);
  if (file === undefined) return fail(services, recall, "001", "fileGone");
  if (file.state === "stored") return arrived(services, recall, file);
  const quietMs = now() - recall.progressMs;
  if (file.received > recall.received) {
    const newest = ((file.received - recall.received) * 1000) / Math.max(1, quietMs);
    const rate = recall.rate === null ? newest : RATE_SHARE * newest + (1 - RATE_SHARE) * recall.rate;
    return work.noteProgress(db, recall, { received: file.received, rate, inMs: lookMs });
  }
  const link = await linkOf(db, recall);
  if (link !== undefined && !link.online) {
    if (quietMs > offlineMs) return fail(services, recall, "004", "offline");
    return work.lookAgain(db, recall, lookMs);
  }
  const isBack = (link?.onlineMs ?? 0) > recall.progressMs;
  if (!recall.isGivenUp && !isBack && quietMs < stallMs) return work.lookAgain(db, recall, lookMs);
  if (recall.tries + 1 >= MOST_TRIES)
    return recall.isGivenUp ? fail(services, recall, "001", "refused") : fail(services, recall, "004", "stalled");
  return work.commandAgain(db, recall, { tries: recall.tries + 1, inMs: lookMs, isNew: true });
}

/** The whole file is here: it counts as recalled in the same moment as its analysis is ordered. */
async function arrived(services: RecallServices, recall: WorkedRecall, file: StoredFile): Promise<void> {
  const { db, receiver, jobs } = services;
  const { tenantId, userId, sha256, logId } = recall;
  if (sha256 !== null && sha256 !== file.sha256) {
    if (file.id === recall.fileId) await receiver.remove(tenantId, [file.id]);
    return fail(services, recall, "001", "wrongHash");
  }
  const link = await linkOf(db, recall);
  const isLog = recall.content !== "gps";
  await db.transaction().execute(async (trx) => {
    const isWanted = recall.analyse && isLog && link !== undefined && !(await isAnalysing(trx, tenantId, file.id));
    const recordId = isWanted ? await beginAnalysis(trx, { tenantId, userId, file, jobs }) : null;
    const isEnded = await work.endRecall(trx, recall, { state: "done", fileId: file.id, recordId });
    // The analysis is not wanted either.
    if (!isEnded) throw new CancelledMeanwhile();
    if (logId !== null) await completeDeviceLog(trx, tenantId, logId, { result: "done" });
    await tellRecalls(services.bus, trx, recall);
  });
}

export class CancelledMeanwhile extends Error {}

/** The terminal is told; that it is not there, or does not know the word, changes nothing: its address is gone. */
export async function stop({ db, ask, ...services }: RecallServices, recall: WorkedRecall): Promise<void> {
  const link = await linkOf(db, recall);
  const { name, content, channel } = recall;
  const params = { name, ...(content !== null && { content }), ...(channel !== null && { channel }) };
  const { answerMs } = { ...RECALL_LIMITS, ...services.limits };
  if (link?.online)
    await ask(link.deviceId, { method: "files.cancel", params, timeoutMs: answerMs }).catch(() => undefined);
  await work.noteStopped(db, recall);
}
