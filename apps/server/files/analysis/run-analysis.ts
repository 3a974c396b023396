import type { FrameBatch } from "@canopy/can/frame/batch";
import { transferErrors } from "@canopy/contract/transfers/errors";
import type { FoundLog } from "@canopy/contract/transfers/imports";
import { z } from "zod";
import { bitRatesOfBindings } from "../../devices/configuration/bit-rate-store.ts";
import { tenantStorage } from "../../frames/retention/tenant-storage.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import {
  defineJob,
  type JobContext,
  type JobDefinition,
  JobFailure,
  type JobName,
} from "../../platform/jobs/job-definition.ts";
import { ChannelMover, framesOf, type ImportChannel, importChannels } from "../../transfers/import-channels.ts";
import { KnownFrames } from "../../transfers/known-frames.ts";
import { asFailure } from "../../transfers/transfer-folder.ts";
import { getFile } from "../file-store.ts";
import { type Analysis, type AnalysisCounts, analysisOfTenant, endAnalysis } from "./analysis-store.ts";
import { type AnalysisServices, AS_IT_IS, commitLog, type OpenLog } from "./commit-log.ts";
import { LogSurvey } from "./log-survey.ts";
import { formatOfStored, readStoredLog } from "./read-stored-log.ts";
import { requireRoom, requireStorable } from "./storable-log.ts";
import { mayBeInHistory, storeInOnePass } from "./store-in-one-pass.ts";

const input = z.object({ recordId: z.string() });
type Input = z.output<typeof input>;
/** Enough to hand one in. */
export const ANALYSE: JobName<Input> = { kind: "files.analyse", input };
const TWELVE_HOURS_MS = 12 * 3_600_000;
/** The survey is the quicker half. */
const SURVEY_SHARE = 0.4;

/** FIL-04: stored whole at its end: one that was cancelled or killed before leaves nothing. */
export function analysisJob(services: AnalysisServices): JobDefinition<Input> {
  return defineJob(ANALYSE.kind, {
    input,
    concurrency: 2,
    timeoutMs: TWELVE_HOURS_MS,
    handler: async (context) => {
      const { tenantId } = context;
      const record =
        tenantId === null ? undefined : await analysisOfTenant(services.db, tenantId, context.input.recordId);
      if (record?.jobId !== context.id || record.isCancelled) return null;
      try {
        return await analyse(services, context, record);
      } catch (error) {
        throw failureOf(error);
      }
    },
  });
}

/** A damaged content stays so; a place of files that is away is tried again. */
function failureOf(error: unknown): unknown {
  if (error instanceof ApiError && error.def.status !== 503) return new JobFailure(error.def.code, { cause: error });
  return asFailure(error);
}

async function analyse(services: AnalysisServices, context: JobContext<Input>, record: Analysis) {
  const { db, contents } = services;
  const file = await getFile(db, record.tenantId, record.fileId);
  if (!file?.sha256) throw new JobFailure(transferErrors.fileGone.code);
  const { sha256 } = file;
  const content = await contents.open(file.tenantId, file.contentId);
  const format = await formatOfStored(content);
  if (format === undefined) throw new JobFailure(transferErrors.notALog.code);
  const rates = (await bitRatesOfBindings(db, record.tenantId, [record.bindingNumber])).get(record.bindingNumber);
  const survey = new LogSurvey(rates);
  const log = { record, content, format, sha256, isRecalled: file.source === "recall" };
  const isKnown = await mayBeInHistory(services, log);
  if (isKnown) await surveyLog(services, context, log, survey);
  const counts =
    (isKnown ? undefined : await storeInOnePass(services, context, log, survey)) ??
    (await storeOnce(services, context, { ...log, found: survey.found(format, sha256) }));
  const result = { ...survey.result(), ...counts, format };
  const { first, last } = survey.found(format, sha256);
  await endAnalysis(db, record, { result, firstUs: Number(first), lastUs: Number(last) });
  return counts;
}

async function surveyLog(
  services: AnalysisServices,
  { signal, progress }: JobContext<Input>,
  { content, format, sha256 }: OpenLog,
  survey: LogSurvey,
): Promise<void> {
  const onChunk = (bytesRead: number) =>
    progress((SURVEY_SHARE * bytesRead) / Math.max(1, content.size), "surveying", { done: survey.frameCount });
  await onChunk(0);
  await readStoredLog(content, format, survey, { signal, onChunk });
  await services.reached?.("surveyed");
  requireStorable(survey.found(format, sha256), services.now());
}

interface SurveyedLog extends OpenLog {
  readonly found: FoundLog;
}

/** Each channel once, by the content of the file: the same file again stores nothing. */
async function storeOnce(
  services: AnalysisServices,
  context: JobContext<Input>,
  log: SurveyedLog,
): Promise<AnalysisCounts> {
  const { record, found } = log;
  const { bindingNumber } = record;
  const channels = await importChannels(services.db, bindingNumber, found, AS_IT_IS);
  for (;;) {
    context.signal.throwIfAborted();
    const known = await services.imports.storedEpochs(
      bindingNumber,
      channels.map(({ epoch }) => epoch),
    );
    const missing = channels.filter(({ epoch }) => known.get(epoch)?.isPartial !== false);
    const isInHistory = log.isRecalled || missing.some(({ epoch }) => known.has(epoch));
    const repeated = framesOf(channels) - framesOf(missing);
    if (missing.length === 0) {
      // An attempt that was interrupted after its commit has left its counts: its frames are no repetition.
      const counts = record.stored > 0 ? record : { stored: 0, repeated };
      return { stored: counts.stored, repeated: counts.repeated };
    }
    requireRoom(await tenantStorage(services, record.tenantId), found);
    const counts = await storeChannels(services, context, { ...log, missing, repeated, isInHistory });
    // Undefined: another task has stored one of them meanwhile.
    if (counts !== undefined) return counts;
  }
}

interface Storing extends SurveyedLog {
  readonly missing: readonly ImportChannel[];
  readonly repeated: number;
  /** Its frames may be: those of the terminal's card, and those that a deletion in part has left. */
  readonly isInHistory: boolean;
}

async function storeChannels(
  services: AnalysisServices,
  { signal, progress }: JobContext<Input>,
  { record, content, format, missing, repeated, isInHistory }: Storing,
): Promise<AnalysisCounts | undefined> {
  const { tenantId, bindingNumber } = record;
  const mover = new ChannelMover(missing, 0);
  const writer = services.imports.open({ bindingNumber, tenantId });
  const known = isInHistory ? new KnownFrames(services.frames, bindingNumber) : undefined;
  let read = 0;
  const frames = (batch: FrameBatch) => {
    read += batch.length;
    mover.move(batch);
    if (known) known.hold(batch);
    else writer.push(batch);
  };
  const onChunk = async (bytesRead: number) => {
    if (known) writer.push(await known.missing(signal));
    if (!writer.isFull) return;
    await writer.flush();
    await services.reached?.("part");
    const share = SURVEY_SHARE + ((1 - SURVEY_SHARE) * bytesRead) / Math.max(1, content.size);
    await progress(share, "storing", { done: read });
  };
  await progress(SURVEY_SHARE, "storing", { done: 0 });
  let isCommitted = false;
  try {
    await readStoredLog(content, format, { frames, problem: () => undefined }, { signal, onChunk });
    await writer.flush();
    const counts = { stored: writer.frames, repeated: repeated + (known?.known ?? 0) };
    const end = await commitLog(services, { record, writer, channels: missing, counts, signal });
    isCommitted = end === "committed";
    if (isCommitted) await services.reached?.("visible");
    return end === "beaten" ? undefined : counts;
  } finally {
    if (!isCommitted) await writer.abort();
  }
}
