/** Meaning of the top of a parameter's range (SAE J1939-71, 5.1.4): the highest values are not measurements. */
export type SpnState = "valid" | "parameterSpecific" | "reserved" | "error" | "notAvailable";

/** A suspect parameter: where it lies in its group, and how raw becomes physical. */
export interface SpnDefinition {
  spn: number;
  name: string;
  pgn: number;
  /** From 1, as the standard counts. */
  startByte: number;
  /** From 1. */
  startBit: number;
  bits: number;
  factor: number;
  offset: number;
  unit: string;
}

/** Little-endian bits; undefined when the data ends before them. */
export function readSpn(data: Uint8Array, definition: Pick<SpnDefinition, "startByte" | "startBit" | "bits">) {
  const first = (definition.startByte - 1) * 8 + definition.startBit - 1;
  if (first + definition.bits > data.length * 8) return undefined;
  let raw = 0;
  for (let i = definition.bits - 1; i >= 0; i--) {
    const bit = first + i;
    raw = raw * 2 + (((data[bit >> 3] ?? 0) >> (bit & 7)) & 1);
  }
  return raw;
}

export function spnState(raw: number, bits: number): SpnState {
  if (bits < 8) {
    const top = 2 ** bits - 1;
    if (bits < 2 || raw < top - 1) return "valid";
    return raw === top ? "notAvailable" : "error";
  }
  // Whole bytes and odd widths alike: the eight most significant bits decide.
  const high = Math.floor(raw / 2 ** (bits - 8));
  if (high <= 0xfa) return "valid";
  if (high === 0xfb) return "parameterSpecific";
  if (high <= 0xfd) return "reserved";
  return high === 0xfe ? "error" : "notAvailable";
}

export interface SpnValue {
  raw: number;
  state: SpnState;
  /** Null unless the state is valid. */
  value: number | null;
}

export function decodeSpn(data: Uint8Array, definition: SpnDefinition): SpnValue | undefined {
  const raw = readSpn(data, definition);
  if (raw === undefined) return undefined;
  const state = spnState(raw, definition.bits);
  return { raw, state, value: state === "valid" ? raw * definition.factor + definition.offset : null };
}

type Row = readonly [number, string, number, number, number, number, number, number, string];

// biome-ignore format: a table reads by rows.
const ROWS: readonly Row[] = [
  // spn, name, pgn, byte, bit, bits, factor, offset, unit
  [84, "Wheel-Based Vehicle Speed", 0xfef1, 2, 1, 16, 1 / 256, 0, "km/h"],
  [91, "Accelerator Pedal Position 1", 0xf003, 2, 1, 8, 0.4, 0, "%"],
  [110, "Engine Coolant Temperature", 0xfeee, 1, 1, 8, 1, -40, "°C"],
  [168, "Battery Potential", 0xfef7, 5, 1, 16, 0.05, 0, "V"],
  [171, "Ambient Air Temperature", 0xfef5, 4, 1, 16, 0.03125, -273, "°C"],
  [183, "Engine Fuel Rate", 0xfef2, 1, 1, 16, 0.05, 0, "L/h"],
  [190, "Engine Speed", 0xf004, 4, 1, 16, 0.125, 0, "rpm"],
  [247, "Engine Total Hours of Operation", 0xfee5, 1, 1, 32, 0.05, 0, "h"],
  [250, "Engine Total Fuel Used", 0xfee9, 5, 1, 32, 0.5, 0, "L"],
  [513, "Actual Engine - Percent Torque", 0xf004, 3, 1, 8, 1, -125, "%"],
  [584, "Latitude", 0xfef3, 1, 1, 32, 1e-7, -210, "°"],
  [585, "Longitude", 0xfef3, 5, 1, 32, 1e-7, -210, "°"],
];

export const COMMON_SPNS: readonly SpnDefinition[] = ROWS.map(
  ([spn, name, pgn, startByte, startBit, bits, factor, offset, unit]) => ({
    spn,
    name,
    pgn,
    startByte,
    startBit,
    bits,
    factor,
    offset,
    unit,
  }),
);
