/** DTCFormatIdentifier of service 19 (ISO 14229-1, table 317). */
export const DTC_FORMATS = {
  0: "SAE J2012-DA 00",
  1: "ISO 14229-1",
  2: "SAE J1939-73",
  3: "ISO 11992-4",
  4: "SAE J2012-DA 04",
} as const;

/** Bits of a DTC status byte from bit 0 (ISO 14229-1, annex D.2). */
export const DTC_STATUS_BITS = [
  "testFailed",
  "testFailedThisOperationCycle",
  "pendingDTC",
  "confirmedDTC",
  "testNotCompletedSinceLastClear",
  "testFailedSinceLastClear",
  "testNotCompletedThisOperationCycle",
  "warningIndicatorRequested",
] as const;

export type DtcStatusBit = (typeof DTC_STATUS_BITS)[number];

/** The set bits, masked by the bits the server supports. */
export function dtcStatusBits(status: number, availabilityMask = 0xff): DtcStatusBit[] {
  return DTC_STATUS_BITS.filter((_, bit) => status & availabilityMask & (1 << bit));
}

const SYSTEMS = "PCBU";

/** ISO 15031-6 name of a two-byte code: C100 → U0100. */
export function dtcName(code: number): string {
  const system = SYSTEMS[(code >> 14) & 3] ?? "P";
  return `${system}${(code >> 12) & 3}${hex(code & 0xfff, 3)}`;
}

/** Name of a three-byte code with its failure type byte: C10011 → U0100-11. */
export function dtcNameWithFailureType(code: number): string {
  return `${dtcName(code >>> 8)}-${hex(code & 0xff, 2)}`;
}

/**
 * The three bytes of a DTC as people write it: P0123, U0100-11, U010011, C10011 or 0xC10011. A name without failure
 * type gets 00. A name has five or seven characters, plain digits six: no text means both.
 */
export function parseDtc(text: string): number | undefined {
  const trimmed = text.trim().toUpperCase();
  const named = /^([PCBU])([0-3])([0-9A-F]{3})(?:-?([0-9A-F]{2}))?$/.exec(trimmed);
  if (named) {
    const [, system = "P", digit = "0", rest = "", failureType = "00"] = named;
    const code = (SYSTEMS.indexOf(system) << 14) | (Number(digit) << 12) | Number.parseInt(rest, 16);
    return code * 256 + Number.parseInt(failureType, 16);
  }
  const digits = /^(?:0X)?([0-9A-F]{6})$/.exec(trimmed);
  return digits?.[1] === undefined ? undefined : Number.parseInt(digits[1], 16);
}

function hex(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, "0");
}
