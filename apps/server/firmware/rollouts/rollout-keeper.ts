import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../../platform/log.ts";
import * as devices from "./device-store.ts";
import { type FirmwarePayloadParts, firmwarePayload } from "./firmware-payload.ts";
import { isOpen } from "./maintenance-window.ts";
import type { OpenPayload, RolloutPayload } from "./rollout-payload.ts";
import { rolloutsAtWork, takeRollout } from "./rollout-store.ts";
import { stepRollout } from "./step-rollout.ts";

export interface RolloutParts extends FirmwarePayloadParts {
  readonly log: Log;
  readonly patience?: Partial<devices.Patience>;
  /** Packages for ECUs. */
  readonly ecus?: RolloutPayload;
}

/** Upgrades of one rollout at once: more would only make each other's downloads slower. */
const MOST_ACTIVE = 100;
const STOP_MS = 2_000;
const MINUTE_MS = 60_000;
/** A bad line may need a day; a terminal that restarts needs a minute. */
const PATIENCE: devices.Patience = {
  silentMs: 30 * MINUTE_MS,
  awayMs: 24 * 60 * MINUTE_MS,
  askedMs: MINUTE_MS,
  gatedMs: MINUTE_MS,
};

interface Claimed {
  readonly payload: OpenPayload;
  readonly asked: readonly devices.AskedDevice[];
}

/** Moves rollouts on, in every worker: a rollout is one worker's at a time, and all it knows is in the database. */
export class RolloutKeeper {
  readonly #parts: RolloutParts;
  readonly #firmware: RolloutPayload;
  readonly #patience: devices.Patience;
  /** Commands that are not answered yet: no rollout waits for another one's. */
  readonly #told = new Set<Promise<void>>();

  constructor(parts: RolloutParts) {
    this.#parts = parts;
    this.#firmware = firmwarePayload(parts);
    this.#patience = { ...PATIENCE, ...parts.patience };
  }

  async look(): Promise<void> {
    for (const { id, tenantId } of await rolloutsAtWork(this.#parts.db)) {
      try {
        const claimed = await this.#step(tenantId, id);
        if (claimed) for (const device of claimed.asked) this.#follow(this.#tell(claimed.payload, device));
      } catch (error) {
        this.#parts.log.warn({ err: error, rollout: id }, "a rollout could not be moved on");
      }
    }
  }

  /** What is not answered by then is asked again by another worker. */
  async stop(): Promise<void> {
    await Promise.race([Promise.all(this.#told), sleep(STOP_MS, undefined, { ref: false })]);
  }

  #follow(telling: Promise<void>): void {
    this.#told.add(telling);
    void telling.finally(() => this.#told.delete(telling));
  }

  /** The claim commits before a command leaves: whoever dies in between has told nobody twice. */
  #step(tenantId: string, id: string): Promise<Claimed | undefined> {
    const { db, now, ecus } = this.#parts;
    return db.transaction().execute(async (trx) => {
      const taken = await takeRollout(trx, tenantId, id);
      const kind = taken?.payload === "ecu" ? ecus : this.#firmware;
      if (!taken || !kind) return undefined;
      const payload = await kind.open(trx, taken);
      const rollout = await stepRollout(trx, taken, { payload, nowMs: now(), patience: this.#patience });
      const isAsking = rollout.state === "running" && (rollout.window === null || isOpen(rollout.window, now()));
      if (!payload.isThere || !isAsking) return undefined;
      const { gatedMs } = this.#patience;
      return { payload, asked: await devices.claimDevices(trx, rollout, { mostActive: MOST_ACTIVE, gatedMs }) };
    });
  }

  async #tell(payload: OpenPayload, device: devices.AskedDevice): Promise<void> {
    try {
      await payload.tell(device);
    } catch (error) {
      // It stays asked, and is asked again when that is too long ago.
      this.#parts.log.warn({ err: error, device: device.deviceId }, "a terminal could not be told to upgrade");
    }
  }
}
