import type { Samples } from "./samples.ts";

export interface StateTime {
  readonly value: number;
  /** How often it was entered. */
  readonly visits: number;
  readonly totalUs: number;
  readonly longestUs: number;
}

export interface StateTimes {
  /** The longest in total first; beyond `MAX_STATES` the rest is left out. */
  readonly states: readonly StateTime[];
  readonly leftOut: number;
  /** Time that no sample speaks for. */
  readonly unknownUs: number;
}

export const MAX_STATES = 200;

/**
 * How long a signal stayed at each value. A value holds until the next sample, but no longer than `maxGapUs`: the time
 * after is unknown. The last one holds to the end of the range within the same bound.
 */
export function stateTimes({ timeUs, value }: Samples, toUs: number, maxGapUs: number): StateTimes {
  const found = new Map<number, { visits: number; totalUs: number; longestUs: number }>();
  let unknownUs = 0;
  let stay = 0;
  let before = Number.NaN;
  for (let i = 0; i < value.length; i++) {
    const at = value[i] as number;
    const state = found.get(at) ?? { visits: 0, totalUs: 0, longestUs: 0 };
    found.set(at, state);
    const isNew = at !== before;
    if (isNew) state.visits += 1;
    const silentUs = (timeUs[i + 1] ?? Math.max(toUs, timeUs[i] as number)) - (timeUs[i] as number);
    const heldUs = Math.min(silentUs, maxGapUs);
    stay = (isNew ? 0 : stay) + heldUs;
    state.totalUs += heldUs;
    state.longestUs = Math.max(state.longestUs, stay);
    unknownUs += silentUs - heldUs;
    // After a silence the same value is a new visit.
    before = silentUs > maxGapUs ? Number.NaN : at;
  }
  const states = [...found].map(([key, state]) => ({ value: key, ...state }));
  states.sort((a, b) => b.totalUs - a.totalUs || a.value - b.value);
  return { states: states.slice(0, MAX_STATES), leftOut: Math.max(0, states.length - MAX_STATES), unknownUs };
}
