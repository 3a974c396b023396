import type { FrameSamples, Measurement, Samples } from "@canopy/can/measure/samples";

/** What a script judges: the decoded signals and the frames of a time window, times in milliseconds since its start. */
export interface ScriptData {
  /** By `Message.Signal`. */
  readonly signals: Readonly<Record<string, Samples>>;
  readonly frames: readonly CarriedFrames[];
}

/** Two buses, and the two formats of one bus, use the same identifiers for different frames. */
export interface CarriedFrames extends FrameSamples {
  readonly channel: number;
  readonly id: number;
  readonly isExtended: boolean;
  /** Those of `ScriptData.signals` that they carry. */
  readonly signals: readonly string[];
}

/** TST-01: one line of the report. */
export interface ScriptCheck extends Measurement {
  /** The helper, or `check` for what the script judged itself. */
  readonly kind: string;
  readonly subject: string;
  /** What was asked for, in numbers and units: it needs no translation. */
  readonly requirement: string;
}

export interface ScriptReport {
  readonly checks: readonly ScriptCheck[];
  readonly output: string;
}

/** A script that makes more of them is ended. */
export const MAX_CHECKS = 1000;
export const MAX_OUTPUT_CHARS = 100_000;

/** The functions of a script, for its editor and its help. */
export const HELPERS: readonly string[] = ["within", "cycle", "responseTime", "counter", "checksum"];
