import type { KnownSet } from "../landing/known-set.ts";
import type { IncomingBatch } from "./incoming-batch.ts";
import type { Plan } from "./ingest-admit.ts";

/**
 * `again`: not stored, or unknown: its set has to be read and the batch judged again. `unstorable`: the database takes
 * everything but this batch.
 */
export type LandingOutcome = "landed" | "again" | "unstorable";

/** A batch that is to land, judged against its set. */
export interface Landing {
  readonly batch: IncomingBatch;
  readonly plan: Plan;
  readonly set: KnownSet;
  readonly body: Uint8Array;
  /** The rules had it when it was refused (CAP-05). */
  readonly isJudged: boolean;
  done(outcome: LandingOutcome): void;
  failed(error: unknown): void;
}
