import { HEX_DIGIT } from "./text.ts";

const POWERS_OF_TEN = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000] as const;
/** No line of any format is longer: room is made once per line, not once per character. */
const MAX_LINE_BYTES = 1024;
const SECOND_US = 1_000_000;

/** Characters as words of four, the first in the lowest byte: one store instead of four. */
function word(text: string): number {
  let value = 0;
  for (let i = Math.min(text.length, 4) - 1; i >= 0; i--) value = (value << 8) | (text.charCodeAt(i) & 255);
  return value >>> 0;
}

/** Text that is written often, made once. */
export class MadeText {
  readonly length: number;
  readonly words: Uint32Array;

  constructor(text: string) {
    this.length = text.length;
    this.words = Uint32Array.from({ length: Math.ceil(text.length / 4) }, (_, i) => word(text.slice(4 * i)));
  }
}

const hexOf = (value: number): string => value.toString(16).toUpperCase().padStart(2, "0");
/** Each byte value in hex, and with a separator in front; each number below a thousand in three digits. */
const HEX_PAIRS = Uint32Array.from({ length: 256 }, (_, value) => word(hexOf(value)));
const HEX_SHIFTED = Uint32Array.from({ length: 256 }, (_, value) => word(`\0${hexOf(value)}`));
const TRIPLES = Uint32Array.from({ length: 1000 }, (_, value) => word(String(value).padStart(3, "0")));

/** ASCII text built in bytes: no string per field, no encoder. */
export class TextBuffer {
  length = 0;
  private bytes = new Uint8Array(64 * 1024);
  private view = new DataView(this.bytes.buffer);
  /** The second of the time written last, with its digits and the point: frames come many to the second. */
  private secondUs = Number.NaN;
  private second = new MadeText("");

  /** Makes room for one line. */
  beginLine(): void {
    if (this.length + MAX_LINE_BYTES <= this.bytes.length) return;
    const larger = new Uint8Array(this.bytes.length * 2);
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
    this.view = new DataView(larger.buffer);
  }

  /** The text so far, as bytes that are good until the next text. */
  take(): Uint8Array {
    const taken = this.bytes.subarray(0, this.length);
    this.length = 0;
    return taken;
  }

  byte(code: number): void {
    this.bytes[this.length++] = code;
  }

  text(text: string): void {
    for (let i = 0; i < text.length; i++) this.bytes[this.length++] = text.charCodeAt(i);
  }

  made({ words, length }: MadeText): void {
    const { view } = this;
    const at = this.length;
    for (let i = 0; i < words.length; i++) view.setUint32(at + 4 * i, words[i] as number, true);
    this.length = at + length;
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

  /** A time since 1970 in seconds: 1700000000.250000. */
  seconds(timeUs: number): void {
    if (!(timeUs >= this.secondUs && timeUs < this.secondUs + SECOND_US)) {
      const second = Math.floor(timeUs / SECOND_US);
      this.secondUs = second * SECOND_US;
      this.second = new MadeText(`${second}.`);
    }
    this.made(this.second);
    this.sixDigits((timeUs - this.secondUs) | 0);
  }

  /** `units` of 10^-`decimals` as a decimal fraction: 1250000 with 6 is 1.250000. */
  scaled(units: number, decimals: 3 | 6, width = 1): void {
    const power = POWERS_OF_TEN[decimals] as number;
    const whole = Math.floor(Math.abs(units) / power);
    // The sign stands right before the digits: with blanks between them they are two words.
    if (units < 0) this.byte(0x2d);
    this.decimal(whole, units < 0 ? 1 : width, 0x20);
    this.byte(0x2e);
    const rest = (Math.abs(units) - whole * power) | 0;
    if (decimals === 6) this.sixDigits(rest);
    else this.threeDigits(rest);
  }

  hex(value: number, digits: number): void {
    const { view } = this;
    let at = this.length;
    let shift = 4 * digits;
    if (digits & 1) {
      shift -= 4;
      view.setUint8(at++, HEX_DIGIT[(value >>> shift) & 15] as number);
    }
    for (shift -= 8; shift >= 0; shift -= 8, at += 2) {
      view.setUint16(at, HEX_PAIRS[(value >>> shift) & 255] as number, true);
    }
    this.length = at;
  }

  /** Bytes in hex; `separator` 0 for none, else before each byte. */
  hexBytes(data: Uint8Array, from: number, count: number, separator: number): void {
    const { view } = this;
    let at = this.length;
    if (separator === 0) {
      for (let i = from; i < from + count; i++, at += 2)
        view.setUint16(at, HEX_PAIRS[data[i] as number] as number, true);
    } else {
      // The word's fourth character is written over by what follows.
      for (let i = from; i < from + count; i++, at += 3) {
        view.setUint32(at, separator | (HEX_SHIFTED[data[i] as number] as number), true);
      }
    }
    this.length = at;
  }

  private sixDigits(value: number): void {
    const thousands = (value / 1000) | 0;
    this.threeDigits(thousands);
    this.threeDigits(value - 1000 * thousands);
  }

  private threeDigits(value: number): void {
    this.view.setUint32(this.length, TRIPLES[value] as number, true);
    this.length += 3;
  }
}
