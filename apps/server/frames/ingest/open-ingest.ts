import type { Log } from "../../platform/log.ts";
import type { LandingPort } from "../landing/landing.ts";
import { FrameIngest } from "./ingest-frames.ts";
import type { MayStore } from "./ingest-ports.ts";
import { type IngestClock, systemClock } from "./ingest-retry.ts";

export interface IngestParts {
  readonly landing: LandingPort;
  readonly log: Log;
  readonly mayStore: MayStore;
  readonly clock?: IngestClock;
}

/** Ingest on the real store. */
export function openIngest({ landing, log, mayStore, clock = systemClock }: IngestParts): FrameIngest {
  return new FrameIngest({ ...landing, mayStore }, clock, log);
}
