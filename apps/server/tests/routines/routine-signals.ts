import type { SignalReference } from "@canopy/contract/signals/signal-reference";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { type ResolvedItem, type ResolvedSignal, resolveSignals } from "../../signals/bindings/resolve-signals.ts";
import { parsedDbc } from "../../signals/dbc/parsed-dbc.ts";
import { refuseEqualNames } from "../scripts/read-script-data.ts";

/** As a run needs them: each is in its DBC file, and has a name of its own. */
export async function signalsOfRun(db: Db, tenantId: string, signals: readonly SignalReference[]) {
  const resolved = (await resolve(db, tenantId, signals)).map(must);
  refuseEqualNames(resolved);
  return resolved;
}

/** Before a routine is kept: what is not in its DBC file may come back to it, two of one name never get on. */
export async function checkSignals(db: Db, tenantId: string, signals: readonly SignalReference[]): Promise<void> {
  refuseEqualNames((await resolve(db, tenantId, signals)).flatMap((item) => ("error" in item ? [] : [item])));
}

function resolve(db: Db, tenantId: string, signals: readonly SignalReference[]): Promise<ResolvedItem[]> {
  return resolveSignals((dbcId, revision) => parsedDbc(db, tenantId, dbcId, revision), signals);
}

function must(item: ResolvedItem): ResolvedSignal {
  if ("error" in item) throw new ApiError(item.error);
  return item;
}
