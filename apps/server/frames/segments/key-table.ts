import { randomInt } from "node:crypto";
import type { RunKey } from "./run.ts";

const FIRST_BITS = 12;
const FIRST_SLOTS = 2 ** FIRST_BITS;
const EMPTY = 0xffff_ffff;

/** Of this process alone: nobody can send keys that all fall into one slot. */
const FACTORS = { id: 2 * randomInt(2 ** 31) + 1, other: 2 * randomInt(2 ** 31) + 1 } as const;

/** Numbers for (channel, id, flags, size) in the order in which they first come: a bus has few, and they repeat. */
export class KeyTable {
  readonly keys: RunKey[] = [];
  #bits = FIRST_BITS;
  #ids = new Uint32Array(FIRST_SLOTS);
  #others = new Uint32Array(FIRST_SLOTS);
  #numbers = new Uint32Array(FIRST_SLOTS).fill(EMPTY);

  numberOf(channel: number, id: number, flags: number, size: number): number {
    const other = (channel << 16) | (flags << 8) | size;
    const mask = 2 ** this.#bits - 1;
    // The upper bits of the sum depend on every bit of both.
    let slot = (Math.imul(id, FACTORS.id) + Math.imul(other, FACTORS.other)) >>> (32 - this.#bits);
    for (;;) {
      const number = this.#numbers[slot] as number;
      if (number === EMPTY) return this.#add(slot, { channel, id, flags, size }, other);
      if (this.#ids[slot] === id && this.#others[slot] === other) return number;
      slot = (slot + 1) & mask;
    }
  }

  #add(slot: number, key: RunKey, other: number): number {
    const number = this.keys.length;
    this.keys.push(key);
    this.#ids[slot] = key.id;
    this.#others[slot] = other;
    this.#numbers[slot] = number;
    if (2 * this.keys.length >= 2 ** this.#bits) this.#grow();
    return number;
  }

  #grow(): void {
    this.#bits += 2;
    const slots = 2 ** this.#bits;
    this.#ids = new Uint32Array(slots);
    this.#others = new Uint32Array(slots);
    this.#numbers = new Uint32Array(slots).fill(EMPTY);
    // In their order, so that each gets its number again.
    for (const { channel, id, flags, size } of this.keys.splice(0)) this.numberOf(channel, id, flags, size);
  }
}
