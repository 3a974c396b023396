import type { FrameBatch } from "@canopy/can/frame/batch";
import { tenantStorage } from "../../frames/retention/tenant-storage.ts";
import type { JobContext } from "../../platform/jobs/job-definition.ts";
import { importChannels } from "../../transfers/import-channels.ts";
import { epochsOfContent } from "../../transfers/import-store.ts";
import type { AnalysisCounts } from "./analysis-store.ts";
import { type AnalysisServices, AS_IT_IS, commitLog, type OpenLog } from "./commit-log.ts";
import type { LogSurvey } from "./log-survey.ts";
import { readStoredLog } from "./read-stored-log.ts";
import { requireRoom, requireStorable } from "./storable-log.ts";

/**
 * A content that history has nothing of is surveyed and written in one reading; what the survey finds decides before the
 * commit. Undefined: another task has stored a part of it meanwhile; the survey is whole.
 */
export async function storeInOnePass(
  services: AnalysisServices,
  { signal, progress }: Pick<JobContext<unknown>, "signal" | "progress">,
  log: OpenLog,
  survey: LogSurvey,
): Promise<AnalysisCounts | undefined> {
  const { record, content, format, sha256 } = log;
  const { tenantId, bindingNumber } = record;
  const storage = await tenantStorage(services, tenantId);
  const requireFitting = () => {
    const found = survey.found(format, sha256);
    requireStorable(found, services.now());
    requireRoom(storage, found);
  };
  const writer = services.imports.open({ bindingNumber, tenantId });
  const frames = (batch: FrameBatch) => {
    survey.frames(batch);
    writer.push(batch);
  };
  const problem = survey.problem.bind(survey);
  const onChunk = async (bytesRead: number) => {
    if (!writer.isFull) return;
    requireFitting();
    await writer.flush();
    await services.reached?.("part");
    await progress(bytesRead / Math.max(1, content.size), "storing", { done: survey.frameCount });
  };
  await progress(0, "storing", { done: 0 });
  let isCommitted = false;
  try {
    await readStoredLog(content, format, { frames, problem }, { signal, onChunk });
    await services.reached?.("surveyed");
    requireFitting();
    await writer.flush();
    const channels = await importChannels(services.db, bindingNumber, survey.found(format, sha256), AS_IT_IS);
    const counts = { stored: writer.frames, repeated: 0 };
    isCommitted = (await commitLog(services, { record, writer, channels, counts, signal })) === "committed";
    if (isCommitted) await services.reached?.("visible");
    return isCommitted ? counts : undefined;
  } finally {
    if (!isCommitted) await writer.abort();
  }
}

/** Whether history may have frames of the content: from the terminal's card, or of an analysis or import before. */
export async function mayBeInHistory(
  { db, imports }: Pick<AnalysisServices, "db" | "imports">,
  { record: { bindingNumber }, sha256, isRecalled }: OpenLog,
): Promise<boolean> {
  if (isRecalled) return true;
  const epochs = await epochsOfContent(db, bindingNumber, sha256);
  return (await imports.storedEpochs(bindingNumber, epochs)).size > 0;
}
