/** Reads and holds a log away from the page, which stays quick whatever its size. */
import type { ResolvedFilter } from "../frames/filter/filter-resolve.ts";
import type { CurvesAsked } from "../signals/samples/load-curves.ts";
import type { SpanUs } from "../signals/samples/samples.ts";
import type { CountedSignal } from "../signals/strategies/count-stored.ts";
import { LocalLog, type LocalLogFacts } from "./local-log.ts";
import type { FollowedDbc } from "./local-samples.ts";

/** Questions of a page to an open log. */
export type LogQuestion =
  | { readonly kind: "page"; readonly filter: ResolvedFilter | null; readonly from: number; readonly count: number }
  | { readonly kind: "place"; readonly filter: ResolvedFilter | null; readonly timeUs: number }
  | { readonly kind: "counts"; readonly filter: ResolvedFilter | null; readonly buckets: number }
  | { readonly kind: "curves"; readonly asked: CurvesAsked }
  | { readonly kind: "count"; readonly window: SpanUs; readonly asked: readonly CountedSignal[] };

export type ToLog =
  | { readonly kind: "open"; readonly file: File }
  | { readonly kind: "follow"; readonly dbcs: readonly FollowedDbc[] }
  | { readonly kind: "ask"; readonly request: number; readonly question: LogQuestion };

export type FromLog =
  | { readonly kind: "progress"; readonly share: number }
  | { readonly kind: "opened"; readonly facts: LocalLogFacts }
  | { readonly kind: "notALog" }
  | { readonly kind: "failed" }
  | { readonly kind: "answer"; readonly request: number; readonly answer: ReturnType<typeof answerOf> }
  | { readonly kind: "refused"; readonly request: number; readonly reason: string };

const TELL_MS = 100;
const tell = (message: FromLog) => postMessage(message);
let log: LocalLog | undefined;

addEventListener("message", ({ data }: MessageEvent<ToLog>) => {
  if (data.kind === "open") void open(data.file);
  else if (data.kind === "follow") log?.samples.follow(data.dbcs);
  else if (log) answer(log, data.request, data.question);
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

function answer(open: LocalLog, request: number, question: LogQuestion): void {
  try {
    tell({ kind: "answer", request, answer: answerOf(open, question) });
  } catch (error) {
    // More samples than there is memory for: the log stays open, this picture does not come.
    tell({ kind: "refused", request, reason: String(error) });
  }
}

function answerOf(open: LocalLog, question: LogQuestion) {
  if (question.kind === "page") return open.page(question.filter, question.from, question.count);
  if (question.kind === "place") return open.placeAt(question.filter, question.timeUs);
  if (question.kind === "counts") return open.counts(question.filter, question.buckets);
  if (question.kind === "curves") return open.samples.curves(question.asked);
  return open.samples.count(question.window, question.asked);
}
