import type { Dbc, Message, Signal } from "@canopy/can/dbc/model";
import type { ErrorDef } from "@canopy/contract/platform/errors";
import { curveErrors } from "@canopy/contract/signals/curve-errors";
import type { SignalReference } from "@canopy/contract/signals/signal-reference";
import { findSignal } from "./find-signal.ts";

/** A revision of a DBC of the caller's tenant; without a number the newest. */
export type DbcOf = (
  dbcId: string,
  revision?: number,
) => Promise<{ readonly revision: number; readonly dbc: Dbc } | undefined>;

export interface ResolvedSignal {
  readonly channel: number;
  readonly dbc: Dbc;
  readonly revision: number;
  readonly message: Message;
  readonly signal: Signal;
}

/** In the order asked for; a missing signal has its error, and the others continue. */
export type ResolvedItem = ResolvedSignal | { readonly error: ErrorDef };

export function resolveSignals(dbcOf: DbcOf, references: readonly SignalReference[]): Promise<ResolvedItem[]> {
  // Thirty signals of one DBC read it once.
  const asked = new Map<string, ReturnType<DbcOf>>();
  const remembered: DbcOf = (dbcId, revision) => {
    const key = `${dbcId} ${revision ?? ""}`;
    const known = asked.get(key) ?? dbcOf(dbcId, revision);
    asked.set(key, known);
    return known;
  };
  return Promise.all(references.map((reference) => resolveSignal(remembered, reference)));
}

async function resolveSignal(dbcOf: DbcOf, reference: SignalReference): Promise<ResolvedItem> {
  const { dbc_id, revision, channel } = reference;
  const parsed = await dbcOf(dbc_id, revision);
  if (parsed === undefined) {
    const isThere = revision !== undefined && (await dbcOf(dbc_id)) !== undefined;
    return { error: isThere ? curveErrors.revisionGone : curveErrors.dbcGone };
  }
  const found = findSignal(parsed.dbc, reference);
  return found ? { ...found, dbc: parsed.dbc, revision: parsed.revision, channel } : { error: curveErrors.signalGone };
}
