/** Reads big-endian fields. A read past the end gives zeros and is remembered: ask `problem` once, at the end. */
export class PayloadReader {
  private readonly bytes: Uint8Array;
  private at: number;
  private isShort = false;

  constructor(bytes: Uint8Array, from = 0) {
    this.bytes = bytes;
    this.at = from;
  }

  get left(): number {
    return Math.max(0, this.bytes.length - this.at);
  }

  u8(): number {
    return this.uint(1);
  }

  u16(): number {
    return this.uint(2);
  }

  u24(): number {
    return this.uint(3);
  }

  /** Exact up to six bytes; longer numbers lose their low bits, so callers check `Number.isSafeInteger`. */
  uint(size: number): number {
    let value = 0;
    for (const byte of this.take(size)) value = value * 256 + byte;
    return value;
  }

  take(size: number): Uint8Array {
    if (this.at + size > this.bytes.length) this.isShort = true;
    const part = this.bytes.slice(this.at, this.at + size);
    this.at += size;
    return part;
  }

  rest(): Uint8Array {
    return this.take(this.left);
  }

  /** Null when every read succeeded and nothing is left over. */
  problem(): "tooShort" | "tooLong" | null {
    if (this.isShort) return "tooShort";
    return this.left > 0 ? "tooLong" : null;
  }
}

/** Joins bytes and byte arrays. */
export function payload(...parts: readonly (number | Uint8Array)[]): Uint8Array {
  const size = parts.reduce<number>((sum, part) => sum + (typeof part === "number" ? 1 : part.length), 0);
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    if (typeof part === "number") bytes[at++] = part;
    else {
      bytes.set(part, at);
      at += part.length;
    }
  }
  return bytes;
}

/** A whole number as `size` big-endian bytes. */
export function uint(value: number, size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  for (let i = size - 1, rest = value; i >= 0; i--, rest = Math.floor(rest / 256)) bytes[i] = rest % 256;
  return bytes;
}
