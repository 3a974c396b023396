import type { BitField, ByteOrder } from "@canopy/can/bytes/bits";

/** The longest field that can be drawn; J1939 texts are longer. */
const MAX_BITS = 64;

/** The position of a bit in the order of a field's bits; the mapping is its own inverse. */
const turned = (bit: number, order: ByteOrder) => (order === "intel" ? bit : (bit & ~7) | (7 - (bit & 7)));

/** The field moved from one bit to another, within the message. */
export function movedField(field: BitField, from: number, to: number, bytes: number): BitField {
  const { byteOrder, length } = field;
  const wanted = turned(field.startBit, byteOrder) + turned(to, byteOrder) - turned(from, byteOrder);
  const start = Math.max(0, Math.min(bytes * 8 - length, wanted));
  return { byteOrder, length, startBit: turned(start, byteOrder) };
}

/** The field with its opposite end at this bit. */
export function resizedField(field: BitField, to: number): BitField {
  const { byteOrder, startBit } = field;
  const length = turned(to, byteOrder) - turned(startBit, byteOrder) + 1;
  return { byteOrder, startBit, length: Math.max(1, Math.min(MAX_BITS, length)) };
}

/** A new field over all bits between two bits. */
export function spannedField(a: number, b: number): BitField {
  return { byteOrder: "intel", startBit: Math.min(a, b), length: Math.min(MAX_BITS, Math.abs(a - b) + 1) };
}
