import { useSyncExternalStore } from "react";

interface Ticker {
  nowMs: number;
  listeners: Set<() => void>;
  timer: ReturnType<typeof setInterval> | undefined;
}

/** One timer for all who ask for the same pace. */
const tickers = new Map<number, Ticker>();

function tickerOf(everyMs: number): Ticker {
  const known = tickers.get(everyMs) ?? { nowMs: Date.now(), listeners: new Set(), timer: undefined };
  tickers.set(everyMs, known);
  return known;
}

function subscribe(everyMs: number, listener: () => void): () => void {
  const ticker = tickerOf(everyMs);
  ticker.listeners.add(listener);
  ticker.timer ??= setInterval(() => {
    ticker.nowMs = Date.now();
    for (const each of ticker.listeners) each();
  }, everyMs);
  return () => {
    ticker.listeners.delete(listener);
    if (ticker.listeners.size > 0) return;
    clearInterval(ticker.timer);
    tickers.delete(everyMs);
  };
}

/** The time of day, renewed at this pace while the part is on the page. */
export function useNow(everyMs: number): number {
  return useSyncExternalStore(
    (listener) => subscribe(everyMs, listener),
    () => tickerOf(everyMs).nowMs,
  );
}
