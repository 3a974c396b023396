import type { MessageDraft, SignalDraft } from "./draft.ts";
import type { ProblemList } from "./problem.ts";

/**
 * Gives every multiplexed signal its selector: the one `SG_MUL_VAL_` names, else the message's single `M`.
 * What cannot be resolved becomes a plain signal, with a warning.
 */
export function resolveMultiplexing(message: MessageDraft, problems: ProblemList): void {
  const selector = message.signals.find((signal) => signal.isMultiplexor && signal.multiplexId === null) ?? null;
  for (const signal of message.signals) {
    if (signal.multiplexId === null || signal.selector !== null) continue;
    if (selector === null) problems.warning("selectorMissing", signal.at, signal.name);
    else {
      signal.selector = selector;
      signal.ranges = [{ from: signal.multiplexId, to: signal.multiplexId }];
    }
  }
  breakCycles(message, problems);
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
  }
}
