/**
 * Conditions that must all hold before an ECU is flashed. The terminal evaluates them itself, and an unknown condition
 * counts as false.
 */
export const FLASH_INTERLOCKS = [
  /** Speed 0 for 30 s. */
  "speed",
  /** Supply inside its band. */
  "supply",
  "parkingBrake",
  "ignition",
  /** VIN and ECU numbers read now equal the package's manifest. */
  "identity",
  /** Signature, hash, expiry, counter and memory map of the package. */
  "package",
  /** The whole image is on the terminal's card. */
  "card",
  /** No second tester or job on the vehicle. */
  "exclusive",
] as const;
export type FlashInterlock = (typeof FLASH_INTERLOCKS)[number];

/** A reading older than this says nothing about now. */
export const INTERLOCK_MAX_AGE_US = 2_000_000;

export interface InterlockReading {
  name: string;
  /** Null: not known. */
  holds: boolean | null;
  readAtUs: number;
}

export interface Denial {
  name: string;
  reason: "false" | "unknown" | "stale";
}

/** Every condition that is not true and fresh; an empty list opens the gate. */
export function denials(
  names: readonly string[],
  readings: readonly InterlockReading[],
  nowUs: number,
  maxAgeUs = INTERLOCK_MAX_AGE_US,
): Denial[] {
  return names.flatMap((name) => {
    const reason = denialOf(
      readings.filter((reading) => reading.name === name),
      nowUs,
      maxAgeUs,
    );
    return reason ? [{ name, reason }] : [];
  });
}

/** Two readings of one condition must both hold: a contradiction is no permission. */
function denialOf(readings: readonly InterlockReading[], nowUs: number, maxAgeUs: number): Denial["reason"] | null {
  if (readings.some((reading) => reading.holds === false)) return "false";
  if (readings.length === 0 || readings.some((reading) => reading.holds !== true)) return "unknown";
  // A reading from the future means that a clock is wrong. Written so that NaN is stale as well.
  const isFresh = readings.every(({ readAtUs }) => readAtUs <= nowUs && nowUs - readAtUs <= maxAgeUs);
  return isFresh ? null : "stale";
}
