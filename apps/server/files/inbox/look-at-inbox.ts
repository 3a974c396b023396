import { randomUUID } from "node:crypto";
import { fileErrors } from "@canopy/contract/files/errors";
import { ANALYSIS_STATUS } from "@canopy/contract/files/file-analysis";
import { INBOX_QUIET_MS, MAX_INBOX_PATH } from "@canopy/contract/files/inbox";
import { ApiError } from "../../platform/http/api-error.ts";
import { impossibleText } from "../../platform/impossible-text.ts";
import { JOB_LOST } from "../../platform/jobs/job-definition.ts";
import type { Jobs } from "../../platform/jobs/jobs.ts";
import type { Log } from "../../platform/log.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { endedAmong } from "../analysis/analysis-store.ts";
import { beginAnalysis } from "../analysis/begin-analysis.ts";
import { getFile } from "../file-store.ts";
import * as rows from "./inbox-file-store.ts";
import type { FoundFile } from "./inbox-place.ts";
import { claimLooks, devicesOf, type InboxCounts, noteLook, rulesOf, takeUntold } from "./inbox-store.ts";
import { DeviceMatcher } from "./match-device.ts";
import { TAKE, type TakeServices } from "./take-inbox-file.ts";

export interface LookServices extends Pick<TakeServices, "db" | "inbox"> {
  readonly jobs: Pick<Jobs, "enqueue">;
  /** The managers of the tenant, in the transaction that counts them as told. */
  readonly tell: (trx: Db, tenantId: string, counts: InboxCounts) => Promise<void>;
  readonly log: Log;
  readonly quietMs?: number;
}

export const INBOX_LOOK_MS = 10_000;
/** Of one look; the others wait for a later one. */
const MOST_FILES = 10_000;
const MOST_AT_ONCE = 500;

/** Timers are not exact: a look that comes somewhat early is one all the same. */
const EARLY_MS = 2000;

/** The inboxes of all tenants that no process has looked at within `everyMs`. */
export async function lookAtInboxes(services: LookServices, everyMs = INBOX_LOOK_MS - EARLY_MS): Promise<void> {
  for (const tenantId of await claimLooks(services.db, everyMs)) {
    try {
      await lookAtInbox(services, tenantId);
    } catch (error) {
      services.log.warn({ err: error, tenantId }, "the inbox of a tenant could not be looked at");
      await noteLook(services.db, tenantId, { skipped: 0, code: fileErrors.inboxAway.code });
    }
  }
}

/** Every step is a change from one state to the next that only one process makes. */
export async function lookAtInbox(services: LookServices, tenantId: string): Promise<void> {
  const { db, inbox } = services;
  await inbox.prepare(tenantId);
  const { found, skipped } = await filesOf(services, tenantId);
  await rows.noteFound(db, tenantId, found);
  // Of an inbox that was not read to its end nobody knows what is gone.
  if (skipped === 0) await rows.forgetGone(db, tenantId, found);
  await rows.failLost(db, tenantId, JOB_LOST);
  await discard(services, tenantId);
  await removeLeft(services, tenantId, found);
  await matchSteady(services, tenantId);
  await startAnalyses(services, tenantId);
  await endAnalyses(db, tenantId);
  await noteLook(db, tenantId, { skipped, code: null });
  await db.transaction().execute(async (trx) => {
    const counts = await takeUntold(trx, tenantId);
    if (counts) await services.tell(trx, tenantId, counts);
  });
}

async function filesOf({ inbox }: LookServices, tenantId: string): Promise<{ found: FoundFile[]; skipped: number }> {
  const found: FoundFile[] = [];
  let skipped = 0;
  for await (const file of inbox.list(tenantId)) {
    const isFit = file.path.length <= MAX_INBOX_PATH && impossibleText(file.path) === undefined;
    if (isFit && found.length < MOST_FILES) found.push(file);
    else skipped += 1;
    if (skipped >= MOST_FILES) break;
  }
  return { found, skipped };
}

async function discard({ db, inbox }: LookServices, tenantId: string): Promise<void> {
  for (const row of await rows.filesIn(db, tenantId, "discarded", MOST_AT_ONCE)) {
    const now = await inbox.look(tenantId, row.path);
    // Another file under the name stays, and is found with the next look.
    if (now?.version === row.version) await inbox.remove(tenantId, row.path);
    await rows.deleteRow(db, row);
  }
}

/** Of files that were taken over: the process ended before it removed them, or may not remove them. */
async function removeLeft({ db, inbox, log }: LookServices, tenantId: string, found: readonly FoundFile[]) {
  for (const { path } of await rows.leftBehind(db, tenantId, found))
    await inbox.remove(tenantId, path).catch((error: unknown) => {
      log.debug({ err: error, path }, "a file that was taken over stays in the inbox");
    });
}

async function matchSteady(services: LookServices, tenantId: string): Promise<void> {
  const { db, jobs, quietMs = INBOX_QUIET_MS } = services;
  const steady = await rows.steadyFiles(db, tenantId, quietMs, MOST_AT_ONCE);
  if (steady.length === 0) return;
  const rules = await rulesOf(db, tenantId);
  const matcher = new DeviceMatcher(rules, await devicesOf(db, tenantId));
  for (const row of steady) {
    const match = matcher.match(row.path);
    const rule = match.rule === null ? undefined : rules[match.rule];
    if (match.kind === "none" || rule === undefined) {
      const { code, detail } = match.kind === "none" ? match : { code: fileErrors.inboxNoRule.code, detail: "" };
      await rows.changeRow(db, row, { state: "unmatched", code, detail });
      continue;
    }
    const { userId, analyse } = rule;
    const { thingsId } = match.device;
    await db
      .transaction()
      .execute(async (trx) => {
        const jobId = await jobs.enqueue(TAKE, { tenantId, userId: null, input: { id: row.id }, db: trx });
        const claim = { thingsId, userId, analyse, fileId: randomUUID(), jobId };
        if (!(await rows.claimRow(trx, row, claim))) throw new TakenMeanwhile();
      })
      .catch((error: unknown) => {
        if (!(error instanceof TakenMeanwhile)) throw error;
      });
  }
}

/** Ends the transaction with the job that nobody needs. */
class TakenMeanwhile extends Error {}

async function startAnalyses({ db, jobs }: LookServices, tenantId: string): Promise<void> {
  for (const row of await rows.filesIn(db, tenantId, "taken", MOST_AT_ONCE)) {
    const { userId, fileId } = row;
    const file = fileId === null ? undefined : await getFile(db, tenantId, fileId);
    if (!row.analyse || userId === null || file === undefined) {
      await rows.changeRow(db, row, { state: "done" });
      continue;
    }
    try {
      await db.transaction().execute(async (trx) => {
        const recordId = await beginAnalysis(trx, { tenantId, userId, file, jobs, isUnasked: true });
        if (!(await rows.changeRow(trx, row, { state: "analysing", recordId }))) throw new TakenMeanwhile();
      });
    } catch (error) {
      if (error instanceof TakenMeanwhile) continue;
      if (!(error instanceof ApiError)) throw error;
      await rows.changeRow(db, row, { state: "failed", code: error.def.code });
    }
  }
}

async function endAnalyses(db: Db, tenantId: string): Promise<void> {
  const analysing = await rows.filesIn(db, tenantId, "analysing", MOST_AT_ONCE);
  const ids = analysing.flatMap(({ recordId }) => (recordId === null ? [] : [recordId]));
  const ended = new Map((await endedAmong(db, tenantId, ids)).map((one) => [one.id, one]));
  for (const row of analysing) {
    const end = row.recordId === null ? undefined : ended.get(row.recordId);
    if (end === undefined) continue;
    // One that a person cancelled is in the cloud files, as that person wanted.
    const isFailed = end.status === ANALYSIS_STATUS.error;
    await rows.changeRow(db, row, isFailed ? { state: "failed", code: end.code } : { state: "done" });
  }
}
