/** Two bits of a lamp byte (SAE J1939-73, 5.7.1). */
export type LampState = "off" | "on" | "error" | "notAvailable";
export type LampFlash = "slow" | "fast" | "reserved" | "steady";

export interface Lamp {
  state: LampState;
  flash: LampFlash;
}

export interface Lamps {
  malfunctionIndicator: Lamp;
  redStop: Lamp;
  amberWarning: Lamp;
  protect: Lamp;
}

export interface J1939Dtc {
  spn: number;
  fmi: number;
  /** 127: not available. */
  occurrences: number;
  /** SPN conversion method bit: 0 is version 4, 1 one of the older orders. */
  conversionMethod: 0 | 1;
}

export interface DiagnosticMessage {
  lamps: Lamps;
  dtcs: J1939Dtc[];
}

/** Order of the SPN's bits when the conversion method bit is 1; the sender does not say which, version 1 is usual. */
export type LegacyVersion = 1 | 2 | 3;

const LAMP_STATES: readonly LampState[] = ["off", "on", "error", "notAvailable"];
const LAMP_FLASHES: readonly LampFlash[] = ["slow", "fast", "reserved", "steady"];

/** DM1 (active) and DM2 (previously active) have one layout: two lamp bytes, then four bytes per code. */
export function readDiagnosticMessage(data: Uint8Array, legacy: LegacyVersion = 1): DiagnosticMessage | undefined {
  const [state, flash] = data;
  if (state === undefined || flash === undefined) return undefined;
  const dtcs: J1939Dtc[] = [];
  for (let at = 2; at + 4 <= data.length; at += 4) {
    const bytes = data.subarray(at, at + 4);
    if (!isFiller(bytes)) dtcs.push(readJ1939Dtc(bytes, legacy));
  }
  return { lamps: readLamps(state, flash), dtcs };
}

/** All zero: no code. All ones: filler, also of a single frame. */
function isFiller(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0) || bytes.every((byte) => byte === 0xff);
}

function readLamps(state: number, flash: number): Lamps {
  const lamp = (shift: number): Lamp => ({
    state: LAMP_STATES[(state >> shift) & 3] ?? "off",
    flash: LAMP_FLASHES[(flash >> shift) & 3] ?? "steady",
  });
  return { malfunctionIndicator: lamp(6), redStop: lamp(4), amberWarning: lamp(2), protect: lamp(0) };
}

/** SAE J1939-73, 5.7.1.7 to 5.7.1.11. */
export function readJ1939Dtc(bytes: Uint8Array, legacy: LegacyVersion = 1): J1939Dtc {
  const [b0 = 0, b1 = 0, b2 = 0, b3 = 0] = bytes;
  const conversionMethod = (b3 >> 7) as 0 | 1;
  return {
    spn: readSpnNumber([b0, b1, b2], conversionMethod === 0 ? 4 : legacy),
    fmi: b2 & 0x1f,
    occurrences: b3 & 0x7f,
    conversionMethod,
  };
}

function readSpnNumber([b0, b1, b2]: readonly [number, number, number], version: LegacyVersion | 4): number {
  if (version === 1) return (b0 << 11) | (b1 << 3) | (b2 >> 5);
  if (version === 2) return (b1 << 11) | (b0 << 3) | (b2 >> 5);
  return b0 | (b1 << 8) | ((b2 >> 5) << 16);
}

export function encodeJ1939Dtc({ spn, fmi, occurrences }: Omit<J1939Dtc, "conversionMethod">): Uint8Array {
  return Uint8Array.of(spn & 255, (spn >> 8) & 255, (((spn >> 16) & 7) << 5) | (fmi & 0x1f), occurrences & 0x7f);
}
