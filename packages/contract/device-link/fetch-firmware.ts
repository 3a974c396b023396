import { type FirmwareCode, type FirmwareOrder, firmwareManifest, MAX_FIRMWARE_BYTES } from "./firmware.ts";

/** What a terminal has of an image; it outlives a cut, and on a disk a restart too. */
export interface ImageStore {
  readonly length: number;
  append(bytes: Uint8Array): void;
  clear(): void;
  bytes(): Uint8Array<ArrayBuffer>;
}

export interface FetchOptions {
  readonly signal: AbortSignal;
  readonly told: (received: number) => void;
  readonly wait: (ms: number) => Promise<void>;
}

/** Tries in a row that bring no byte. */
const MAX_FRUITLESS = 5;
const FIRST_WAIT_MS = 500;

/** DEV-08: goes on with the byte where it was cut (HTTP Range). Undefined: all of it is there. */
export async function fetchFirmware(
  order: Pick<FirmwareOrder, "url" | "size">,
  store: ImageStore,
  options: FetchOptions,
): Promise<FirmwareCode | undefined> {
  if (order.size > MAX_FIRMWARE_BYTES) return "room";
  if (store.length > order.size) store.clear();
  for (let fruitless = 0; store.length < order.size && !options.signal.aborted; ) {
    const before = store.length;
    const ended = await fetchRest(order, store, options);
    if (ended !== undefined) return ended;
    fruitless = store.length > before ? 0 : fruitless + 1;
    if (fruitless >= MAX_FRUITLESS) return "download";
    if (store.length < order.size) await options.wait(FIRST_WAIT_MS * 2 ** fruitless);
  }
  return store.length === order.size ? undefined : "download";
}

/** A code: another try would not help. */
async function fetchRest(
  { url, size }: Pick<FirmwareOrder, "url" | "size">,
  store: ImageStore,
  { signal, told }: FetchOptions,
): Promise<FirmwareCode | undefined> {
  const headers: Record<string, string> = store.length > 0 ? { range: `bytes=${store.length}-` } : {};
  try {
    const response = await fetch(url, { headers, signal });
    if (response.status >= 400 && response.status < 500 && response.status !== 429) return "download";
    if (!response.ok || response.body === null) return undefined;
    if (response.status !== 206) store.clear();
    const reader = response.body.getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      if (store.length + next.value.length > size) return "size";
      store.append(next.value);
      told(store.length);
    }
    // A server that has less than it was said to.
    const total = Number(
      response.headers.get("content-range")?.split("/")[1] ?? response.headers.get("content-length"),
    );
    return Number.isFinite(total) && total > 0 && total < size ? "size" : undefined;
  } catch (error) {
    return isFull(error) ? "room" : undefined;
  }
}

/** The disk of the terminal. */
function isFull(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOSPC";
}

/** DEV-08: before anything is installed. `keys`: raw Ed25519 public keys that the terminal was made with. */
export async function checkFirmware(
  order: FirmwareOrder,
  bytes: Uint8Array<ArrayBuffer>,
  { version, keys }: { readonly version: string; readonly keys: readonly Uint8Array<ArrayBuffer>[] },
): Promise<FirmwareCode | undefined> {
  if (bytes.length !== order.size) return "size";
  if (hexOf(await crypto.subtle.digest("SHA-256", bytes)) !== order.sha256) return "hash";
  if (order.base_version !== undefined && order.base_version !== version) return "base";
  return (await isSigned(order, keys)) ? undefined : "signature";
}

async function isSigned(order: FirmwareOrder, keys: readonly Uint8Array<ArrayBuffer>[]): Promise<boolean> {
  return order.signature !== undefined && isSignedText(firmwareManifest(order), order.signature, keys);
}

/** Ed25519 by any of the keys; the signature is base64. */
export async function isSignedText(
  text: string,
  signature: string,
  keys: readonly Uint8Array<ArrayBuffer>[],
): Promise<boolean> {
  const signed = Uint8Array.from(atob(signature), (char) => char.charCodeAt(0));
  const bytes = new TextEncoder().encode(text);
  for (const raw of keys) {
    const key = await crypto.subtle.importKey("raw", raw, "Ed25519", false, ["verify"]);
    if (await crypto.subtle.verify("Ed25519", key, signed, bytes)) return true;
  }
  return false;
}

const hexOf = (buffer: ArrayBuffer) =>
  Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
