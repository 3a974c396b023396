/** Zigzag varints of whole numbers up to 2^52 in size: seven bits a byte, least significant first. */

const MAX_ZIGZAG = 2 ** 53 - 1;
export const MAX_VARINT_BYTES = 8;

/** Writes `value` at `at`; returns the position behind it. */
export function writeZigzag(bytes: Uint8Array, at: number, value: number): number {
  let rest = value < 0 ? -2 * value - 1 : 2 * value;
  let next = at;
  while (rest >= 0x80) {
    bytes[next++] = (rest % 0x80) | 0x80;
    rest = Math.floor(rest / 0x80);
  }
  bytes[next++] = rest;
  return next;
}

/** A position that reads one varint after another; `broken` once the bytes end or a number is too large. */
export class VarintReader {
  at: number;
  broken = false;
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  zigzag(): number {
    const { bytes, at } = this;
    const first = bytes[at] as number;
    if (first < 0x80) {
      this.at = at + 1;
      return (first >> 1) ^ -(first & 1);
    }
    // Times of frames are mostly two bytes apart; a byte behind the end is none of these.
    const second = bytes[at + 1] as number;
    if (second < 0x80) {
      this.at = at + 2;
      const value = (first & 0x7f) | (second << 7);
      return (value >> 1) ^ -(value & 1);
    }
    return this.longZigzag();
  }

  private longZigzag(): number {
    let value = 0;
    let scale = 1;
    for (let k = 0; k < MAX_VARINT_BYTES; k++) {
      const byte = this.bytes[this.at++];
      if (byte === undefined) break;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80 && value <= MAX_ZIGZAG) return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
      scale *= 0x80;
    }
    this.broken = true;
    return 0;
  }
}
