import { isStateSignal, stateNamesOf } from "@canopy/can/dbc/decode/states";
import { cycleTimeMs } from "@canopy/can/dbc/parse/attributes";
import { parseSignal } from "@canopy/contract/signals/signal-reference";
import { useQueries } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo, useRef } from "react";
import { type LibraryDbc, parsedDbcQuery } from "../dbc/dbc-library.ts";
import { findMessage, type SignalInfo } from "./signal-info.ts";

export interface SignalInfos {
  readonly infos: ReadonlyMap<string, SignalInfo>;
  /** Signals of the address whose DBC or definition was deleted, with the last known name. */
  readonly gone: ReadonlyMap<string, { name: string; why: "dbc" | "signal" }>;
  readonly loading: boolean;
}

/** The properties of a view's signals from the DBC library. */
export function useSignalInfos(keys: readonly string[]): SignalInfos {
  const wanted = useMemo(() => dbcsOf(keys), [keys]);
  const found = useQueries({
    queries: wanted.map(({ dbcId, revision }) => parsedDbcQuery(dbcId, revision)),
    combine: (answers) => ({
      loading: answers.some(({ isPending }) => isPending),
      dbcs: answers.map(({ data, isError }) => (data ? data : isError ? ("gone" as const) : undefined)),
    }),
  });
  const { dbcs, loading } = found;
  // The answers are new objects with every render, their content is not.
  const stamp = dbcs.map((dbc) => (typeof dbc === "object" ? `${dbc.name}@${dbc.revision}` : String(dbc))).join("|");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stamp represents the answers
  return useMemo(() => {
    const byDbc = new Map(wanted.map((one, i) => [`${one.dbcId}@${one.revision}`, dbcs[i]]));
    return { ...resolve(keys, byDbc), loading };
  }, [keys, wanted, stamp, loading]);
}

/** Calls back when the view's signals are decoded with another revision of their DBC. */
export function useOtherRevision(infos: SignalInfos["infos"], onOther: () => void): void {
  const before = useRef(new Map<string, number>());
  const tell = useEffectEvent(onOther);
  useEffect(() => {
    const known = before.current;
    const isOther = [...infos.values()].some(({ dbcId, revision }) => (known.get(dbcId) ?? revision) !== revision);
    before.current = new Map([...infos.values()].map(({ dbcId, revision }) => [dbcId, revision]));
    if (isOther) tell();
  }, [infos]);
}

function dbcsOf(keys: readonly string[]): { dbcId: string; revision: number | "newest" }[] {
  const found = new Map<string, { dbcId: string; revision: number | "newest" }>();
  for (const key of keys) {
    const reference = parseSignal(key);
    if (!reference) continue;
    const one = { dbcId: reference.dbc_id, revision: reference.revision ?? ("newest" as const) };
    found.set(`${one.dbcId}@${one.revision}`, one);
  }
  return [...found.values()];
}

function resolve(keys: readonly string[], dbcs: ReadonlyMap<string, LibraryDbc | "gone" | undefined>) {
  const infos = new Map<string, SignalInfo>();
  const gone = new Map<string, { name: string; why: "dbc" | "signal" }>();
  for (const key of keys) {
    const reference = parseSignal(key);
    if (!reference) {
      gone.set(key, { name: key, why: "signal" });
      continue;
    }
    const library = dbcs.get(`${reference.dbc_id}@${reference.revision ?? "newest"}`);
    if (library === "gone") gone.set(key, { name: reference.signal, why: "dbc" });
    if (library === "gone" || library === undefined) continue;
    const info = infoOf(key, reference, library);
    if (info) infos.set(key, info);
    else gone.set(key, { name: reference.signal, why: "signal" });
  }
  return { infos, gone };
}

function infoOf(
  key: string,
  reference: NonNullable<ReturnType<typeof parseSignal>>,
  { dbc, name, revision }: LibraryDbc,
): SignalInfo | undefined {
  const message = findMessage(dbc, reference.message_id, reference.is_extended);
  const signal = message?.signals.find((one) => one.name === reference.signal);
  if (!message || !signal) return undefined;
  const cycle = cycleTimeMs(dbc, message);
  return {
    key,
    channel: reference.channel,
    name: signal.name,
    unit: signal.unit,
    dbc,
    message,
    signal,
    dbcId: reference.dbc_id,
    dbcName: name,
    revision,
    isState: isStateSignal(signal),
    stateNames: stateNamesOf(signal),
    cycleUs: cycle === null ? undefined : cycle * 1000,
  };
}
