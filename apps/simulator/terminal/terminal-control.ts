import type { FirmwareOrder } from "@canopy/contract/device-link/firmware";
import type { UpTopic } from "@canopy/contract/device-link/topics";
import type { RunningVehicle } from "../vehicles/load-vehicle.ts";
import type { Card } from "./card.ts";
import type { Configuration } from "./configuration.ts";
import type { UdsRequest } from "./diagnosis.ts";
import type { DiagnosisJobs } from "./diagnosis-jobs.ts";
import type { ErrorCounters } from "./error-counters.ts";
import type { SimulatedFlash } from "./flash.ts";
import type { Outbox } from "./outbox.ts";
import type { Traffic } from "./traffic.ts";
import type { Transmitter } from "./transmitter.ts";

export interface RunningUpload {
  name: string;
  abort: AbortController;
}

/** The view that reports and request handlers have of their terminal. */
export interface TerminalControl {
  readonly model: string;
  readonly vehicle: RunningVehicle;
  readonly configuration: Configuration;
  readonly card: Card;
  readonly outbox: Outbox;
  readonly traffic: Traffic;
  readonly errors: ErrorCounters;
  readonly transmitter: Transmitter;
  readonly diagnosis: DiagnosisJobs;
  readonly flash: SimulatedFlash;
  /** Measured at the terminal. */
  readonly supplyV: number;
  readonly bootedUs: number;
  readonly isOnline: boolean;
  /** Its own clock, which `time.sync` sets. */
  readonly timeMs: number;
  firmwareVersion: string;
  /** False: an upgrade is under way. */
  readonly upgrader: { start(order: FirmwareOrder, job: string): boolean };
  upload: RunningUpload | null;
  /** Of its network. */
  readonly uploadBytesPerS: number;
  setClock(serverMs: number): void;
  /** From the time of the vehicle to the terminal's clock. */
  toClockUs(timeUs: number): number;
  pump(): void;
  publish(topic: Exclude<UpTopic, "frames">, message: unknown): void;
  log(level: "info" | "warning" | "error", text: string): void;
  /** docs/device-protocol.md 2.5: on one connection the same id twice is one request. */
  isNew(id: string): boolean;
  /** False: an answer of this ECU is still awaited. */
  diagnose(request: UdsRequest, settle: (result: Record<string, unknown>) => void): boolean;
  reboot(cause: string): void;
}
