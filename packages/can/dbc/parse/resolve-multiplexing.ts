import type { MessageDraft, SignalDraft } from "../edit/draft.ts";
import type { ProblemList } from "./problem.ts";

/**
 * Gives every multiplexed signal its selector: the one `SG_MUL_VAL_` names, else the message's single `M`, else the
 * first `m` without a number. A signal that has none is never present: shown with every branch it would be wrong in
 * all but one.
 */
export function resolveMultiplexing(message: MessageDraft, problems: ProblemList): void {
  const selector = selectorOf(message);
  for (const signal of message.signals) {
    if (!signal.isDependent || signal.selector !== null) continue;
    if (signal.multiplexId !== null) signal.ranges = [{ from: signal.multiplexId, to: signal.multiplexId }];
    if (selector !== null && signal.multiplexId !== null) signal.selector = selector;
    else problems.warning("selectorMissing", signal.at, signal.name);
  }
  breakCycles(message, problems);
}

function selectorOf({ signals }: MessageDraft): SignalDraft | null {
  const marked = signals.find((signal) => signal.isMultiplexor && !signal.isDependent);
  if (marked !== undefined) return marked;
  const bare = signals.find((signal) => signal.isDependent && signal.multiplexId === null && signal.selector === null);
  if (bare === undefined) return null;
  bare.isMultiplexor = true;
  bare.isDependent = false;
  return bare;
}

/** Each signal has at most one selector, so walking up from every signal once finds every circle. */
function breakCycles(message: MessageDraft, problems: ProblemList): void {
  if (message.signals.every((signal) => signal.selector === null)) return;
  const seenFrom = new Map<SignalDraft, SignalDraft>();
  for (const start of message.signals) {
    let signal: SignalDraft | null = start;
    while (signal !== null && !seenFrom.has(signal)) {
      seenFrom.set(signal, start);
      signal = signal.selector;
    }
    if (signal === null || seenFrom.get(signal) !== start || signal.selector === null) continue;
    problems.warning("selectorCycle", signal.at, signal.name);
    signal.selector = null;
    signal.isDependent = false;
  }
}
