import { textOf } from "./text.ts";

/** Frames hold a channel in one byte. */
export const MAX_CHANNELS = 256;

/**
 * Numbers for named channels: `can1` is 1 by its trailing digits; a name without digits, or whose number another
 * name has, takes the first free one.
 */
export class ChannelNames {
  readonly names: (string | undefined)[] = [];
  private lastBytes: Uint8Array = new Uint8Array(0);
  private lastNumber = 0;

  /** -1 when there are more names than channels. */
  numberOf(bytes: Uint8Array, from: number, to: number): number {
    const last = this.lastBytes;
    if (last.length === to - from) {
      let i = last.length - 1;
      while (i >= 0 && bytes[from + i] === last[i]) i--;
      if (i < 0) return this.lastNumber;
    }
    const number = this.assign(textOf(bytes, from, to));
    if (number < 0) return -1;
    // Not slice: of a Node Buffer it would be a view of memory that the next chunk fills.
    this.lastBytes = new Uint8Array(bytes.subarray(from, to));
    this.lastNumber = number;
    return number;
  }

  private assign(name: string): number {
    const known = this.names.indexOf(name);
    if (known >= 0) return known;
    const digits = /\d{1,3}$/.exec(name);
    let number = digits ? Number(digits[0]) : 0;
    if (number >= MAX_CHANNELS || this.names[number] !== undefined) number = this.firstFree();
    if (number >= 0) this.names[number] = name;
    return number;
  }

  private firstFree(): number {
    for (let i = 0; i < MAX_CHANNELS; i++) if (this.names[i] === undefined) return i;
    return -1;
  }
}
