import { MissingFile } from "../../reading/footer-cache.ts";
import type { ReadPlan } from "../../reading/read-plan.ts";
import type { StreamQuery } from "../../reading/read-stream.ts";
import { type SegmentRow, SnapshotGone } from "../../reading/segment-index.ts";
import { SegmentDamage } from "../../segments/segment-damage.ts";
import type { StoreJobName } from "./store-jobs.ts";

/** Messages of the main thread to a worker. */
export type ToWorker =
  | { readonly kind: "job"; readonly id: number; readonly name: StoreJobName; readonly query: unknown }
  | { readonly kind: "openStream"; readonly id: number; readonly plan: ReadPlan; readonly query: StreamQuery }
  /** Answered with a batch, which is good until the next but one is asked for; undefined: there is none. */
  | { readonly kind: "next"; readonly id: number }
  /** The caller is gone: the work ends at its next read. */
  | { readonly kind: "cancel"; readonly id: number };

export type FromWorker =
  | { readonly kind: "done"; readonly id: number; readonly answer: unknown }
  | { readonly kind: "failed"; readonly id: number; readonly fault: Fault };

/** Errors that mean something to the caller keep it across threads. */
export type Fault =
  | {
      readonly kind: "damage";
      readonly reason: string;
      readonly file: string;
      readonly fromUs: number;
      readonly toUs: number;
    }
  | { readonly kind: "missing"; readonly row: SegmentRow }
  | { readonly kind: "gone" }
  | {
      readonly kind: "error";
      readonly message: string;
      readonly stack: string | undefined;
      readonly code: string | undefined;
    };

export function faultOf(error: unknown): Fault {
  if (error instanceof SegmentDamage) {
    const { reason, file, fromUs, toUs } = error;
    return { kind: "damage", reason, file, fromUs, toUs };
  }
  if (error instanceof MissingFile) return { kind: "missing", row: error.row };
  if (error instanceof SnapshotGone) return { kind: "gone" };
  const fault: NodeJS.ErrnoException = error instanceof Error ? error : new Error(String(error));
  const { message, stack, code } = fault;
  return { kind: "error", message, stack, code };
}

export function errorOf(fault: Fault): Error {
  switch (fault.kind) {
    case "damage":
      return new SegmentDamage(fault.reason, fault);
    case "missing":
      return new MissingFile(fault.row);
    case "gone":
      return new SnapshotGone();
    default: {
      const error: NodeJS.ErrnoException = new Error(fault.message);
      if (fault.stack !== undefined) error.stack = fault.stack;
      if (fault.code !== undefined) error.code = fault.code;
      return error;
    }
  }
}
