import type { TextKey } from "../../platform/i18n.ts";
import "../texts.ts";

/** A long piece of work as the drawer shows it; it goes on when the page is closed. */
export interface JobView {
  id: string;
  title: string;
  state: "waiting" | "running" | "done" | "failed" | "cancelled";
  /** The step it is at, in words. */
  stage?: string;
  done?: number;
  /** Unknown: the bar is hatched. */
  total?: number;
  /** How amounts are written: rows, bytes, or only as a share of the whole. */
  amount?: "count" | "bytes" | "share";
  perSecond?: number;
  /** What went wrong, in words. */
  error?: string;
  /** In the stage it is in now. */
  canCancel?: boolean;
  canRetry?: boolean;
  canRemove?: boolean;
  /** What goes with any of the three, in a sentence: it is asked first. */
  loss?: string;
  /** What came of it: "Download". */
  result?: { label: string; onOpen(): void };
}

export const JOB_WORD: Record<JobView["state"], TextKey> = {
  waiting: "ui.tasks.waiting",
  running: "ui.tasks.running",
  done: "ui.tasks.done",
  failed: "ui.tasks.failed",
  cancelled: "ui.tasks.cancelled",
};

/** 0 to 1; undefined when the end is not known. */
export function shareDone({ state, done, total }: JobView): number | undefined {
  if (state === "done") return 1;
  if (done === undefined || total === undefined || !(total > 0)) return undefined;
  return Math.min(1, Math.max(0, done / total));
}

/** How long it will still take at this rate; undefined when that would be a guess. */
export function remainingMs({ state, done, total, perSecond }: JobView): number | undefined {
  if (state !== "running" || done === undefined || total === undefined || !perSecond || perSecond < 0) return undefined;
  return Math.max(0, ((total - done) / perSecond) * 1000);
}

export function isActive({ state }: Pick<JobView, "state">): boolean {
  return state === "waiting" || state === "running";
}

export type JobAct = "cancel" | "retry" | "remove";

/** What a person can do with it now. */
export function actsOf(job: JobView): JobAct[] {
  const isOver = !isActive(job);
  const may = { cancel: job.canCancel, retry: job.canRetry && isOver, remove: job.canRemove && isOver };
  return (["cancel", "retry", "remove"] as const).filter((act) => may[act]);
}

/** How far a job was when it was looked at. */
interface Look {
  readonly done: number;
  readonly atMs: number;
  readonly perSecond: number | undefined;
}

/** Two looks nearer than this say little. */
const APART_MS = 1000;

/** For jobs that do not say how fast they are: from how far they came between two looks. `looks` is kept by the caller. */
export function withRates(jobs: readonly JobView[], looks: Map<string, Look>, nowMs: number): JobView[] {
  return jobs.map((job) => {
    if (job.state !== "running" || job.done === undefined || job.perSecond !== undefined) return job;
    const look = looks.get(job.id);
    const next = look && nowMs - look.atMs < APART_MS && look.done <= job.done ? look : lookAt(job.done, look, nowMs);
    looks.set(job.id, next);
    return next.perSecond === undefined ? job : { ...job, perSecond: next.perSecond };
  });
}

function lookAt(done: number, before: Look | undefined, nowMs: number): Look {
  // Another stage begins anew: what was measured before says nothing of it.
  const came = before && done > before.done ? (done - before.done) / ((nowMs - before.atMs) / 1000) : undefined;
  const stands = before && done === before.done ? before.perSecond : undefined;
  return { done, atMs: nowMs, perSecond: came ?? stands };
}
