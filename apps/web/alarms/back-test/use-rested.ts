import { useEffect, useState } from "react";

/** After the last change. */
const SETTLE_MS = 600;
/** A test of values that change later reaches to that moment. */
const STALE_MS = 60_000;

/** The text when it has not changed for a while, so that not every key starts a test, and the end of its range. */
export function useRested(text: string): { text: string; nowMs: number; renew(): void } {
  const [rested, setRested] = useState(() => ({ text, nowMs: Date.now() }));
  useEffect(() => {
    const timer = setTimeout(() => setRested((before) => restedAt(before, text, Date.now())), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return { ...rested, renew: () => setRested({ text, nowMs: Date.now() }) };
}

interface Rested {
  readonly text: string;
  readonly nowMs: number;
}

function restedAt(before: Rested, text: string, nowMs: number): Rested {
  if (before.text === text) return before;
  return { text, nowMs: nowMs - before.nowMs > STALE_MS ? nowMs : before.nowMs };
}
