/** DBC-08, in the order of the menu. */
export const FUNCTION_KINDS = [
  "statistics",
  "cycle",
  "histogram",
  "xy",
  "states",
  "spectrum",
  "counter",
  "checksum",
  "busLoad",
] as const;
export type FunctionKind = (typeof FUNCTION_KINDS)[number];

/** The options of a function beside its signals. */
export interface FunctionOptions {
  bins: number;
  window: "hann" | "rectangular";
  modulus: number;
  checksumByte: number;
  checksum: "auto" | "xor" | "sum" | "twosComplement" | "crc8J1850" | "crc8H2f";
  channel: number;
}

export const FIRST_OPTIONS: FunctionOptions = {
  bins: 40,
  window: "hann",
  modulus: 16,
  checksumByte: 7,
  checksum: "auto",
  channel: 0,
};

/** Number of signals of a function. */
export function signalCount(kind: FunctionKind): 0 | 1 | 2 {
  if (kind === "busLoad") return 0;
  return kind === "xy" ? 2 : 1;
}

/** Cycle, counter and checksum belong to frames: a computed signal has none. */
export function takesComputed(kind: FunctionKind): boolean {
  return kind !== "cycle" && kind !== "counter" && kind !== "checksum";
}
