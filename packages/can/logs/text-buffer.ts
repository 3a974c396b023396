import { HEX_DIGIT } from "./text.ts";

const POWERS_OF_TEN = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000] as const;
/** No line of any format is longer: room is made once per line, not once per character. */
const MAX_LINE_BYTES = 1024;

/** ASCII text built in bytes: no string per field, no encoder. */
export class TextBuffer {
  length = 0;
  private bytes = new Uint8Array(64 * 1024);

  /** Makes room for one line. */
  beginLine(): void {
    if (this.length + MAX_LINE_BYTES <= this.bytes.length) return;
    const larger = new Uint8Array(this.bytes.length * 2);
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
  }

  /** The text so far, as bytes that are the receiver's to keep. */
  take(): Uint8Array {
    const taken = this.bytes.slice(0, this.length);
    this.length = 0;
    return taken;
  }

  byte(code: number): void {
    this.bytes[this.length++] = code;
  }

  text(text: string): void {
    for (let i = 0; i < text.length; i++) this.bytes[this.length++] = text.charCodeAt(i);
  }

  /** Decimal, at least `width` characters, filled on the left with `fill`. */
  decimal(value: number, width = 1, fill = 0x30): void {
    let digits = 1;
    for (let limit = 10; value >= limit; limit *= 10) digits++;
    for (let i = digits; i < width; i++) this.bytes[this.length++] = fill;
    let end = this.length + digits;
    this.length = end;
    let rest = value;
    // Integer division is far cheaper than a division of doubles: leave the doubles as soon as the rest fits.
    while (rest > 0x7fffffff) {
      const next = Math.floor(rest / 10);
      this.bytes[--end] = 0x30 + (rest - next * 10);
      rest = next;
    }
    let small = rest | 0;
    do {
      const next = (small / 10) | 0;
      this.bytes[--end] = 0x30 + (small - next * 10);
      small = next;
    } while (small > 0);
    while (end > this.length - digits) this.bytes[--end] = 0x30;
  }

  /** `units` of 10^-`decimals` as a decimal fraction: 1250000 with 6 is 1.250000. */
  scaled(units: number, decimals: 3 | 6, width = 1): void {
    const power = POWERS_OF_TEN[decimals] as number;
    const whole = Math.floor(Math.abs(units) / power);
    if (units < 0) this.byte(0x2d);
    this.decimal(whole, width, 0x20);
    this.byte(0x2e);
    this.decimal(Math.abs(units) - whole * power, decimals);
  }

  hex(value: number, digits: number): void {
    for (let shift = (digits - 1) * 4; shift >= 0; shift -= 4) {
      this.bytes[this.length++] = HEX_DIGIT[(value >>> shift) & 15] as number;
    }
  }

  /** Bytes in hex; `separator` 0 for none, else before each byte. */
  hexBytes(data: Uint8Array, from: number, count: number, separator: number): void {
    const bytes = this.bytes;
    let at = this.length;
    for (let i = from; i < from + count; i++) {
      const value = data[i] as number;
      if (separator !== 0) bytes[at++] = separator;
      bytes[at++] = HEX_DIGIT[value >> 4] as number;
      bytes[at++] = HEX_DIGIT[value & 15] as number;
    }
    this.length = at;
  }
}
