import { dtcNameWithFailureType, parseDtc } from "../uds/dtc.ts";

/** Codes of J1939 lie above the three bytes of a UDS or OBD-II code: SPN (19 bits), then FMI (5 bits). */
const J1939_BASE = 0x1000000;
const MAX_SPN = 0x7ffff;
/** SAE J1939-73: "condition exists". In a file of names: every FMI of the SPN. */
export const ANY_FMI = 31;

export function j1939FaultCode(spn: number, fmi: number): number {
  return J1939_BASE + (spn & MAX_SPN) * 32 + (fmi & 31);
}

/** Undefined: a code of UDS or OBD-II. */
export function spnOfFault(code: number): { spn: number; fmi: number } | undefined {
  if (code < J1939_BASE) return undefined;
  const own = code - J1939_BASE;
  return { spn: own >>> 5, fmi: own & 31 };
}

/** `SPN 110 FMI 0`, `P0123-11`. */
export function faultCodeName(code: number): string {
  const own = spnOfFault(code);
  return own ? `SPN ${own.spn} FMI ${own.fmi}` : dtcNameWithFailureType(code);
}

/** As people write it: P0123, U0100-11, C10011, `SPN 110 FMI 0`, `SPN110/0`, `SPN 110` (every FMI). */
export function parseFaultCode(text: string): number | undefined {
  const own = /^SPN\s*(\d{1,6})(?:(?:\s*FMI\s*|[\s/-]+)(\d{1,2}))?$/i.exec(text.trim());
  if (!own) return parseDtc(text);
  const [spn, fmi] = [Number(own[1]), Number(own[2] ?? ANY_FMI)];
  return spn <= MAX_SPN && fmi <= 31 ? j1939FaultCode(spn, fmi) : undefined;
}

/** The code that stands in for another one: without failure type, or with every FMI. */
export function faultFamily(code: number): number {
  return code < J1939_BASE ? code - (code & 255) : (code | 31) >>> 0;
}
