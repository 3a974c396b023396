import { useSyncExternalStore } from "react";

interface Ticker {
  now(): number;
  subscribe(listener: () => void): () => void;
}

/** One timer per pace; it runs while it has listeners. */
const tickers = new Map<number, Ticker>();

function tickerOf(everyMs: number): Ticker {
  const known = tickers.get(everyMs) ?? createTicker(everyMs);
  tickers.set(everyMs, known);
  return known;
}

function createTicker(everyMs: number): Ticker {
  const listeners = new Set<() => void>();
  let nowMs = Date.now();
  let timer: ReturnType<typeof setInterval> | undefined;
  const tick = () => {
    nowMs = Date.now();
    for (const listener of listeners) listener();
  };
  return {
    now: () => nowMs,
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) {
        timer = setInterval(tick, everyMs);
        tick();
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) clearInterval(timer);
      };
    },
  };
}

/** The time of day, renewed at this pace while the part is on the page. */
export function useNow(everyMs: number): number {
  const ticker = tickerOf(everyMs);
  return useSyncExternalStore(ticker.subscribe, ticker.now);
}
