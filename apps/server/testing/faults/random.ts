/** Chance that can be repeated: the same seed, the same kills and the same frames. */
export type Random = () => number;

/** mulberry32: 0 … 1, from a seed of 32 bits. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const between = (random: Random, from: number, to: number): number =>
  from + Math.floor(random() * (to - from + 1));

export function pick<T>(random: Random, choices: readonly T[]): T {
  return choices[between(random, 0, choices.length - 1)] as T;
}
