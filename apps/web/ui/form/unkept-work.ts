import { type RefObject, useEffect, useEffectEvent } from "react";

interface Work {
  isUnkept: boolean;
  /** What cannot wait for the next drawing: true where the work may go. */
  free?: RefObject<boolean> | undefined;
  /** Where the work can be kept for later. */
  onKeep?: (() => void) | undefined;
}

/** What is shown with work in it. */
const shown = new Set<{ isUnkept(): boolean; keep(): boolean }>();

/** For those who leave without a question of the page, such as the end of a session. */
export function useUnkeptWork({ isUnkept, free, onKeep }: Work): void {
  const read = useEffectEvent(() => isUnkept && free?.current !== true);
  const keep = useEffectEvent(() => {
    onKeep?.();
    return onKeep !== undefined;
  });
  useEffect(() => {
    const work = { isUnkept: () => read(), keep: () => keep() };
    shown.add(work);
    return () => void shown.delete(work);
  }, []);
}

/** Keeps what can be kept; true where something would be lost all the same. */
export function keepUnkeptWork(): boolean {
  return [...shown].filter((work) => work.isUnkept() && !work.keep()).length > 0;
}
