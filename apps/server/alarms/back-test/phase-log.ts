import { type BackTestPhase, MAX_LISTED_PHASES } from "@canopy/contract/alarms/back-test";
import type { MachineState } from "../engine/rule-machine.ts";

const US_PER_MS = 1000;
const STRENGTH: Readonly<Record<BackTestPhase["state"], number>> = { pending: 1, recovering: 2, active: 3 };

/** TRG-07: the states of a rule over a range. Of too many, short neighbours are joined; the strongest state is kept. */
export class PhaseLog {
  readonly #open = new Map<number, BackTestPhase>();
  #phases: BackTestPhase[] = [];
  #shortestMs: number;

  constructor(spanMs: number) {
    this.#shortestMs = Math.max(1, spanMs / MAX_LISTED_PHASES);
  }

  enter(channel: number, state: MachineState, atUs: number): void {
    const atMs = Math.floor(atUs / US_PER_MS);
    this.#close(channel, atMs);
    if (state !== "normal") this.#open.set(channel, { channel, state, from_time: atMs, to_time: atMs });
  }

  /** In the order of time; a state that is not over lasts to the end. */
  list(endUs: number): BackTestPhase[] {
    const endMs = Math.floor(endUs / US_PER_MS);
    for (const channel of [...this.#open.keys()]) this.#close(channel, endMs);
    return this.#phases.toSorted((a, b) => a.from_time - b.from_time);
  }

  #close(channel: number, atMs: number): void {
    const phase = this.#open.get(channel);
    this.#open.delete(channel);
    if (!phase || atMs <= phase.from_time) return;
    this.#phases.push({ ...phase, to_time: atMs });
    for (; this.#phases.length > MAX_LISTED_PHASES; this.#shortestMs *= 2)
      this.#phases = joined(this.#phases, this.#shortestMs);
  }
}

/** Neighbours of a channel that together are shorter than this become one. */
function joined(phases: readonly BackTestPhase[], shortestMs: number): BackTestPhase[] {
  const last = new Map<number, number>();
  const kept: BackTestPhase[] = [];
  for (const phase of phases) {
    const place = last.get(phase.channel);
    const before = place === undefined ? undefined : kept[place];
    if (place !== undefined && before && phase.to_time - before.from_time < shortestMs) {
      const state = STRENGTH[phase.state] > STRENGTH[before.state] ? phase.state : before.state;
      kept[place] = { ...before, state, to_time: phase.to_time };
    } else last.set(phase.channel, kept.push(phase) - 1);
  }
  return kept;
}
