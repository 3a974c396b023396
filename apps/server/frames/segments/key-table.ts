import type { RunKey } from "./run.ts";

const FIRST_SLOTS = 4096;
const EMPTY = 0xffff_ffff;

/** Numbers for (channel, id, flags, size) in the order in which they first come: a bus has few, and they repeat. */
export class KeyTable {
  readonly keys: RunKey[] = [];
  #mask = FIRST_SLOTS - 1;
  #ids = new Uint32Array(FIRST_SLOTS);
  #others = new Uint32Array(FIRST_SLOTS);
  #numbers = new Uint32Array(FIRST_SLOTS).fill(EMPTY);

  numberOf(channel: number, id: number, flags: number, size: number): number {
    const other = (channel << 16) | (flags << 8) | size;
    let slot = (Math.imul(id + other, 0x9e3779b1) >>> 12) & this.#mask;
    for (;;) {
      const number = this.#numbers[slot] as number;
      if (number === EMPTY) return this.#add(slot, { channel, id, flags, size }, other);
      if (this.#ids[slot] === id && this.#others[slot] === other) return number;
      slot = (slot + 1) & this.#mask;
    }
  }

  #add(slot: number, key: RunKey, other: number): number {
    const number = this.keys.length;
    this.keys.push(key);
    this.#ids[slot] = key.id;
    this.#others[slot] = other;
    this.#numbers[slot] = number;
    if (2 * this.keys.length > this.#mask) this.#grow();
    return number;
  }

  #grow(): void {
    const slots = 4 * (this.#mask + 1);
    this.#mask = slots - 1;
    this.#ids = new Uint32Array(slots);
    this.#others = new Uint32Array(slots);
    this.#numbers = new Uint32Array(slots).fill(EMPTY);
    // In their order, so that each gets its number again.
    for (const { channel, id, flags, size } of this.keys.splice(0)) this.numberOf(channel, id, flags, size);
  }
}
