import { CHECKSUMS, type ChecksumKind, checksumOf } from "../samples/checksums.ts";
import type { BitFlips } from "./bit-flips.ts";
import { type FrameColumns, someRows } from "./columns.ts";

/** `random`: no known kind fits, and all eight bits change by chance. */
export interface FoundChecksum {
  readonly byte: number;
  readonly kind: ChecksumKind | "random";
  /** Frames for which it is right, 0 … 1. */
  readonly share: number;
}

const FEWEST_FRAMES = 40;
const CHECKED_FRAMES = 300;
const COMPARED_FRAMES = 4000;
const RIGHT_SHARE = 0.97;
/** A checksum changes with nearly every frame whose counter or data change. */
const LEAST_CHANGE = 0.3;
const [LOW, HIGH] = [0.42, 0.58];
/** From here on a neighbour may be the upper part of the same number. */
const FAST_NEIGHBOUR = 0.2;

/** The byte of a message that guards the others, and bytes that look like one. */
export function findChecksums(
  columns: FrameColumns,
  flips: BitFlips,
  counterBits: ReadonlySet<number>,
): FoundChecksum[] {
  if (flips.frames < FEWEST_FRAMES) return [];
  const size = columns.planes.length;
  const changing = Array.from({ length: size }, (_, byte) => byte).filter((byte) => fastest(flips, byte) > 0);
  const known = knownChecksum(columns, flips, changing, counterBits);
  const random = changing.filter((byte) => byte !== known?.byte && isRandom(flips, byte, size, counterBits));
  return [...(known ? [known] : []), ...random.map((byte) => ({ byte, kind: "random" as const, share: 0 }))];
}

function knownChecksum(
  columns: FrameColumns,
  flips: BitFlips,
  changing: readonly number[],
  counterBits: ReadonlySet<number>,
): FoundChecksum | undefined {
  const rows = someRows(0, flips.frames, CHECKED_FRAMES);
  const payloads = Array.from(rows, (row) =>
    Uint8Array.from(columns.planes, (plane) => (typeof plane === "number" ? plane : (plane[row] as number))),
  );
  const found = changing.flatMap((byte) => {
    const others = changing.filter((one) => one !== byte);
    // The complement of one other byte is a second channel of the same value and no checksum.
    const guards = others.length > 1 || others.some((one) => hasCounter(one, counterBits));
    if (!guards || fastest(flips, byte) < LEAST_CHANGE) return [];
    return CHECKSUMS.flatMap((kind) => {
      const share = constantShare(kind, payloads, byte);
      return share >= RIGHT_SHARE ? [{ byte, kind, share }] : [];
    });
  });
  // Of an exclusive or each byte is that of all others: the checksum is the one that changes with any of them.
  const last = columns.planes.length - 1;
  const place = ({ byte }: FoundChecksum) => (byte === last ? 0 : byte === 0 ? 1 : 2);
  return found.toSorted(
    (a, b) =>
      Number(hasCounter(a.byte, counterBits)) - Number(hasCounter(b.byte, counterBits)) ||
      Math.round(10 * (changeShare(columns, b.byte) - changeShare(columns, a.byte))) ||
      place(a) - place(b),
  )[0];
}

/**
 * How often the computed and the found checksum differ by the same number: start value, data identifier and final
 * exclusive or of a variant change nothing but that.
 */
function constantShare(kind: ChecksumKind, payloads: readonly Uint8Array[], byte: number): number {
  const isSum = kind === "sum" || kind === "twosComplement";
  const counts = new Uint32Array(256);
  for (const bytes of payloads) {
    const [found, expected] = [bytes[byte] as number, checksumOf(kind, bytes, byte)];
    const difference = isSum ? (found - expected) & 0xff : found ^ expected;
    counts[difference] = (counts[difference] as number) + 1;
  }
  return Math.max(...counts) / payloads.length;
}

function isRandom({ rate }: BitFlips, byte: number, size: number, counterBits: ReadonlySet<number>): boolean {
  const isChance = rate.subarray(byte * 8, byte * 8 + 8).every((one) => one >= LOW && one <= HIGH);
  const isFast = (other: number) =>
    other >= 0 &&
    other < size &&
    !counterBits.has(other * 8) &&
    (rate[other * 8] as number) >= FAST_NEIGHBOUR &&
    (rate[other * 8 + 7] as number) < LOW;
  return isChance && !isFast(byte - 1) && !isFast(byte + 1);
}

const bitsOfByte = (byte: number) => Array.from({ length: 8 }, (_, bit) => byte * 8 + bit);
const hasCounter = (byte: number, counterBits: ReadonlySet<number>) =>
  bitsOfByte(byte).some((bit) => counterBits.has(bit));
const fastest = ({ rate }: BitFlips, byte: number) => Math.max(...rate.subarray(byte * 8, byte * 8 + 8));

/** Frames in which the byte is not that of the frame before, 0 … 1. */
function changeShare({ planes, timeUs }: FrameColumns, byte: number): number {
  const plane = planes[byte] ?? 0;
  if (typeof plane === "number") return 0;
  const frames = Math.min(timeUs.length, COMPARED_FRAMES);
  let changes = 0;
  for (let i = 1; i < frames; i++) if (plane[i] !== plane[i - 1]) changes += 1;
  return changes / Math.max(1, frames - 1);
}
