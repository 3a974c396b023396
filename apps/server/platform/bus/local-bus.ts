import type { Log } from "../log.ts";
import type { Bus, BusAnswer } from "./bus.ts";

type Listener = (payload: Uint8Array, subject: string) => void;
type Handler = (payload: Uint8Array) => Promise<Uint8Array>;

/** The bus of a program that is one process. A publication is heard before `publish` returns. */
export function localBus(log: Log): Bus {
  const listeners = new Map<string, Set<Listener>>();
  const patterns = new Map<string, Set<Listener>>();
  const handlers = new Map<string, Handler[]>();

  function tell(audience: Iterable<Listener>, subject: string, payload: Uint8Array): void {
    for (const listener of audience) {
      try {
        listener(payload, subject);
      } catch (error) {
        // A failing subscriber must not fail the publisher.
        log.error({ err: error, subject }, "a listener of the bus failed");
      }
    }
  }

  return {
    isUp: true,
    publish(subject, payload) {
      const exact = listeners.get(subject);
      if (exact) tell([...exact], subject, payload);
      for (const [pattern, audience] of patterns) if (matches(pattern, subject)) tell([...audience], subject, payload);
    },
    subscribe(subject, listener) {
      return addTo(subject.includes("*") ? patterns : listeners, subject, listener);
    },
    request(subject, payload, timeoutMs) {
      const handler = handlers.get(subject)?.at(-1);
      if (!handler) return Promise.resolve({ kind: "nobody" });
      return answerInTime(handler, payload, timeoutMs);
    },
    serve(subject, handler) {
      const known = handlers.get(subject) ?? [];
      handlers.set(subject, [...known, handler]);
      return () => {
        const left = (handlers.get(subject) ?? []).filter((one) => one !== handler);
        if (left.length > 0) handlers.set(subject, left);
        else handlers.delete(subject);
      };
    },
    ready: async () => undefined,
    async close() {
      listeners.clear();
      patterns.clear();
      handlers.clear();
    },
  };
}

function addTo(table: Map<string, Set<Listener>>, subject: string, listener: Listener): () => void {
  const audience = table.get(subject) ?? new Set();
  table.set(subject, audience);
  // One function may listen twice, and stops once for each.
  const own: Listener = (payload, from) => listener(payload, from);
  audience.add(own);
  return () => {
    audience.delete(own);
    if (audience.size === 0 && table.get(subject) === audience) table.delete(subject);
  };
}

function answerInTime(handler: Handler, payload: Uint8Array, timeoutMs: number): Promise<BusAnswer> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve({ kind: "timeout" }), timeoutMs);
    const done = (answer: Uint8Array) => {
      clearTimeout(timer);
      resolve({ kind: "answered", payload: answer });
    };
    handler(payload).then(done, () => undefined);
  });
}

function matches(pattern: string, subject: string): boolean {
  const [wanted, parts] = [pattern.split("."), subject.split(".")];
  return wanted.length === parts.length && wanted.every((part, i) => part === "*" || part === parts[i]);
}
