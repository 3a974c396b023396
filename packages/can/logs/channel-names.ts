import { textOf } from "./text.ts";

/** Frames hold a channel in one byte. */
const MAX_CHANNELS = 256;

/**
 * Numbers for named channels: `can1` is 1 by its trailing digits; a name without digits, or whose number another
 * name has, takes the first free one.
 */
export class ChannelNames {
  readonly names: (string | undefined)[] = [];
  /** The names met so far as bytes, and their numbers. */
  private readonly known: Uint8Array[] = [];
  private readonly numbers: number[] = [];

  /** -1 when there are more names than channels. */
  numberOf(bytes: Uint8Array, from: number, to: number): number {
    for (let k = 0; k < this.known.length; k++) {
      const name = this.known[k] as Uint8Array;
      let i = name.length - 1;
      if (i !== to - from - 1) continue;
      while (i >= 0 && bytes[from + i] === name[i]) i--;
      if (i < 0) return this.numbers[k] as number;
    }
    return this.assign(bytes.subarray(from, to));
  }

  private assign(name: Uint8Array): number {
    const text = textOf(name, 0, name.length);
    const digits = /\d{1,3}$/.exec(text);
    let number = digits ? Number(digits[0]) : 0;
    if (number >= MAX_CHANNELS || this.names[number] !== undefined) number = this.firstFree();
    if (number < 0) return -1;
    this.names[number] = text;
    // Not slice: of a Node Buffer it would be a view of memory that the next chunk fills.
    this.known.push(new Uint8Array(name));
    this.numbers.push(number);
    return number;
  }

  private firstFree(): number {
    for (let i = 0; i < MAX_CHANNELS; i++) if (this.names[i] === undefined) return i;
    return -1;
  }
}
