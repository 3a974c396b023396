import type { Samples } from "./samples.ts";

/** Faults listed at most; further ones are only counted. */
export const MAX_LISTED_FAULTS = 200;

export interface CounterFault {
  readonly timeUs: number;
  readonly kind: "repeated" | "skipped";
  readonly expected: number;
  readonly found: number;
}

export interface CounterCheck {
  readonly checked: number;
  /** The same value again: a frame sent twice, or a sender that hangs. */
  readonly repeated: number;
  /** Steps with values left out. */
  readonly skipped: number;
  /** Frames that fit into them, at least. */
  readonly lost: number;
  readonly faults: readonly CounterFault[];
}

/** A message counter runs 0 … `modulus - 1` and around, one further with each frame. */
export function checkCounter({ timeUs, value }: Samples, modulus: number): CounterCheck {
  const faults: CounterFault[] = [];
  let [repeated, skipped, lost] = [0, 0, 0];
  for (let i = 1; i < value.length; i++) {
    const found = value[i] as number;
    const expected = ((value[i - 1] as number) + 1) % modulus;
    if (found === expected) continue;
    const kind = found === value[i - 1] ? "repeated" : "skipped";
    if (kind === "repeated") repeated += 1;
    else {
      skipped += 1;
      lost += (((found - expected) % modulus) + modulus) % modulus;
    }
    if (faults.length < MAX_LISTED_FAULTS) faults.push({ timeUs: timeUs[i] as number, kind, expected, found });
  }
  return { checked: Math.max(0, value.length - 1), repeated, skipped, lost, faults };
}
