import type { UdsOutcome } from "../client.ts";
import type { FlashResult, FlashState, RequestPhase } from "./flash-state.ts";
import type { InterlockReading } from "./interlocks.ts";

export type FlashEvent =
  | { kind: "start" }
  /** A new process took the journal after a cut. */
  | { kind: "resume" }
  /** A person asks for another try of a run that failed. */
  | { kind: "retry" }
  | { kind: "cancel" }
  | { kind: "tick" }
  | { kind: "downloaded"; ok: boolean }
  | { kind: "verified"; ok: boolean }
  | { kind: "interlocks"; readings: readonly InterlockReading[] }
  | { kind: "key"; key: Uint8Array | null }
  | { kind: "outcome"; outcome: UdsOutcome };

export type FlashAction =
  /** Bring the whole image to the terminal; answer with `downloaded`. */
  | { kind: "download" }
  /** Compare its hash with the package; answer with `verified`. */
  | { kind: "verifyImage" }
  | { kind: "readInterlocks"; names: readonly string[] }
  | { kind: "request"; phase: RequestPhase; bytes: Uint8Array; functional: boolean }
  | { kind: "computeKey"; level: number; seed: Uint8Array }
  | { kind: "progress"; acknowledged: number; total: number }
  | { kind: "refused"; reason: "pastErase" }
  /** The job is over: stop the client's keep-alive. */
  | { kind: "finished"; result: FlashResult };

/** Write `state` to the journal, then do the actions: in this order a cut loses nothing. */
export interface FlashTurn {
  state: FlashState;
  actions: FlashAction[];
}
