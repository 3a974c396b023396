/** The meaning of the five bytes of an error frame (docs/device-protocol.md, 2.3). */
export interface ErrorReading {
  readonly state: ErrorState | null;
  readonly kinds: readonly ErrorKind[];
  /** Null: not contained in the frame. */
  readonly counters: { readonly receive: number; readonly transmit: number } | null;
}

export type ErrorState = "error" | "warning" | "passive" | "busOff" | "overload" | "wakeUp";
export type ErrorKind = "bit" | "acknowledge" | "crc" | "form" | "stuff" | "overload" | "receiveFull" | "transmitFull";

const STATES: ReadonlyMap<number, ErrorState> = new Map([
  [0xe1, "error"],
  [0xe2, "warning"],
  [0xe3, "passive"],
  [0xe4, "busOff"],
  [0xe5, "overload"],
  [0xe6, "wakeUp"],
]);
const KINDS: readonly ErrorKind[] = [
  "bit",
  "acknowledge",
  "crc",
  "form",
  "stuff",
  "overload",
  "receiveFull",
  "transmitFull",
];

export function readError(bytes: Uint8Array): ErrorReading {
  const [state = 0, kinds = 0] = bytes;
  // Other terminals use other layouts: only a payload of these five bytes is read.
  if (bytes.length !== 5 || (state !== 0 && !STATES.has(state))) return { state: null, kinds: [], counters: null };
  return {
    state: STATES.get(state) ?? null,
    kinds: KINDS.filter((_, bit) => kinds & (1 << bit)),
    counters: { receive: bytes[3] ?? 0, transmit: bytes[4] ?? 0 },
  };
}
