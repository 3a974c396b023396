import { DbcDecoder } from "@canopy/can/dbc/decode/decode";
import { MAX_DBC_BYTES, readDbc } from "@canopy/can/dbc/parse/parse";
import { createStore, type Store } from "../../platform/kept.ts";

/** A DBC file that somebody chose for a device, read in this page; it stays until the browser is closed. */
export interface DeviceDbc {
  readonly name: string;
  readonly decoder: DbcDecoder;
  /** What could not be read of it; the rest decodes. */
  readonly problems: number;
}

type ReadDeviceDbc = { ok: true; dbc: DeviceDbc } | { ok: false; problem: "tooLarge" | "empty" };

const stores = new Map<string, Store<DeviceDbc | null>>();
const keyOf = (thingsId: string) => `canopy.dbc.${thingsId}`;
/** A larger one is kept as long as the page lives: the browser's storage is small. */
const KEPT_BYTES = 1_500_000;

/** Tabs of one device share its choice. */
export function deviceDbc(thingsId: string): Store<DeviceDbc | null> {
  const known = stores.get(thingsId) ?? createStore<DeviceDbc | null>(readKept(thingsId));
  stores.set(thingsId, known);
  return known;
}

export function chooseDbc(thingsId: string, name: string, bytes: Uint8Array): ReadDeviceDbc {
  if (bytes.length > MAX_DBC_BYTES) return { ok: false, problem: "tooLarge" };
  const { dbc, problems } = readDbc(bytes);
  if (dbc.messages.length === 0) return { ok: false, problem: "empty" };
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const chosen = { name, decoder: new DbcDecoder(dbc), problems: errors };
  deviceDbc(thingsId).set(chosen);
  keep(thingsId, { name, bytes });
  return { ok: true, dbc: chosen };
}

export function dropDbc(thingsId: string): void {
  deviceDbc(thingsId).set(null);
  keep(thingsId, null);
}

function keep(thingsId: string, file: { name: string; bytes: Uint8Array } | null): void {
  try {
    sessionStorage.removeItem(keyOf(thingsId));
    if (file === null || file.bytes.length > KEPT_BYTES) return;
    const binary = Array.from(file.bytes, (byte) => String.fromCharCode(byte)).join("");
    sessionStorage.setItem(keyOf(thingsId), JSON.stringify({ name: file.name, data: btoa(binary) }));
  } catch {
    // Storage is full or forbidden.
  }
}

function readKept(thingsId: string): DeviceDbc | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(thingsId)) ?? "null");
    if (typeof kept !== "object" || kept === null || !("name" in kept) || !("data" in kept)) return null;
    const bytes = Uint8Array.from(atob(String(kept.data)), (character) => character.charCodeAt(0));
    const { dbc } = readDbc(bytes);
    return dbc.messages.length > 0 ? { name: String(kept.name), decoder: new DbcDecoder(dbc), problems: 0 } : null;
  } catch {
    return null;
  }
}
