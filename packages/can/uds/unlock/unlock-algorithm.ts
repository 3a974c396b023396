/**
 * How the key of a seed is made, as data: a list of operations on the bytes of the seed, one list per security level.
 * Nothing of it is program text, so it cannot do anything but compute.
 */
export interface UnlockAlgorithm {
  levels: Readonly<Record<string, readonly UnlockOperation[]>>;
}

export type UnlockOperation =
  /** With each byte, the constant repeated as often as needed. */
  | { op: "xor" | "add" | "and" | "or"; bytes: Uint8Array }
  /** The number of its place is added to each byte, from 0. */
  | { op: "addIndex" }
  | { op: "not" | "reverse" | "swapNibbles" }
  /** The bytes as one number, most significant byte first, modulo its width. */
  | { op: "plus" | "times"; value: bigint }
  | { op: "shiftLeft" | "shiftRight" | "rotateLeft" | "rotateRight"; bits: number }
  /** With the seed as it came, the same way. */
  | { op: "xorSeed" | "plusSeed" }
  | { op: "take"; from: number; length: number }
  | { op: "append" | "prepend"; bytes: Uint8Array }
  | { op: "repeat"; times: number; steps: readonly UnlockOperation[] }
  /** By a bit of the number, 0 the least significant. */
  | { op: "ifBit"; bit: number; set: readonly UnlockOperation[]; clear: readonly UnlockOperation[] };

export const MAX_UNLOCK_BYTES = 64;
/** Operations of one key: a shift register of 32 bits over a few hundred rounds fits many times. */
export const MAX_UNLOCK_OPERATIONS = 20_000;

/** The key of a seed; null: no level of this number, or more than the limits allow. */
export function unlockKey(algorithm: UnlockAlgorithm, level: number, seed: Uint8Array): Uint8Array | null {
  const steps = Object.hasOwn(algorithm.levels, String(level)) ? algorithm.levels[String(level)] : undefined;
  if (steps === undefined || seed.length > MAX_UNLOCK_BYTES) return null;
  return new Run(seed).all(steps, seed);
}

class Run {
  private readonly seed: Uint8Array;
  private left = MAX_UNLOCK_OPERATIONS;

  constructor(seed: Uint8Array) {
    this.seed = seed;
  }

  all(steps: readonly UnlockOperation[], from: Uint8Array): Uint8Array | null {
    let bytes: Uint8Array | null = from;
    for (const step of steps) {
      if (bytes === null || this.left-- <= 0 || bytes.length > MAX_UNLOCK_BYTES) return null;
      bytes = this.one(step, bytes);
    }
    return bytes !== null && bytes.length <= MAX_UNLOCK_BYTES ? bytes : null;
  }

  private one(step: UnlockOperation, bytes: Uint8Array): Uint8Array | null {
    switch (step.op) {
      case "repeat": {
        let value: Uint8Array | null = bytes;
        for (let i = 0; i < step.times && value !== null; i++) value = this.all(step.steps, value);
        return value;
      }
      case "ifBit": {
        const isSet = ((numberOf(bytes) >> BigInt(step.bit)) & 1n) === 1n;
        return this.all(isSet ? step.set : step.clear, bytes);
      }
      case "xorSeed":
        return bytes.map((byte, i) => byte ^ (this.seed[i % this.seed.length] ?? 0));
      case "plusSeed":
        return bytesOf(numberOf(bytes) + numberOf(this.seed), bytes.length);
      default:
        return onBytes(step, bytes) ?? onNumber(step, bytes);
    }
  }
}

function onBytes(step: UnlockOperation, bytes: Uint8Array): Uint8Array | null {
  switch (step.op) {
    case "xor":
    case "add":
    case "and":
    case "or":
      return bytes.map((byte, i) => combined(step.op, byte, step.bytes[i % step.bytes.length] ?? 0));
    case "addIndex":
      return bytes.map((byte, i) => byte + i);
    case "not":
      return bytes.map((byte) => ~byte);
    case "reverse":
      return bytes.slice().reverse();
    case "swapNibbles":
      return bytes.map((byte) => (byte << 4) | (byte >> 4));
    case "take":
      return bytes.slice(step.from, step.from + step.length);
    case "append":
      return Uint8Array.of(...bytes, ...step.bytes);
    case "prepend":
      return Uint8Array.of(...step.bytes, ...bytes);
    default:
      return null;
  }
}

function combined(op: "xor" | "add" | "and" | "or", byte: number, constant: number): number {
  if (op === "xor") return byte ^ constant;
  if (op === "add") return byte + constant;
  return op === "and" ? byte & constant : byte | constant;
}

function onNumber(step: UnlockOperation, bytes: Uint8Array): Uint8Array | null {
  const value = numberOf(bytes);
  const width = BigInt(8 * bytes.length);
  switch (step.op) {
    case "plus":
      return bytesOf(value + step.value, bytes.length);
    case "times":
      return bytesOf(value * step.value, bytes.length);
    case "shiftLeft":
      return bytesOf(value << BigInt(step.bits), bytes.length);
    case "shiftRight":
      return bytesOf(value >> BigInt(step.bits), bytes.length);
    case "rotateLeft":
    case "rotateRight": {
      if (width === 0n) return bytes;
      const by = BigInt(step.bits) % width;
      const left = step.op === "rotateLeft" ? by : width - by;
      return bytesOf((value << left) | (value >> (width - left)), bytes.length);
    }
    default:
      return null;
  }
}

function numberOf(bytes: Uint8Array): bigint {
  return bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
}

function bytesOf(value: bigint, length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, i) => Number((value >> BigInt(8 * (length - 1 - i))) & 0xffn));
}
