import type { ResolvedFilter } from "../frames/filter/filter-resolve.ts";
import type { RangeCounts } from "../frames/sources/list-shares.ts";
import type { CurvesAsked, LoadedCurve } from "../signals/samples/load-curves.ts";
import type { SampleStore } from "../signals/samples/sample-store.ts";
import type { SpanUs } from "../signals/samples/samples.ts";
import type { SignalStatistics } from "../signals/samples/statistics-rows.ts";
import type { CountedSignal } from "../signals/strategies/count-stored.ts";
import type { LocalPage } from "./local-log.ts";
import type { FromLog, LogQuestion, ToLog } from "./local-log-worker.ts";
import type { FollowedDbc } from "./local-samples.ts";

interface PendingAnswer {
  resolve(answer: unknown): void;
  reject(reason: Error): void;
}

let opened = 0;

/** A log in its worker. For curves it is a store of samples, as the history of a device. */
export class OpenLog implements SampleStore {
  readonly id = `local ${++opened}`;
  readonly #worker = new Worker(new URL("./local-log-worker.ts", import.meta.url), { type: "module" });
  readonly #waiting = new Map<number, PendingAnswer>();
  #requests = 0;

  constructor(file: File, onNews: (news: Exclude<FromLog, { kind: "answer" | "refused" }>) => void) {
    this.#worker.addEventListener("message", ({ data }: MessageEvent<FromLog>) => {
      if (data.kind === "answer") this.#take(data.request)?.resolve(data.answer);
      else if (data.kind === "refused") this.#take(data.request)?.reject(new Error(data.reason));
      else onNews(data);
    });
    this.#worker.addEventListener("error", () => onNews({ kind: "failed" }));
    this.#tell({ kind: "open", file });
  }

  page(filter: ResolvedFilter | null, from: number, count: number, signal: AbortSignal): Promise<LocalPage> {
    return this.#ask({ kind: "page", filter, from, count }, signal);
  }

  placeAt(filter: ResolvedFilter | null, timeUs: number, signal: AbortSignal): Promise<number> {
    return this.#ask({ kind: "place", filter, timeUs }, signal);
  }

  counts(filter: ResolvedFilter | null, buckets: number, signal: AbortSignal): Promise<RangeCounts> {
    return this.#ask({ kind: "counts", filter, buckets }, signal);
  }

  /** Which signals are drawn: others are not decoded. */
  follow(dbcs: readonly FollowedDbc[]): void {
    this.#tell({ kind: "follow", dbcs });
  }

  load(asked: CurvesAsked, signal: AbortSignal): Promise<Map<string, LoadedCurve>> {
    return this.#ask({ kind: "curves", asked }, signal);
  }

  count(
    window: SpanUs,
    asked: readonly CountedSignal[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, SignalStatistics>> {
    return this.#ask({ kind: "count", window, asked }, signal);
  }

  close(): void {
    this.#worker.terminate();
    for (const { reject } of this.#waiting.values()) reject(new Error("closed"));
    this.#waiting.clear();
  }

  #ask<T>(question: LogQuestion, signal?: AbortSignal): Promise<T> {
    const request = ++this.#requests;
    return new Promise((resolve, reject) => {
      this.#waiting.set(request, { resolve: (answer) => resolve(answer as T), reject });
      signal?.addEventListener("abort", () => this.#take(request)?.reject(new Error("aborted")));
      this.#tell({ kind: "ask", request, question });
    });
  }

  #take(request: number): PendingAnswer | undefined {
    const waiting = this.#waiting.get(request);
    this.#waiting.delete(request);
    return waiting;
  }

  #tell(message: ToLog): void {
    this.#worker.postMessage(message);
  }
}
