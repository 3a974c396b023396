import type { FrameBatch } from "@canopy/can/frame/batch";

/** Frames as they come; the batch is used again after the call returns. Waits while `take` waits. */
export interface FrameSource {
  /** Identity of the source, to continue after a restart; null: a stream, which cannot be read twice. */
  readonly identity: string | null;
  /** Interfaces by channel where frames can be sent too; absent: none. */
  readonly interfaces?: ReadonlyMap<number, string>;
  /** Begins behind the first `skip` frames, which an earlier run has taken. */
  read(take: TakeFrames, signal: AbortSignal, skip: number): Promise<void>;
}

export type TakeFrames = (batch: FrameBatch) => Promise<void>;

export type ReportProblem = (text: string) => void;
