import { formatHex } from "../../bytes/hex.ts";
import type { DefinedValue } from "./model.ts";

/** Numbers beyond this lose bits in a double. */
const MAX_NUMBER_BITS = 53;

/** A number, or a text: the name of a state, characters, or bytes in hexadecimal. Undefined: the data ends before it. */
export function readDefinedValue(data: Uint8Array, value: DefinedValue): number | string | undefined {
  const { byte, shift, bits, type } = value;
  const size = bits === null ? data.length - byte : Math.ceil((shift + bits) / 8);
  const bytes = data.subarray(byte, byte + size);
  if (size < 1 || bytes.length < size) return undefined;
  if (type === "text") return textOf(bytes);
  if (type === "bytes" || bits === null) return formatHex(bytes);
  if (type === "float") return floatOf(bytes, value);
  if (bits > MAX_NUMBER_BITS) return formatHex(bytes);
  const raw = rawOf(bytes, value, bits);
  const state = value.states.find(([of]) => of === raw);
  return state ? state[1] : raw * value.factor + value.offset;
}

function rawOf(bytes: Uint8Array, { shift, isLittleEndian, type }: DefinedValue, bits: number): number {
  const ordered = isLittleEndian ? bytes.toReversed() : bytes;
  const whole = ordered.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  const raw = Number(BigInt.asUintN(bits, whole >> BigInt(shift)));
  return type === "signed" && raw >= 2 ** (bits - 1) ? raw - 2 ** bits : raw;
}

function floatOf(bytes: Uint8Array, { isLittleEndian, factor, offset }: DefinedValue): number | string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length === 4) return view.getFloat32(0, isLittleEndian) * factor + offset;
  return bytes.length === 8 ? view.getFloat64(0, isLittleEndian) * factor + offset : formatHex(bytes);
}

/** Printable ASCII; padding at the end goes. */
function textOf(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : "\0")).join("");
  return text.replace(/\0+$/, "").replaceAll("\0", ".").trim();
}
