import { setImmediate as nextTurn } from "node:timers/promises";

/** Carries out long work; other calls have their turn at its pauses. Ends when the caller leaves. */
export async function inTurns<T>(work: Generator<void, T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    await nextTurn(undefined, { signal });
  }
}
