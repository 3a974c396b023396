const ZERO = 0x30;

/** A place in a line that is read in one pass. A field, not an argument: a result of two values would be allocated. */
export class TextCursor {
  protected at = 0;

  /** The decimal digits up to `to`; -1: there are none. */
  protected digits(bytes: Uint8Array, to: number): number {
    let value = 0;
    let i = this.at;
    for (; i < to; i++) {
      const digit = (bytes[i] as number) - ZERO;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
    }
    const isEmpty = i === this.at;
    this.at = i;
    return isEmpty ? -1 : value;
  }
}
