import type { z } from "zod";
import type { Log } from "../log.ts";

export type JobState = "queued" | "running" | "done" | "failed" | "cancelled";

/** Null: work of the system itself, which no tenant sees. */
export type JobOwner = string | null;

/** How many rows of how many are done; the rate follows from how long the stage has taken. */
export interface JobRows {
  readonly done: number;
  /** Absent where it is not known. */
  readonly all?: number;
}

/** Arguments of one attempt. */
export interface JobContext<Input> {
  readonly id: string;
  readonly tenantId: JobOwner;
  readonly userId: string | null;
  readonly input: Input;
  /** From 1. */
  readonly attempt: number;
  /** Aborted on cancel, timeout, loss of the claim, and at the end of a graceful stop. */
  readonly signal: AbortSignal;
  readonly log: Log;
  /** Shown on the page; `fraction` from 0 to 1, `stage` a code. May be called as often as one likes. */
  progress(fraction: number, stage?: string, rows?: JobRows): Promise<void>;
}

/** Enough to hand one in. */
export interface JobName<Input> {
  readonly kind: string;
  readonly input: z.ZodType<Input>;
}

export interface JobDefinition<Input> extends JobName<Input> {
  readonly retry: { readonly limit: number; readonly delaySeconds: number };
  readonly timeoutMs: number;
  /** How many at once in one worker process. */
  readonly concurrency: number;
  /** Resolves with the result for the page (JSON). It may run again after a crash: write idempotently. */
  handler(context: JobContext<Input>): Promise<unknown>;
}

type Options<Input> = Pick<JobDefinition<Input>, "input" | "handler"> & Partial<JobDefinition<Input>>;

const TWO_RETRIES = { limit: 2, delaySeconds: 5 };
const ONE_HOUR_MS = 3_600_000;

/** `kind` is the queue's name too: `domain.what`. */
export function defineJob<Input>(kind: string, options: Options<Input>): JobDefinition<Input> {
  return { retry: TWO_RETRIES, timeoutMs: ONE_HOUR_MS, concurrency: 1, ...options, kind };
}

/** Thrown by a handler for a fault that another attempt would not mend; the page shows its code. */
export class JobFailure extends Error {
  override readonly name = "JobFailure";
  readonly code: string;
  constructor(code: string, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}

/** Message codes of the platform; their texts are in the contract. */
export const JOB_FAILED = "platform.jobFailed";
export const JOB_TIMED_OUT = "platform.jobTimedOut";
/** The process that ran it ended, and no attempt is left. */
export const JOB_LOST = "platform.jobLost";
