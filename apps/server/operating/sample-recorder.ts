import type { LookAtFrameServers } from "../frames/store/frame-servers.ts";
import type { Log } from "../platform/log.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { dropOldCounts } from "./process-counts-store.ts";
import { dropOldSamples, insertSample } from "./store-samples.ts";

const EVERY_MS = 60_000;

interface SampleParts {
  readonly db: Db;
  readonly log: Log;
  readonly frameServers: LookAtFrameServers;
}

/** In role worker: depth and disk of each frame server once a minute; returns how to stop. */
export function recordSamples(parts: SampleParts): () => void {
  const tick = () =>
    void recordSample(parts).catch((error: unknown) => parts.log.warn({ err: error }, "no sample of the frame store"));
  tick();
  const timer = setInterval(tick, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

export async function recordSample({ db, frameServers }: Omit<SampleParts, "log">): Promise<void> {
  for (const server of await frameServers()) await insertSample(db, server);
  await dropOldCounts(db);
  await dropOldSamples(db);
}
