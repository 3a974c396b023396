import type { TraceEvent } from "@canopy/contract/diagnosis/sessions";

/** A request with everything that happened to it. */
export interface Exchange {
  readonly key: string;
  readonly jobId: string;
  readonly request: TraceEvent;
  /** Response pending so far. */
  readonly pendings: number;
  /** Absent while it is awaited. */
  readonly answer: TraceEvent | undefined;
  /** To a functional request: of the other ECUs, in the order they came. */
  readonly others: readonly TraceEvent[];
  /** From request to answer, measured on the terminal. */
  readonly tookMs: number | undefined;
}

const ENDS: readonly TraceEvent["kind"][] = ["positive", "silent", "negative", "fault"];

/** Oldest first, as the events come. */
export function exchangesOf(events: readonly TraceEvent[]): Exchange[] {
  const exchanges: Exchange[] = [];
  for (const event of events) {
    if (event.kind === "request") {
      const key = `${event.job_id}/${event.n}`;
      const fresh = { pendings: 0, answer: undefined, others: [], tookMs: undefined };
      exchanges.push({ key, jobId: event.job_id, request: event, ...fresh });
      continue;
    }
    const last = exchanges.at(-1);
    if (!last || last.jobId !== event.job_id) continue;
    if (last.answer && event.from !== undefined && ENDS.includes(event.kind))
      exchanges.splice(-1, 1, { ...last, others: [...last.others, event] });
    if (last.answer) continue;
    if (event.kind === "pending") exchanges.splice(-1, 1, { ...last, pendings: last.pendings + 1 });
    if (!ENDS.includes(event.kind)) continue;
    const tookMs = (event.time_us - last.request.time_us) / 1000;
    exchanges.splice(-1, 1, { ...last, answer: event, tookMs });
  }
  return exchanges;
}

/** The negative response code of an answer; undefined where it is none. */
export function refusalOf({ answer }: Pick<Exchange, "answer">): number | undefined {
  return answer?.kind === "negative" ? Number.parseInt(answer.data.slice(4, 6), 16) : undefined;
}
