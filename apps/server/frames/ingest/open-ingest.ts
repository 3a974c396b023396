import type { Log } from "../../platform/log.ts";
import type { LandingPort } from "../landing/landing.ts";
import { type BatchJudge, NO_RULES } from "./batch-judge.ts";
import { FrameIngest } from "./ingest-frames.ts";
import type { MayStore } from "./ingest-ports.ts";
import { type IngestClock, systemClock } from "./ingest-retry.ts";

export interface IngestParts {
  readonly landing: LandingPort;
  readonly log: Log;
  readonly mayStore: MayStore;
  readonly judge?: BatchJudge;
  readonly clock?: IngestClock;
}

/** Ingest on the real store. */
export function openIngest({
  landing,
  log,
  mayStore,
  judge = NO_RULES,
  clock = systemClock,
}: IngestParts): FrameIngest {
  return new FrameIngest({ ...landing, mayStore, judge }, clock, log);
}
