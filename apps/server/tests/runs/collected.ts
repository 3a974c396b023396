import { curveErrors } from "@canopy/contract/signals/curve-errors";
import type { SignalReference } from "@canopy/contract/signals/signal-reference";
import type { FrameReader } from "../../frames/store/frame-store.ts";
import { JobFailure } from "../../platform/jobs/job-definition.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { type ResolvedItem, type ResolvedSignal, resolveSignals } from "../../signals/bindings/resolve-signals.ts";
import { parsedDbc } from "../../signals/dbc/parsed-dbc.ts";
import { nameOf, readScriptData } from "../scripts/read-script-data.ts";
import type { CollectedData } from "./run-stages.ts";

type Window = Parameters<typeof readScriptData>[2];

/** The signals of a routine in a window, as the script sees them, with the channel of each. */
export async function collected(
  { db, frames }: { readonly db: Db; readonly frames: Pick<FrameReader, "samples"> },
  tenantId: string,
  signals: readonly SignalReference[],
  window: Window,
  abort: AbortSignal,
): Promise<CollectedData> {
  const dbcOf = (dbcId: string, revision?: number) => parsedDbc(db, tenantId, dbcId, revision);
  const resolved = (await resolveSignals(dbcOf, [...signals])).map(must);
  const channels = Object.fromEntries(resolved.map((one) => [nameOf(one), one.channel]));
  return { ...(await readScriptData(frames, resolved, window, abort)), channels };
}

function must(item: ResolvedItem): ResolvedSignal {
  if ("error" in item) throw new JobFailure(curveErrors.signalGone.code);
  return item;
}
