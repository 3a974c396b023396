import type { BitField, ByteOrder } from "@canopy/can/bytes/bits";

/** Longer ones exist in J1939 texts; nobody draws them. */
const MAX_BITS = 64;

/** The bits in the order in which a field runs through them; going there and back is the same sum. */
const turned = (bit: number, order: ByteOrder) => (order === "intel" ? bit : (bit & ~7) | (7 - (bit & 7)));

/** The field carried from one bit to another, as far as the message goes. */
export function movedField(field: BitField, from: number, to: number, bytes: number): BitField {
  const { byteOrder, length } = field;
  const wanted = turned(field.startBit, byteOrder) + turned(to, byteOrder) - turned(from, byteOrder);
  const start = Math.max(0, Math.min(bytes * 8 - length, wanted));
  return { byteOrder, length, startBit: turned(start, byteOrder) };
}

/** The field with its far end at this bit. */
export function resizedField(field: BitField, to: number): BitField {
  const { byteOrder, startBit } = field;
  const length = turned(to, byteOrder) - turned(startBit, byteOrder) + 1;
  return { byteOrder, startBit, length: Math.max(1, Math.min(MAX_BITS, length)) };
}

/** A new field over all bits between two. */
export function spannedField(a: number, b: number): BitField {
  return { byteOrder: "intel", startBit: Math.min(a, b), length: Math.min(MAX_BITS, Math.abs(a - b) + 1) };
}
