/** Undo and redo of one value. */
export interface EditHistory<T> {
  readonly past: readonly T[];
  readonly now: T;
  readonly future: readonly T[];
  /** Changes of one drag are one step. */
  readonly step: string | undefined;
}

export type EditAction<T> =
  | { readonly kind: "set"; readonly value: T; readonly step?: string }
  | { readonly kind: "settle" | "undo" | "redo" };

const MOST_STEPS = 100;

export const beginHistory = <T>(now: T): EditHistory<T> => ({ past: [], now, future: [], step: undefined });

export function editHistory<T>(history: EditHistory<T>, action: EditAction<T>): EditHistory<T> {
  const { past, now, future, step } = history;
  if (action.kind === "settle") return { ...history, step: undefined };
  if (action.kind === "set") {
    const isSameStep = action.step !== undefined && action.step === step;
    const kept = isSameStep ? past : [...past, now].slice(-MOST_STEPS);
    return { past: kept, now: action.value, future: [], step: action.step };
  }
  if (action.kind === "undo") {
    const before = past.at(-1);
    if (past.length === 0) return history;
    return { past: past.slice(0, -1), now: before as T, future: [now, ...future], step: undefined };
  }
  if (future.length === 0) return history;
  return { past: [...past, now], now: future[0] as T, future: future.slice(1), step: undefined };
}
