import { SPACE, TAB } from "./text.ts";

/** Enough for a CAN FD line with its 64 bytes and all trailing columns; further tokens are left out. */
const MAX_TOKENS = 160;

/** Words of a line by blank space: borders only, no strings. */
export class Tokens {
  count = 0;
  bytes: Uint8Array = new Uint8Array(0);
  readonly from = new Int32Array(MAX_TOKENS);
  readonly to = new Int32Array(MAX_TOKENS);

  /** At most the first `most`. */
  split(bytes: Uint8Array, from: number, to: number, most = MAX_TOKENS): number {
    this.bytes = bytes;
    let count = 0;
    let i = from;
    while (count < most) {
      while (i < to && (bytes[i] === SPACE || bytes[i] === TAB)) i++;
      if (i >= to) break;
      this.from[count] = i;
      while (i < to && bytes[i] !== SPACE && bytes[i] !== TAB) i++;
      this.to[count++] = i;
    }
    this.count = count;
    return count;
  }

  /** Words by one separator character, empty ones included. */
  splitBy(separator: number, bytes: Uint8Array, from: number, to: number): number {
    this.bytes = bytes;
    let count = 0;
    let start = from;
    for (let i = from; i <= to && count < MAX_TOKENS; i++) {
      if (i < to && bytes[i] !== separator) continue;
      this.from[count] = start;
      this.to[count++] = i;
      start = i + 1;
    }
    this.count = count;
    return count;
  }

  length(i: number): number {
    return i < this.count ? (this.to[i] as number) - (this.from[i] as number) : 0;
  }

  /** First character of a word; 0 where there is none. */
  first(i: number): number {
    return this.length(i) > 0 ? (this.bytes[this.from[i] as number] as number) : 0;
  }

  is(i: number, word: string): boolean {
    if (this.length(i) !== word.length) return false;
    const from = this.from[i] as number;
    for (let k = 0; k < word.length; k++) if (this.bytes[from + k] !== word.charCodeAt(k)) return false;
    return true;
  }

  text(i: number): string {
    let text = "";
    if (i < this.count) {
      for (let k = this.from[i] as number; k < (this.to[i] as number); k++) {
        text += String.fromCharCode(this.bytes[k] as number);
      }
    }
    return text;
  }
}
