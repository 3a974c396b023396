import type { FrameBatch } from "@canopy/can/frame/batch";
import type { LogFormat } from "@canopy/can/logs/formats";
import { transferErrors } from "@canopy/contract/transfers/errors";
import type { FoundLog } from "@canopy/contract/transfers/imports";
import { importRequest } from "@canopy/contract/transfers/imports";
import { z } from "zod";
import { bitRatesOfBindings } from "../../devices/configuration/bit-rate-store.ts";
import { tenantStorage } from "../../frames/retention/tenant-storage.ts";
import type { FrameImports } from "../../frames/store/frame-imports.ts";
import type { FrameStore } from "../../frames/store/frame-store.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import {
  defineJob,
  type JobContext,
  type JobDefinition,
  JobFailure,
  type JobName,
} from "../../platform/jobs/job-definition.ts";
import { ChannelMover, framesOf, type ImportChannel, importChannels } from "../../transfers/import-channels.ts";
import { asFailure } from "../../transfers/transfer-folder.ts";
import type { ContentReader } from "../file-contents.ts";
import { getFile } from "../file-store.ts";
import type { Receiving } from "../receive-file.ts";
import { type Analysis, type AnalysisCounts, analysisOfTenant, beginCommit, endAnalysis } from "./analysis-store.ts";
import { KnownFrames } from "./known-frames.ts";
import { LogSurvey } from "./log-survey.ts";
import { formatOfStored, readStoredLog } from "./read-stored-log.ts";

export interface AnalysisServices extends Receiving {
  readonly frames: Pick<FrameStore, "usage" | "stream">;
  readonly imports: FrameImports;
  readonly now: () => number;
  /** For tests that must be there at a certain place. */
  readonly reached?: (place: AnalysisPlace) => Promise<void>;
}

export type AnalysisPlace = "surveyed" | "part" | "whole" | "visible";

const input = z.object({ recordId: z.string() });
type Input = z.output<typeof input>;
/** Enough to hand one in. */
export const ANALYSE: JobName<Input> = { kind: "files.analyse", input };
const TWELVE_HOURS_MS = 12 * 3_600_000;
/** Frames of before it are a clock that was never set. */
const FIRST_MS = Date.UTC(2000, 0, 1);
const DAY_MS = 86_400_000;
/** The survey is the quicker half. */
const SURVEY_SHARE = 0.4;
/** All channels as they are. */
const AS_IT_IS = importRequest.parse({});

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

interface OpenLog {
  readonly record: Analysis;
  readonly content: ContentReader;
  readonly found: FoundLog;
  /** Of the terminal's card: its frames may be in history. */
  readonly isOfCard: boolean;
}

async function analyse(services: AnalysisServices, context: JobContext<Input>, record: Analysis) {
  const { db, contents } = services;
  const file = await getFile(db, record.tenantId, record.fileId);
  if (!file?.sha256) throw new JobFailure(transferErrors.fileGone.code);
  const content = await contents.open(file.tenantId, file.contentId);
  const format = await formatOfStored(content);
  if (format === undefined) throw new JobFailure(transferErrors.notALog.code);
  const rates = (await bitRatesOfBindings(db, record.tenantId, [record.bindingNumber])).get(record.bindingNumber);
  const survey = new LogSurvey(rates);
  await surveyLog(survey, content, format, context);
  await services.reached?.("surveyed");
  const found = survey.found(format, file.sha256);
  requireStorable(found, services.now());
  const counts = await storeOnce(services, context, { record, content, found, isOfCard: file.source === "recall" });
  const result = { ...survey.result(), ...counts, format };
  const [firstUs, lastUs] = [Number(found.first), Number(found.last)];
  await endAnalysis(db, record, { result, firstUs, lastUs });
  return counts;
}

async function surveyLog(
  survey: LogSurvey,
  content: ContentReader,
  format: LogFormat,
  { signal, progress }: JobContext<Input>,
): Promise<void> {
  await progress(0);
  const onChunk = (bytesRead: number) => progress((SURVEY_SHARE * bytesRead) / Math.max(1, content.size));
  await readStoredLog(content, format, survey, { signal, onChunk });
}

function requireStorable(found: FoundLog, nowMs: number): void {
  if (found.frames === 0) throw new JobFailure(transferErrors.noFrames.code);
  const [firstMs, lastMs] = [Number(found.first) / 1000, Number(found.last) / 1000];
  if (firstMs < FIRST_MS || lastMs > nowMs + DAY_MS) throw new JobFailure(transferErrors.importTimes.code);
}

async function requireRoom(services: AnalysisServices, tenantId: string, found: FoundLog): Promise<void> {
  const { limit, used } = await tenantStorage(services, tenantId);
  if (limit !== null && used + found.bytes > limit) throw new JobFailure(transferErrors.storageFull.code);
}

/** Each channel once, by the content of the file: the same file again stores nothing. */
async function storeOnce(
  services: AnalysisServices,
  context: JobContext<Input>,
  log: OpenLog,
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
    const missing = channels.filter(({ epoch }) => !known.has(epoch));
    const repeated = framesOf(channels) - framesOf(missing);
    if (missing.length === 0) {
      // An attempt that was interrupted after its commit has left its counts: its frames are no repetition.
      const counts = record.stored > 0 ? record : { stored: 0, repeated };
      return { stored: counts.stored, repeated: counts.repeated };
    }
    await requireRoom(services, record.tenantId, found);
    const counts = await storeChannels(services, context, { ...log, missing, repeated });
    // Undefined: another task has stored one of them meanwhile.
    if (counts !== undefined) return counts;
  }
}

interface Storing extends OpenLog {
  readonly missing: readonly ImportChannel[];
  readonly repeated: number;
}

async function storeChannels(
  services: AnalysisServices,
  { signal, progress }: JobContext<Input>,
  { record, content, found, missing, repeated, isOfCard }: Storing,
): Promise<AnalysisCounts | undefined> {
  const { tenantId, bindingNumber } = record;
  const mover = new ChannelMover(missing, 0);
  const writer = services.imports.open({ bindingNumber, tenantId });
  const known = isOfCard ? new KnownFrames(services.frames, bindingNumber) : undefined;
  const frames = (batch: FrameBatch) => {
    mover.move(batch);
    if (known) known.hold(batch);
    else writer.push(batch);
  };
  const onChunk = async (bytesRead: number) => {
    if (known) writer.push(await known.missing(signal));
    if (!writer.isFull) return;
    await writer.flush();
    await services.reached?.("part");
    await progress(SURVEY_SHARE + ((1 - SURVEY_SHARE) * bytesRead) / Math.max(1, content.size));
  };
  let isCommitted = false;
  try {
    await readStoredLog(content, found.format as LogFormat, { frames, problem: () => undefined }, { signal, onChunk });
    await writer.flush();
    await services.reached?.("whole");
    signal.throwIfAborted();
    const counts = { stored: writer.frames, repeated: repeated + (known?.known ?? 0) };
    if (!(await beginCommit(services.db, record, counts))) throw new CancelledMeanwhile();
    // Everything is in history: there is nothing to make visible.
    if (counts.stored === 0) return counts;
    isCommitted = await writer.commit(missing.map(({ epoch }) => epoch));
    if (isCommitted) await services.reached?.("visible");
    return isCommitted ? counts : undefined;
  } finally {
    if (!isCommitted) await writer.abort();
  }
}

/** The record says so already; the job ends without a result. */
class CancelledMeanwhile extends JobFailure {
  constructor() {
    super(transferErrors.stillRunning.code);
  }
}
