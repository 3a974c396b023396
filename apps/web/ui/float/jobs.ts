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
  /** How amounts are written: rows, bytes. */
  amount?: "count" | "bytes";
  perSecond?: number;
  /** What went wrong, in words. */
  error?: string;
  canCancel?: boolean;
  canRetry?: boolean;
  canRemove?: boolean;
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

export function isActive({ state }: JobView): boolean {
  return state === "waiting" || state === "running";
}
