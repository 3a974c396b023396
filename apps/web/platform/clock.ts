import { useSyncExternalStore } from "react";

interface Ticker {
  now(): number;
  subscribe(listener: () => void): () => void;
}

/** What a ticker needs of the page that it runs in. */
type SeenPage = Pick<Document, "visibilityState" | "addEventListener" | "removeEventListener">;

/** One timer per pace; it runs while it has listeners. */
const tickers = new Map<number, Ticker>();

function tickerOf(everyMs: number): Ticker {
  const known = tickers.get(everyMs) ?? createTicker(everyMs, document);
  tickers.set(everyMs, known);
  return known;
}

/** Stands still while nobody sees the page: what moves with the time asks the server for more. */
export function createTicker(everyMs: number, page: SeenPage): Ticker {
  const listeners = new Set<() => void>();
  let nowMs = Date.now();
  let timer: ReturnType<typeof setInterval> | undefined;
  const isOld = () => Date.now() - nowMs >= everyMs;
  const tick = () => {
    nowMs = Date.now();
    for (const listener of listeners) listener();
  };
  const run = () => {
    clearInterval(timer);
    if (page.visibilityState === "hidden") return;
    if (isOld()) tick();
    timer = setInterval(tick, everyMs);
  };
  return {
    now() {
      // It stood still while nobody listened.
      if (listeners.size === 0 && isOld()) nowMs = Date.now();
      return nowMs;
    },
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) {
        page.addEventListener("visibilitychange", run);
        run();
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        page.removeEventListener("visibilitychange", run);
        clearInterval(timer);
      };
    },
  };
}

/** The time of day, renewed at this pace while the part is on the page and the page is seen. */
export function useNow(everyMs: number): number {
  const ticker = tickerOf(everyMs);
  return useSyncExternalStore(ticker.subscribe, ticker.now);
}
