import type { BatchIdentity } from "./frame-store-columns.ts";
import type { IncomingBatch } from "./incoming-batch.ts";
import type { ClockProblem } from "./ingest-clock.ts";
import type { TimeSpan } from "./ingest-days.ts";
import type { DayGroup } from "./ingest-group.ts";
import type { LoadDays, SaveDays } from "./ingest-sequences.ts";
import type { AddUsage } from "./ingest-usage.ts";

/** CAP-05: whether a tenant's space has room for so many bytes more. Asked for every batch: it should be known. */
export type MayStore = (tenantId: string, bytes: number) => boolean | Promise<boolean>;

export type RefusalReason = "quota" | "sequenceGaps";

/** All that ingest does to the world, so that tests can be the world. */
export interface IngestPorts {
  readonly mayStore: MayStore;
  /** Before the first batch of a binding: other ingest processes finish or drop what they hold of it. */
  readonly takeOver: (bindingNumber: number) => Promise<void>;
  /** One insert, synced to disk; the same token again does nothing. */
  readonly insert: (group: DayGroup, token: string) => Promise<void>;
  readonly loadDays: LoadDays;
  readonly saveDays: SaveDays;
  readonly addUsage: AddUsage;
  /** Returns the bytes it takes: none if it is there already. */
  readonly quarantine: (batch: IncomingBatch, problem: ClockProblem, span: TimeSpan) => Promise<number>;
  readonly refuse: (batch: IncomingBatch, reason: RefusalReason) => Promise<void>;
  /** Of these bindings, those that have refusals on record. */
  readonly refusedAmong: (bindings: readonly number[]) => Promise<readonly number[]>;
  readonly clearRefusals: (stored: readonly BatchIdentity[]) => Promise<void>;
}
