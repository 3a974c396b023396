import type { KnownSet, StoredSet } from "../landing/known-set.ts";
import type { LandingWrite } from "../landing/landing-store.ts";
import type { JudgedRefusal, RefusalReason } from "../landing/refusal.ts";
import type { RuleWrite } from "../landing/rule-write.ts";
import type { SequenceRange } from "../landing/sequence-set.ts";
import type { WantedSet } from "../landing/sequence-store.ts";
import type { BatchJudge } from "./batch-judge.ts";
import type { IncomingBatch } from "./incoming-batch.ts";

/** CAP-05: whether a tenant has room for `bytes` more. Called for every batch, so it answers from memory. */
export type MayStore = (tenantId: string, bytes: number) => boolean | Promise<boolean>;

/** All that ingest does to the world, so that tests can be the world. */
export interface IngestPorts {
  readonly mayStore: MayStore;
  readonly judge: BatchJudge;
  /** Sets of closed bindings are left out. */
  readonly loadSets: (wanted: readonly WantedSet[]) => Promise<readonly StoredSet[]>;
  /** Committed and on disk; the names of the sets that were advanced: of the others nothing was stored. */
  readonly land: (write: LandingWrite) => Promise<ReadonlySet<string>>;
  /** Extra pause of landing between two groups. */
  readonly pauseMs: () => number;
  /** False: the set was changed by another process. */
  readonly moveToPages: (set: KnownSet, ranges: readonly SequenceRange[]) => Promise<boolean>;
  readonly refuse: (batch: IncomingBatch, reason: RefusalReason) => Promise<void>;
  /** Refused for the quota, with what the rules made of it. */
  readonly refuseJudged: (batch: IncomingBatch, rules: RuleWrite) => Promise<JudgedRefusal>;
  /** Whether the rules had this batch when it was refused. */
  readonly wasJudged: (batch: IncomingBatch) => Promise<boolean>;
  /** Whether this batch is or was in quarantine: its clock may have come right since. */
  readonly wasQuarantined: (batch: IncomingBatch) => Promise<boolean>;
  /** Hashes (hex) of a binding's payloads of the last ten minutes. */
  readonly recentPayloads: (bindingNumber: number) => Promise<ReadonlySet<string>>;
}
