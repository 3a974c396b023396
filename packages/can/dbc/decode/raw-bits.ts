import type { Raw, Signal } from "../model.ts";

const scratch = new DataView(new ArrayBuffer(8));

type Coded = Pick<Signal, "valueType" | "length">;

/** The bits of a raw value as a number; those of a negative integer are the integer itself. */
export function bitsOf({ valueType }: Coded, raw: Raw): Raw {
  if (valueType === "integer") return raw;
  if (valueType === "float") {
    scratch.setFloat32(0, Number(raw));
    return scratch.getUint32(0);
  }
  scratch.setFloat64(0, Number(raw));
  return scratch.getBigUint64(0);
}

/** The bits as they stand in the payload (two's complement, IEEE 754), `0x` and hexadecimal digits. */
export function bitsText(signal: Coded, raw: Raw): string {
  const bits = bitsOf(signal, raw);
  const unsigned = bits < 0 ? BigInt.asUintN(signal.length, BigInt(bits)) : bits;
  return `0x${unsigned.toString(16).toUpperCase()}`;
}
