const FIRST_BYTES = 1 << 20;
/** Characters as words of four, the first in the lowest byte: one store instead of four. */
const PADDED = Uint32Array.from({ length: 1000 }, (_, value) => wordOf(String(value).padStart(3, "0")));
const PLAIN = Uint32Array.from({ length: 1000 }, (_, value) => wordOf(String(value)));
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const MAX_INT = 0x7fffffff;

function wordOf(text: string): number {
  return [...text].reduceRight((word, character) => (word << 8) | character.charCodeAt(0), 0);
}

/**
 * Text that is written often, made once: eight bytes as a double, which is one store. No text is a NaN, whose bytes a
 * machine may change: of UTF-8 no byte is FF, and none from F0 on stands before a 7F.
 */
export class GrowingBytes {
  readonly length: number;
  readonly doubles: Float64Array;

  constructor(text: string) {
    const bytes = new TextEncoder().encode(text);
    this.length = bytes.length;
    const padded = new Uint8Array((bytes.length + 7) & ~7);
    padded.set(bytes);
    const view = new DataView(padded.buffer);
    this.doubles = Float64Array.from({ length: padded.length / 8 }, (_, i) => view.getFloat64(8 * i, true));
  }
}

/** Lines as bytes: no string per field, no encoder. Room is made once per line. */
export class LineBuffer {
  length = 0;
  bytes = new Uint8Array(FIRST_BYTES);
  view = new DataView(this.bytes.buffer);

  /** Reserves `more` bytes, and the few that a word writes behind its text. */
  ensure(more: number): void {
    const needed = this.length + more + 16;
    if (needed <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(needed, 2 * this.bytes.length));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
    this.view = new DataView(larger.buffer);
  }

  /** Goes on in other memory, from its beginning. */
  take(bytes: Uint8Array<ArrayBuffer>): void {
    this.length = 0;
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer);
  }

  made({ doubles, length }: GrowingBytes): void {
    const { view } = this;
    let at = this.length;
    this.length = at + length;
    for (let i = 0; i < doubles.length; i++, at += 8) view.setFloat64(at, doubles[i] as number, true);
  }

  /** Text of the ASCII characters. */
  ascii(text: string): void {
    for (let i = 0; i < text.length; i++) this.bytes[this.length++] = text.charCodeAt(i);
  }

  utf8(text: string): void {
    this.ensure(3 * text.length);
    this.length += new TextEncoder().encodeInto(text, this.bytes.subarray(this.length)).written;
  }

  /** A whole number up to 2^53. */
  whole(value: number): void {
    if (value >= 0 && value <= MAX_INT) this.groups(value | 0);
    else if (value >= -MAX_INT && value < 0) {
      this.bytes[this.length++] = MINUS;
      this.groups(-value | 0);
    } else this.ascii(String(value));
  }

  /** Digits in groups of three, without zeros in front. */
  private groups(value: number): void {
    if (value < 1000) {
      this.view.setUint32(this.length, PLAIN[value] as number, true);
      this.length += value < 10 ? 1 : value < 100 ? 2 : 3;
      return;
    }
    const rest = (value / 1000) | 0;
    this.groups(rest);
    this.three(value - 1000 * rest);
  }

  three(value: number): void {
    this.view.setUint32(this.length, PADDED[value] as number, true);
    this.length += 3;
  }

  /** `units` of 10^-`decimals` as JavaScript writes the number: 1250 with 3 is 1.25, 1000 is 1. At most 9 decimals. */
  scaled(units: number, decimals: number, power: number): void {
    const size = Math.abs(units);
    if (units < 0) this.bytes[this.length++] = MINUS;
    const whole = Math.floor(size / power);
    this.whole(whole);
    const fraction = (size - whole * power) | 0;
    if (fraction !== 0) this.fraction(fraction, decimals);
  }

  private fraction(fraction: number, decimals: number): void {
    this.bytes[this.length++] = POINT;
    const from = this.length;
    // Nine digits of which the last ones are zero; digits beyond the fraction are cut off.
    const nine = fraction * (NINE_DIGITS[decimals] as number);
    const high = (nine / 1_000_000) | 0;
    const rest = nine - high * 1_000_000;
    const middle = (rest / 1000) | 0;
    this.three(high);
    this.three(middle);
    this.three(rest - middle * 1000);
    let end = from + 9;
    while (this.bytes[end - 1] === ZERO) end--;
    this.length = end;
  }
}

/** Factors that scale a fraction of n digits to nine digits. */
const NINE_DIGITS = Float64Array.from({ length: 10 }, (_, decimals) => 10 ** (9 - decimals));
