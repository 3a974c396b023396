import type { FuzzTarget } from "./fuzz.ts";

type Random = (below: number) => number;

/** mulberry32: small, and the same everywhere. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % Math.max(1, below);
  };
}

/** A seed of the target, spoiled up to eight times. */
export function mutate(target: FuzzTarget, random: Random): Uint8Array {
  let bytes = pick(target.seeds, random) ?? new Uint8Array(0);
  for (let times = 1 + random(8); times > 0; times--) bytes = mutateOnce(bytes, target, random);
  return bytes;
}

function mutateOnce(bytes: Uint8Array, target: FuzzTarget, random: Random): Uint8Array {
  const at = random(bytes.length + 1);
  const length = random(1 + random(64));
  const before = bytes.subarray(0, at);
  const after = bytes.subarray(at);
  switch (random(7)) {
    case 0:
      return bytes.length === 0 ? bytes : bytes.with(at % bytes.length, random(256));
    case 1:
      return joined(before, after.subarray(length));
    case 2:
      return joined(before, after.subarray(0, length), after);
    case 3:
      return joined(before, new TextEncoder().encode(pick(target.tokens, random) ?? ""), after);
    case 4:
      return before;
    case 5: {
      const other = pick(target.seeds, random) ?? bytes;
      return joined(before, other.subarray(random(other.length)));
    }
    default:
      return bytes.length === 0
        ? bytes
        : bytes.with(at % bytes.length, (bytes[at % bytes.length] ?? 0) ^ (1 << random(8)));
  }
}

function pick<Item>(items: readonly Item[], random: Random): Item | undefined {
  return items[random(items.length)];
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
