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
const POINT = 0x2e;
const POWERS_OF_TEN = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000] as const;

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
  const isNegative = bytes[from] === 0x2d;
  const first = isNegative || bytes[from] === 0x2b ? from + 1 : from;
  let i = first;
  let value = 0;
  for (; i < to; i++) {
    const digit = (bytes[i] as number) - 0x30;
    if (digit < 0 || digit > 9) break;
    value = value * 10 + digit;
  }
  let digits = i - first;
  let fraction = 0;
  if (i < to && bytes[i] === POINT) {
    const point = i++;
    const end = Math.min(to, i + decimals);
    // A number of its own: so few digits stay an integer, which is far cheaper than a double.
    let part = 0;
    for (; i < end; i++) {
      const digit = (bytes[i] as number) - 0x30;
      if (digit < 0 || digit > 9) break;
      part = part * 10 + digit;
    }
    fraction = i - point - 1;
    digits += fraction;
    value = value * (POWERS_OF_TEN[fraction] as number) + part;
    if (i === end && i < to) {
      const digit = (bytes[i] as number) - 0x30;
      if (digit >= 5 && digit <= 9) value++;
      while (i < to && isDigit(bytes[i] as number)) i++;
      digits++;
    }
  }
  if (i < to) return parseWithExponent(bytes, from, to, decimals);
  if (digits === 0) return Number.NaN;
  value *= POWERS_OF_TEN[decimals - fraction] as number;
  return isNegative ? -value : value;
}

/**
 * `count` bytes in hex with blanks in front, from `at` on, into `data`; returns where they end, -1 when there are
 * fewer or one is no byte.
 */
export function readHexBytes(bytes: Uint8Array, at: number, to: number, count: number, data: Uint8Array): number {
  let i = at;
  for (let k = 0; k < count; k++) {
    // A blank and two digits are the rule; more blanks, one digit, or zeros in front, are read too.
    if (i + 3 <= to && bytes[i] === SPACE && (i + 3 === to || bytes[i + 3] === SPACE)) {
      const high = HEX_VALUE[bytes[i + 1] as number] as number;
      const low = HEX_VALUE[bytes[i + 2] as number] as number;
      if ((high | low) <= 15) {
        data[k] = (high << 4) | low;
        i += 3;
        continue;
      }
    }
    while (i < to && isBlank(bytes[i] as number)) i++;
    if (i >= to) return -1;
    let value = 0;
    do {
      const digit = HEX_VALUE[bytes[i++] as number] as number;
      value = (value << 4) | digit;
      if (digit > 15 || value > 255) return -1;
    } while (i < to && !isBlank(bytes[i] as number));
    data[k] = value;
  }
  return i;
}

const isBlank = (byte: number): boolean => byte === SPACE || byte === TAB;
const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;

function parseWithExponent(bytes: Uint8Array, from: number, to: number, decimals: number): number {
  const text = textOf(bytes, from, Math.min(to, from + 32));
  return /^[+-]?\d+(\.\d*)?e[+-]?\d+$/i.test(text) ? Math.round(Number(text) * 10 ** decimals) : Number.NaN;
}
