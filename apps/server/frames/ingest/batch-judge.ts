import type { GpsPosition } from "@canopy/contract/device-link/gps";
import type { PlaceWrite } from "../landing/position-write.ts";
import type { RuleChangeRow, RuleStateRow } from "../landing/rule-write.ts";
import type { IncomingBatch } from "./incoming-batch.ts";

/** TRG-03: rules over what lands. Ingest knows them by this alone; `ingest-role.ts` hands them over. */
export interface Judge<Watched> {
  /** Undefined: not read yet; null: nothing watches the binding. Called for every batch, so it answers from memory. */
  find(bindingNumber: number): Watched | null | undefined;
  /** Reads rules and states of a binding. */
  load(bindingNumber: number): Promise<void>;
  /** States here are not those of the database, or may not be: they are read again. */
  forget(bindingNumber: number): void;
  /** Changes were committed. */
  changed(): void;
}

export type BatchJudge = Judge<WatchedBinding>;
export type PlaceJudge = Judge<WatchedPlaces>;

/** The rules of a binding with their states. */
export interface WatchedBinding {
  /** Of the stored states, as known here. */
  readonly version: number;
  /** In the order of the device; the states here follow at once. */
  judge(batch: IncomingBatch): void;
  /** What the batches since the last call changed. */
  take(): { readonly states: readonly RuleStateRow[]; readonly changes: readonly RuleChangeRow[] };
  /** What was taken is stored under the next version. */
  stored(): void;
}

/** GPS-03: the rules on fences of a binding with their states. */
export interface WatchedPlaces {
  /** Of the stored states, as known here. */
  readonly version: number;
  /** In the order in which they came; the states here follow at once. */
  judge(position: GpsPosition, receivedAtMs: number): void;
  /** What the positions since the last call changed. */
  take(): Omit<PlaceWrite, "marks"> & { readonly last: string };
  /** What was taken is stored under the next version. */
  stored(): void;
}

/** Nothing is watched. */
export const NO_RULES: Judge<never> = {
  find: () => null,
  load: async () => undefined,
  forget: () => undefined,
  changed: () => undefined,
};
