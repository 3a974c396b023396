import { physicalOf } from "@canopy/can/dbc/decode/read-raw";
import type { Raw, Signal } from "@canopy/can/dbc/model";
import { type DecimalScale, decimalScale, MAX_UNITS } from "./decimal-scale.ts";
import { jsonNumber } from "./json-number.ts";
import { GrowingBytes, type LineBuffer } from "./line-buffer.ts";

/** The longest number in JSON, as a string where it must be one: 64 bits with a factor and an offset of 53. */
const NUMBER_BYTES = 48;
/** A kept text lies in a line of the processor's cache: its raw value, its length, and 56 bytes, eight as a double. */
const SLOT_DOUBLES = 8;
const KEPT_BYTES = 8 * (SLOT_DOUBLES - 1);
/** Below it JavaScript writes an exponent. */
const SMALLEST_PLAIN = 1e-6;
const CLOSE = 0x7d;
const VALUE = new GrowingBytes(',"value":');

/** The text behind `"raw":` by the raw value, `812,"value":81.2}`; signals with one scale and one value table share it. */
export class ValueText {
  /** Bytes that it takes at most. */
  readonly maxBytes: number;
  private readonly factor: number;
  private readonly offset: number;
  private readonly isPlain: boolean;
  private readonly scale: DecimalScale | undefined;
  private readonly names: ReadonlyMap<Raw, GrowingBytes> | null;
  /** Texts of the values that came last, each in the slot that the lowest bits of its raw value name. */
  private readonly kept: Float64Array;
  private readonly heads: Int32Array;
  private readonly mask: number;

  constructor({ factor, offset, values }: Signal, slots: number) {
    this.factor = factor;
    this.offset = offset;
    this.isPlain = factor === 1 && offset === 0;
    this.scale = decimalScale(factor, offset);
    const name = (text: string): GrowingBytes => new GrowingBytes(`,"name":${JSON.stringify(text)}`);
    this.names = values.length === 0 ? null : new Map(values.map(({ raw, text }) => [raw, name(text)]));
    const longest = [...(this.names?.values() ?? [])].reduce((most, { length }) => Math.max(most, length), 0);
    this.maxBytes = VALUE.length + 2 * NUMBER_BYTES + longest + 1;
    this.kept = new Float64Array(slots * SLOT_DOUBLES);
    this.heads = new Int32Array(this.kept.buffer);
    this.mask = slots - 1;
  }

  /** A raw value that is a number. */
  put(out: LineBuffer, raw: number): void {
    const { kept, heads } = this;
    const tag = raw | 0;
    const slot = (tag & this.mask) * SLOT_DOUBLES;
    const length = heads[2 * slot + 1] as number;
    if (heads[2 * slot] !== tag || tag !== raw || length === 0) {
      this.putNew(out, raw, slot);
      return;
    }
    const { view } = out;
    let at = out.length;
    out.length = at + length;
    for (let i = slot + 1, last = i + ((length + 7) >> 3); i < last; i++, at += 8) {
      view.setFloat64(at, kept[i] as number, true);
    }
  }

  private putNew(out: LineBuffer, raw: number, slot: number): void {
    const from = out.length;
    this.format(out, raw);
    const size = out.length - from;
    if ((raw | 0) !== raw || size > KEPT_BYTES || this.kept.length === 0) return;
    const { kept, heads } = this;
    const { view } = out;
    heads[2 * slot] = raw;
    heads[2 * slot + 1] = size;
    const doubles = (size + 7) >> 3;
    for (let i = 0; i < doubles; i++) kept[slot + 1 + i] = view.getFloat64(from + 8 * i, true);
  }

  private format(out: LineBuffer, raw: number): void {
    const { scale } = this;
    if (!Number.isSafeInteger(raw)) {
      this.putExact(out, raw);
      return;
    }
    out.whole(raw);
    out.made(VALUE);
    if (this.isPlain) out.whole(raw);
    else if (scale !== undefined) this.scaled(out, raw, scale);
    else out.ascii(jsonNumber(raw * this.factor + this.offset));
    this.end(out, raw);
  }

  /**
   * The product of doubles is often not the decimal number that it stands for: 3 · 0.1 is 0.30000000000000004. Where it
   * is, the decimal number has at most 15 digits and so is the shortest that stands for the double.
   */
  private scaled(out: LineBuffer, raw: number, scale: DecimalScale): void {
    const value = raw * this.factor + this.offset;
    const units = raw * scale.factor + scale.offset;
    const isPlain = Math.abs(units) <= MAX_UNITS && (Math.abs(value) >= SMALLEST_PLAIN || value === 0);
    if (isPlain && units / scale.power === value) out.scaled(units, scale.decimals, scale.power);
    else out.ascii(jsonNumber(value));
  }

  /** Any raw value: a fraction, NaN, more than 53 bits. */
  putExact(out: LineBuffer, raw: Raw): void {
    out.ascii(jsonNumber(raw));
    out.made(VALUE);
    out.ascii(jsonNumber(physicalOf(raw, this.factor, this.offset)));
    this.end(out, raw);
  }

  private end(out: LineBuffer, raw: Raw): void {
    const name = this.names?.get(raw);
    if (name !== undefined) out.made(name);
    out.bytes[out.length++] = CLOSE;
  }
}

const MAX_SLOTS = 4096;
/** All kept texts together. */
const MAX_KEPT_BYTES = 24 * 1024 * 1024;

/** The texts of a DBC's signals, one for each scale and value table. */
export class ValueTexts {
  private readonly known = new Map<string, ValueText>();
  private bytesLeft = MAX_KEPT_BYTES;

  of(signal: Signal): ValueText {
    const slots = Math.min(2 ** Math.max(4, signal.length), MAX_SLOTS);
    const values = signal.values.map(({ raw, text }) => `${raw} ${text}`);
    const key = JSON.stringify([slots, signal.factor, signal.offset, values]);
    const known = this.known.get(key) ?? new ValueText(signal, this.slots(slots));
    this.known.set(key, known);
    return known;
  }

  private slots(wanted: number): number {
    const granted = 8 * SLOT_DOUBLES * wanted <= this.bytesLeft ? wanted : 0;
    this.bytesLeft -= 8 * SLOT_DOUBLES * granted;
    return granted;
  }
}
