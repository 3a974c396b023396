import type { Db } from "../../platform/postgres/schema.ts";
import type { AskedDevice } from "./device-store.ts";
import type { StoredRollout } from "./rollout-store.ts";
import type { Candidate } from "./scope-store.ts";

/** What a rollout brings, ready to be told. */
export interface OpenPayload {
  /** False: it was deleted; nobody can be told. */
  readonly isThere: boolean;
  /** Devices of the scope as they are now. */
  candidates(db: Db): Promise<Candidate[]>;
  /** Takes over what became of devices under way. In the transaction of the step. */
  settle(db: Db): Promise<void>;
  /** One device that was claimed. What throws leaves it asked: it is asked again later. */
  tell(device: AskedDevice): Promise<void>;
}

export interface RolloutPayload {
  open(db: Db, rollout: StoredRollout): Promise<OpenPayload>;
}
