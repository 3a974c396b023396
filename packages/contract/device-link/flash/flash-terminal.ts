import type { Frame } from "@canopy/can/frame/frame";
import type { FlashState } from "@canopy/can/uds/flash/flash-state";
import type { ImageStore } from "../fetch-firmware.ts";
import type { FlashProgress, FlashTraceEntry } from "./flash-message.ts";
import type { FlashOrder } from "./flash-order.ts";

export interface FlashJournal {
  order: FlashOrder;
  state: FlashState;
}

/** What outlives the terminal's power: images, the journal of the run, and counters of what was flashed. */
export interface FlashCard {
  /** Null: there is no card. */
  image(sha256: string): ImageStore | null;
  keep(journal: FlashJournal): void;
  journal(): FlashJournal | null;
  append(entries: readonly FlashTraceEntry[]): void;
  trace(): readonly FlashTraceEntry[];
  /** A new run: the trace of the one before goes. */
  clear(): void;
  counter(part: string): number;
  setCounter(part: string, counter: number): void;
}

/** What a host needs of its terminal. */
export interface FlashTerminal {
  readonly card: FlashCard;
  /** Raw Ed25519 keys of those whose packages are flashed. */
  readonly keys: readonly Uint8Array<ArrayBuffer>[];
  nowUs(): number;
  toClockUs(timeUs: number): number;
  /** False: a job is under way, or a tester holds a session open, on any channel of the vehicle. */
  isFree(): boolean;
  send(frames: readonly Frame[], channel: number): void;
  /** False: it is offline. */
  publish(message: FlashProgress): boolean;
  wait(ms: number): Promise<void>;
}

export type HostAnswer = "ok" | "busy" | "noCard" | "unknownRun";
