import { DbcDecoder } from "@canopy/can/dbc/decode/decode";
import { decodeDbcText } from "@canopy/can/dbc/parse/encoding";
import { MAX_DBC_BYTES, type ReadDbc, readDbc } from "@canopy/can/dbc/parse/parse";
import { formatOf, type SignalFormat } from "@canopy/can/signal-file/format";
import { createStore, type Store } from "../../platform/kept.ts";

/** A DBC, LDF or ARXML file that somebody chose for a device, read in this page; it stays until the browser is closed. */
export interface DeviceDbc {
  readonly name: string;
  readonly decoder: DbcDecoder;
  /** An LDF reads LIN, all else CAN. */
  readonly bus: "can" | "lin";
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
  const known = stores.get(thingsId);
  if (known) return known;
  const kept = readKept(thingsId);
  const made = createStore<DeviceDbc | null>(kept instanceof Promise ? null : kept);
  stores.set(thingsId, made);
  if (kept instanceof Promise) void kept.then((dbc) => made.get() ?? made.set(dbc));
  return made;
}

const formatIn = (bytes: Uint8Array) => formatOf(decodeDbcText(bytes).text);
const busOf = (format: SignalFormat) => (format === "ldf" ? "lin" : "can");

/** Readers of LDF and ARXML come with the first such file. */
async function readForeign(bytes: Uint8Array): Promise<ReadDbc> {
  return (await import("@canopy/can/signal-file/read")).readSignalFile(bytes);
}

export async function chooseDbc(thingsId: string, name: string, bytes: Uint8Array): Promise<ReadDeviceDbc> {
  if (bytes.length > MAX_DBC_BYTES) return { ok: false, problem: "tooLarge" };
  const format = formatIn(bytes);
  const { dbc, problems } = format === "dbc" ? readDbc(bytes) : await readForeign(bytes);
  if (dbc.messages.length === 0) return { ok: false, problem: "empty" };
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const chosen: DeviceDbc = { name, decoder: new DbcDecoder(dbc), bus: busOf(format), problems: errors };
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

/** A DBC at once, another format when its reader is there. */
function readKept(thingsId: string): DeviceDbc | null | Promise<DeviceDbc | null> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(thingsId)) ?? "null");
    if (typeof kept !== "object" || kept === null || !("name" in kept) || !("data" in kept)) return null;
    const bytes = Uint8Array.from(atob(String(kept.data)), (character) => character.charCodeAt(0));
    const name = String(kept.name);
    const format = formatIn(bytes);
    const made = ({ dbc }: ReadDbc): DeviceDbc | null =>
      dbc.messages.length > 0 ? { name, decoder: new DbcDecoder(dbc), bus: busOf(format), problems: 0 } : null;
    return format === "dbc" ? made(readDbc(bytes)) : readForeign(bytes).then(made, () => null);
  } catch {
    return null;
  }
}
