import { createStore, type Store } from "../../platform/kept.ts";

/** What was sent from this page and what became of it; everything is in the device's log too. */
export interface SendEntry {
  readonly key: number;
  readonly atMs: number;
  readonly label: string;
  readonly state: "sending" | "done" | "failed";
  /** The result in words. */
  readonly text: string;
  /** Of one that goes on after its answer: the command that started it. */
  readonly transmission?: string | undefined;
}

const MAX_ENTRIES = 50;
const stores = new Map<string, Store<readonly SendEntry[]>>();
let lastKey = 0;

/** Newest first. */
export function sendLog(thingsId: string): Store<readonly SendEntry[]> {
  const known = stores.get(thingsId) ?? createStore<readonly SendEntry[]>([]);
  stores.set(thingsId, known);
  return known;
}

export function addSending(thingsId: string, label: string): number {
  lastKey += 1;
  const store = sendLog(thingsId);
  const entry: SendEntry = { key: lastKey, atMs: Date.now(), label, state: "sending", text: "" };
  store.set([entry, ...store.get()].slice(0, MAX_ENTRIES));
  return lastKey;
}

export function settleSending(
  thingsId: string,
  key: number,
  settled: Pick<SendEntry, "state" | "text" | "transmission">,
): void {
  const store = sendLog(thingsId);
  store.set(store.get().map((entry) => (entry.key === key ? { ...entry, ...settled } : entry)));
}
