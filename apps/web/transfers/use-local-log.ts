import { useCallback, useEffect, useRef, useState } from "react";
import type { LocalLogFacts } from "./local-log.ts";
import { OpenLog } from "./open-log.ts";

type LocalLogState =
  | { readonly kind: "none" }
  | { readonly kind: "reading"; readonly name: string; readonly share: number }
  | { readonly kind: "open"; readonly name: string; readonly facts: LocalLogFacts; readonly log: OpenLog }
  | { readonly kind: "notALog" | "failed"; readonly name: string };

/** A log opened from the user's machine, held by a worker of this page. */
export function useLocalLog() {
  const [state, setState] = useState<LocalLogState>({ kind: "none" });
  const current = useRef<OpenLog>(undefined);

  const open = useCallback((file: File) => {
    current.current?.close();
    const { name } = file;
    const log = new OpenLog(file, (news) => {
      if (current.current !== log) return;
      if (news.kind === "progress") setState({ kind: "reading", name, share: news.share });
      else if (news.kind === "opened") setState({ kind: "open", name, facts: news.facts, log });
      else setState({ kind: news.kind, name });
    });
    current.current = log;
    setState({ kind: "reading", name, share: 0 });
  }, []);

  const close = useCallback(() => {
    current.current?.close();
    current.current = undefined;
    setState({ kind: "none" });
  }, []);
  useEffect(() => () => current.current?.close(), []);
  return { state, open, close };
}
