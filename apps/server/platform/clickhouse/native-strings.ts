const FIRST_BYTES = 4_096;
/** Longer ones have a length of more than one byte; nobody needs them here. */
const LONGEST = 127;

/** A column of short strings in the form in which the Native format has them, so that no string is an object. */
export class NativeStrings {
  length = 0;
  #bytes = new Uint8Array(FIRST_BYTES);
  #used = 0;

  /** Good until the next `append`. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#used);
  }

  clear(): void {
    this.length = 0;
    this.#used = 0;
  }

  append(source: Uint8Array, from: number, to: number): void {
    const size = to - from;
    if (size > LONGEST) throw new RangeError(`a string of ${size} bytes`);
    if (this.#used + 1 + size > this.#bytes.length) this.#grow();
    const bytes = this.#bytes;
    let at = this.#used;
    bytes[at++] = size;
    for (let i = from; i < to; i += 1) bytes[at++] = source[i] as number;
    this.#used = at;
    this.length += 1;
  }

  #grow(): void {
    const larger = new Uint8Array(2 * this.#bytes.length);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}
