import type { LogFormat } from "@canopy/can/logs/formats";
import { transferErrors } from "@canopy/contract/transfers/errors";
import { importRequest } from "@canopy/contract/transfers/imports";
import type { FrameImports, ImportWriter } from "../../frames/store/frame-imports.ts";
import type { FrameStore } from "../../frames/store/frame-store.ts";
import { JobFailure } from "../../platform/jobs/job-definition.ts";
import type { ImportChannel } from "../../transfers/import-channels.ts";
import type { ContentReader } from "../file-contents.ts";
import type { Receiving } from "../receive-file.ts";
import { type Analysis, type AnalysisCounts, beginCommit } from "./analysis-store.ts";

export interface AnalysisServices extends Receiving {
  readonly frames: Pick<FrameStore, "usage" | "stream">;
  readonly imports: FrameImports;
  readonly now: () => number;
  /** For tests that must be there at a certain place. */
  readonly reached?: (place: AnalysisPlace) => Promise<void>;
}

export type AnalysisPlace = "surveyed" | "part" | "whole" | "visible";

export interface OpenLog {
  readonly record: Analysis;
  readonly content: ContentReader;
  readonly format: LogFormat;
  readonly sha256: string;
  /** Of the terminal's card: its frames may be in history. */
  readonly isRecalled: boolean;
}

/** All channels as they are. */
export const AS_IT_IS = importRequest.parse({});

interface WrittenLog {
  readonly record: Analysis;
  readonly writer: ImportWriter;
  readonly channels: readonly ImportChannel[];
  readonly counts: AnalysisCounts;
  readonly signal: AbortSignal;
}

/**
 * Makes a written log visible, unless it was cancelled. `nothing`: all its frames are in history. `beaten`: another task
 * has stored one of its channels meanwhile.
 */
export async function commitLog(
  { db, reached }: AnalysisServices,
  { record, writer, channels, counts, signal }: WrittenLog,
): Promise<"committed" | "nothing" | "beaten"> {
  await reached?.("whole");
  signal.throwIfAborted();
  if (!(await beginCommit(db, record, counts))) throw new CancelledMeanwhile();
  if (counts.stored === 0) return "nothing";
  return (await writer.commit(channels.map(({ epoch }) => epoch))) ? "committed" : "beaten";
}

/** The record says so already; the job ends without a result. */
class CancelledMeanwhile extends JobFailure {
  constructor() {
    super(transferErrors.stillRunning.code);
  }
}
