import type { MachineState } from "../engine/rule-machine.ts";
import { ALL, EMPTY, NO, SOME } from "./value-minutes.ts";

export interface MinuteSteps {
  state(): MachineState;
  /** Whether it is known how often the signal comes. */
  hasCycle(): boolean;
  /** How many samples the minute has. */
  count(minute: number): Promise<number>;
  /** Judges the frames of the minutes `from … to - 1`. */
  read(from: number, to: number): Promise<void>;
  /** The rule is active, and every sample of the minute keeps it so. */
  pass(minute: number): void;
}

/** Two minutes to be read this near to each other are read in one go, and so much at most. */
const NEAR = 5;
const MOST_AT_ONCE = 240;
/** Certain minutes in a row that are worth leaving out. */
const FEW = 3;
/** Samples that show a cycle, however slow, and the minutes that are searched for them at most. */
const CYCLE_SAMPLES = 4;
const MOST_LEAD = 10;

/**
 * Reads frames only where kept minutes leave the outcome open: a rule in its normal state stays so over minutes in which no
 * value can meet its limit, an active one over minutes in which every value does. Before a minute that is read stand those
 * that show the cycle of the signal.
 */
export async function walkMinutes(kinds: Uint8Array, steps: MinuteSteps): Promise<void> {
  let at = 0;
  let done = 0;
  while (at < kinds.length) {
    const state = steps.state();
    const kind = kinds[at] as number;
    const isPassed = state === "normal" ? kind === EMPTY || kind === NO : kind === EMPTY;
    if (isPassed) at += 1;
    else if (state === "active" && kind === ALL && steps.hasCycle()) {
      steps.pass(at);
      at += 1;
      done = at;
    } else {
      const from = state === "normal" ? await beginOfRead(kinds, at, done, steps) : at;
      at = endOfRead(kinds, at);
      done = at;
      await steps.read(from, at);
    }
  }
}

/** One minute before, or as many as have the samples: a slow signal is known from several of them. */
async function beginOfRead(
  kinds: Uint8Array,
  at: number,
  done: number,
  { count }: Pick<MinuteSteps, "count">,
): Promise<number> {
  let from = at;
  for (let samples = 0; from > Math.max(done, at - MOST_LEAD) && samples < CYCLE_SAMPLES; ) {
    from -= 1;
    if (kinds[from] !== EMPTY) samples += await count(from);
  }
  return from;
}

function endOfRead(kinds: Uint8Array, from: number): number {
  let end = from + 1;
  let certain = 0;
  for (let at = end; at < kinds.length && at - from < MOST_AT_ONCE && at - end < NEAR; at += 1) {
    certain = kinds[at] === ALL ? certain + 1 : 0;
    if (certain === FEW) break;
    if (kinds[at] === SOME) end = at + 1;
  }
  return end;
}
