/** Value of a hex digit by character code; 255 for every other character. */
export const HEX_VALUE: Uint8Array = new Uint8Array(256).fill(255);
for (let i = 0; i < 10; i++) HEX_VALUE[0x30 + i] = i;
for (let i = 0; i < 6; i++) {
  HEX_VALUE[0x41 + i] = 10 + i;
  HEX_VALUE[0x61 + i] = 10 + i;
}

/** Character codes of the upper-case hex digits. */
export const HEX_DIGIT: Uint8Array = new Uint8Array(16).map((_, i) => (i < 10 ? 0x30 + i : 0x37 + i));

export const SPACE = 0x20;
export const TAB = 0x09;

/** Characters of a line as text; logs are ASCII where it matters, other bytes only need to survive. */
export function textOf(bytes: Uint8Array, from: number, to: number): string {
  let text = "";
  for (let i = from; i < to; i++) text += String.fromCharCode(bytes[i] as number);
  return text;
}

/** Unsigned number in the given base; -1 when empty, not a number, or beyond 32 bits. */
export function parseUnsigned(bytes: Uint8Array, from: number, to: number, base: number): number {
  if (from >= to || to - from > 10) return -1;
  let value = 0;
  for (let i = from; i < to; i++) {
    const digit = HEX_VALUE[bytes[i] as number] as number;
    if (digit >= base) return -1;
    value = value * base + digit;
  }
  return value <= 0xffffffff ? value : -1;
}

/**
 * A decimal number as an integer of 10^-`decimals`: "1.25" with 6 is 1250000. Further digits round. NaN when it is
 * not a plain number (an exponent goes through Number).
 */
export function parseScaled(bytes: Uint8Array, from: number, to: number, decimals: number): number {
  let i = from;
  const isNegative = bytes[i] === 0x2d;
  if (isNegative || bytes[i] === 0x2b) i++;
  const first = i;
  let value = 0;
  let point = -1;
  for (; i < to; i++) {
    const digit = (bytes[i] as number) - 0x30;
    if (digit >= 0 && digit <= 9) {
      if (point < 0 || i - point <= decimals) value = value * 10 + digit;
      else if (i - point === decimals + 1 && digit >= 5) value++;
    } else if (digit === -2 && point < 0) point = i;
    else return parseWithExponent(bytes, from, to, decimals);
  }
  const fraction = point < 0 ? 0 : Math.min(to - point - 1, decimals);
  if (to - first <= (point < 0 ? 0 : 1)) return Number.NaN;
  for (let k = fraction; k < decimals; k++) value *= 10;
  return isNegative ? -value : value;
}

function parseWithExponent(bytes: Uint8Array, from: number, to: number, decimals: number): number {
  const text = textOf(bytes, from, Math.min(to, from + 32));
  return /^[+-]?\d+(\.\d*)?e[+-]?\d+$/i.test(text) ? Math.round(Number(text) * 10 ** decimals) : Number.NaN;
}
