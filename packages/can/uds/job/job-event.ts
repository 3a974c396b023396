import type { Frame } from "../../frame/frame.ts";
import type { IsoTpProblem } from "../../isotp/problem.ts";
import type { TimeoutCause } from "../client.ts";

/** A frame of the exchange, as it was on the bus. */
export interface TracedFrame {
  timeUs: number;
  id: number;
  isSent: boolean;
  data: Uint8Array;
}

/** Why a request has no answer that can be used. */
export type JobFault = Exclude<TimeoutCause, "transport"> | IsoTpProblem | "unexpected" | "invalid" | "noKey";

interface Traced {
  timeUs: number;
  /** Which request of the list it belongs to, from 0. */
  step: number;
  /** Frames since the event before, this event's own last. */
  frames: TracedFrame[];
  /** Of an answer to a functional request: the identifier it came on. */
  from?: number;
}

/** One thing that happened to a request. A response pending is an event of its own, so that people see it come. */
export type JobEvent = Traced &
  (
    | { kind: "request"; bytes: Uint8Array; functional: boolean }
    | { kind: "positive"; bytes: Uint8Array }
    /** The positive answer was not wanted, and none came. */
    | { kind: "silent" }
    | { kind: "negative"; sid: number; code: number }
    | { kind: "pending"; count: number }
    /** An answer to nothing that was asked. */
    | { kind: "stray"; bytes: Uint8Array }
    | { kind: "fault"; fault: JobFault; bytes: Uint8Array }
  );

/** done: every request was sent. stopped: at a refusal or a fault, as the order wants it. */
export type JobEnd = "done" | "stopped" | "cancelled" | "executionTime";

export type JobAction =
  | { kind: "send"; frame: Frame }
  | { kind: "event"; event: JobEvent }
  | { kind: "end"; end: JobEnd };
