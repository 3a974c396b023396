import { useCallback, useEffect, useRef, useState } from "react";
import type { ResolvedFilter } from "../frames/filter-resolve.ts";
import type { LocalLogFacts, LocalPage } from "./local-log.ts";
import type { FromLog, ToLog } from "./local-log-worker.ts";

export type LocalLogState =
  | { readonly kind: "none" }
  | { readonly kind: "reading"; readonly name: string; readonly share: number }
  | { readonly kind: "open"; readonly name: string; readonly facts: LocalLogFacts }
  | { readonly kind: "notALog" | "failed"; readonly name: string };

/** A log that somebody opened from his machine, held by a worker of this page. */
export function useLocalLog() {
  const [state, setState] = useState<LocalLogState>({ kind: "none" });
  const worker = useRef<Worker>(undefined);
  const waiting = useRef(new Map<number, (page: LocalPage) => void>());
  const requests = useRef(0);

  const open = useCallback((file: File) => {
    worker.current?.terminate();
    waiting.current.clear();
    const { name } = file;
    const reader = new Worker(new URL("./local-log-worker.ts", import.meta.url), { type: "module" });
    reader.addEventListener("message", ({ data }: MessageEvent<FromLog>) => {
      if (data.kind === "page") {
        waiting.current.get(data.request)?.(data.page);
        waiting.current.delete(data.request);
      } else if (data.kind === "progress") setState({ kind: "reading", name, share: data.share });
      else if (data.kind === "opened") setState({ kind: "open", name, facts: data.facts });
      else setState({ kind: data.kind, name });
    });
    reader.addEventListener("error", () => setState({ kind: "failed", name }));
    worker.current = reader;
    setState({ kind: "reading", name, share: 0 });
    reader.postMessage({ kind: "open", file } satisfies ToLog);
  }, []);

  const page = useCallback((filter: ResolvedFilter | null, from: number, count: number): Promise<LocalPage> => {
    const request = ++requests.current;
    return new Promise((resolve) => {
      waiting.current.set(request, resolve);
      worker.current?.postMessage({ kind: "page", request, filter, from, count } satisfies ToLog);
    });
  }, []);

  const close = useCallback(() => {
    worker.current?.terminate();
    worker.current = undefined;
    setState({ kind: "none" });
  }, []);
  useEffect(() => () => worker.current?.terminate(), []);
  return { state, open, page, close };
}
