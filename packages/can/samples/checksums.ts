import { CRC8_H2F, CRC8_J1850, crc8 } from "../bytes/crc8.ts";
import { MAX_LISTED_FAULTS } from "./counters.ts";

/** CRC-8 SAE J1850 and CRC-8 0x2F as AUTOSAR's E2E profiles 1 and 2 use them, without a data ID. */
export const CHECKSUMS = ["xor", "sum", "twosComplement", "crc8J1850", "crc8H2f"] as const;
export type ChecksumKind = (typeof CHECKSUMS)[number];

export interface ChecksumFault {
  readonly timeUs: number;
  readonly expected: number;
  readonly found: number;
}

export interface ChecksumCheck {
  readonly checked: number;
  /** Frames too short to hold the checksum's byte. */
  readonly tooShort: number;
  readonly wrong: number;
  readonly faults: readonly ChecksumFault[];
}

/** Over all bytes of a frame but the one that holds the checksum. */
export function checksumOf(kind: ChecksumKind, bytes: Uint8Array, checksumByte: number): number {
  if (kind === "crc8J1850") return crc8(CRC8_J1850, bytes, checksumByte);
  if (kind === "crc8H2f") return crc8(CRC8_H2F, bytes, checksumByte);
  let [xor, sum] = [0, 0];
  for (const [i, byte] of bytes.entries()) {
    if (i === checksumByte) continue;
    xor ^= byte;
    sum = (sum + byte) & 0xff;
  }
  return kind === "xor" ? xor : kind === "sum" ? sum : -sum & 0xff;
}

export function checkChecksums(
  timeUs: Float64Array,
  payloads: readonly Uint8Array[],
  kind: ChecksumKind,
  checksumByte: number,
): ChecksumCheck {
  const faults: ChecksumFault[] = [];
  let [checked, tooShort, wrong] = [0, 0, 0];
  for (const [i, bytes] of payloads.entries()) {
    const found = bytes[checksumByte];
    if (found === undefined) {
      tooShort += 1;
      continue;
    }
    checked += 1;
    const expected = checksumOf(kind, bytes, checksumByte);
    if (expected === found) continue;
    wrong += 1;
    if (faults.length < MAX_LISTED_FAULTS) faults.push({ timeUs: timeUs[i] as number, expected, found });
  }
  return { checked, tooShort, wrong, faults };
}

/** The kind under which most frames are right, with its share; undefined where none is right for half of them. */
export function likelyChecksum(payloads: readonly Uint8Array[], checksumByte: number): ChecksumKind | undefined {
  const times = new Float64Array(payloads.length);
  const right = (kind: ChecksumKind) => {
    const { checked, wrong } = checkChecksums(times, payloads, kind, checksumByte);
    return checked === 0 ? 0 : (checked - wrong) / checked;
  };
  const best = CHECKSUMS.toSorted((a, b) => right(b) - right(a))[0] as ChecksumKind;
  return right(best) > 0.5 ? best : undefined;
}
