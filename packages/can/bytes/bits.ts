/** DBC `@1`: the start bit is the least significant. DBC `@0`: the start bit is the most significant. */
export type ByteOrder = "intel" | "motorola";

/** Where a signal's bits lie, as the DBC says it. */
export interface BitField {
  readonly startBit: number;
  readonly length: number;
  readonly byteOrder: ByteOrder;
}

/**
 * The same place in bytes: bytes `first … first + count - 1`, read in the signal's order as one number,
 * shifted right by `shift`, hold the value in their lowest `length` bits.
 */
export interface ByteSpan {
  readonly first: number;
  readonly count: number;
  readonly shift: number;
}

export function byteSpan(field: BitField): ByteSpan {
  const inByte = field.byteOrder === "intel" ? field.startBit & 7 : 7 - (field.startBit & 7);
  const count = (inByte + field.length + 7) >> 3;
  const shift = field.byteOrder === "intel" ? inByte : count * 8 - inByte - field.length;
  return { first: field.startBit >> 3, count, shift };
}

/** The payload length from which the whole field is inside. */
export function bytesNeeded(field: BitField): number {
  const span = byteSpan(field);
  return span.first + span.count;
}

/** The field as an unsigned integer of any length; the caller has checked that it lies inside. */
export function extractBits(bytes: Uint8Array, field: BitField): bigint {
  const { first, count, shift } = byteSpan(field);
  let value = 0n;
  for (let k = 0; k < count; k++) {
    const at = field.byteOrder === "intel" ? first + count - 1 - k : first + k;
    value = (value << 8n) | BigInt(bytes[at] ?? 0);
  }
  return BigInt.asUintN(field.length, value >> BigInt(shift));
}

/** Writes the lowest `length` bits of `raw` into the field and leaves every other bit as it is. */
export function insertBits(bytes: Uint8Array, field: BitField, raw: bigint | number): void {
  if (typeof raw === "number" && field.length <= 32) insertNumber(bytes, field, raw);
  else insertBigInt(bytes, field, BigInt(raw));
}

function insertNumber(bytes: Uint8Array, field: BitField, raw: number): void {
  const { first, count, shift } = byteSpan(field);
  let left = field.length;
  let value = raw;
  for (let k = 0; k < count; k++) {
    const at = field.byteOrder === "intel" ? first + k : first + count - 1 - k;
    const from = k === 0 ? shift : 0;
    const bits = Math.min(8 - from, left);
    const mask = ((1 << bits) - 1) << from;
    bytes[at] = ((bytes[at] ?? 0) & ~mask) | ((value << from) & mask);
    value >>= bits;
    left -= bits;
  }
}

function insertBigInt(bytes: Uint8Array, field: BitField, raw: bigint): void {
  const { first, count, shift } = byteSpan(field);
  let value = BigInt.asUintN(field.length, raw) << BigInt(shift);
  let mask = ((1n << BigInt(field.length)) - 1n) << BigInt(shift);
  for (let k = 0; k < count; k++) {
    const at = field.byteOrder === "intel" ? first + k : first + count - 1 - k;
    const keep = ~Number(mask & 0xffn);
    bytes[at] = ((bytes[at] ?? 0) & keep) | Number(value & 0xffn);
    value >>= 8n;
    mask >>= 8n;
  }
}
