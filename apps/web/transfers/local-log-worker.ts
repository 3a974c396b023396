/** Reads and holds a log away from the page, which stays quick whatever its size. */
import type { ResolvedFilter } from "../frames/filter-resolve.ts";
import { LocalLog, type LocalLogFacts, type LocalPage } from "./local-log.ts";

export type ToLog =
  | { readonly kind: "open"; readonly file: File }
  | {
      readonly kind: "page";
      readonly request: number;
      readonly filter: ResolvedFilter | null;
      readonly from: number;
      readonly count: number;
    };

export type FromLog =
  | { readonly kind: "progress"; readonly share: number }
  | { readonly kind: "opened"; readonly facts: LocalLogFacts }
  | { readonly kind: "notALog" }
  | { readonly kind: "failed" }
  | { readonly kind: "page"; readonly request: number; readonly page: LocalPage };

const TELL_MS = 100;
const tell = (message: FromLog) => postMessage(message);
let log: LocalLog | undefined;

addEventListener("message", ({ data }: MessageEvent<ToLog>) => {
  if (data.kind === "open") void open(data.file);
  else if (log) tell({ kind: "page", request: data.request, page: log.page(data.filter, data.from, data.count) });
});

async function open(file: File): Promise<void> {
  let toldMs = 0;
  try {
    log = await LocalLog.open(file, (share) => {
      if (performance.now() - toldMs < TELL_MS) return;
      toldMs = performance.now();
      tell({ kind: "progress", share });
    });
    tell(log ? { kind: "opened", facts: log.facts } : { kind: "notALog" });
  } catch {
    // A file that was changed or taken away while it was read, or one too large for the memory there is.
    tell({ kind: "failed" });
  }
}
