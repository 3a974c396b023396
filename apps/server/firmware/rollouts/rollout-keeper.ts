import { setTimeout as sleep } from "node:timers/promises";
import { appendDeviceLog } from "../../devices/device-log-store.ts";
import type { AskDevice, LinkOutcome } from "../../devices/link/device-link.ts";
import type { Log } from "../../platform/log.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { newFirmwareLink } from "../images/firmware-link.ts";
import { findImage, type StoredImage } from "../images/image-store.ts";
import * as devices from "./device-store.ts";
import { isOpen } from "./maintenance-window.ts";
import { rolloutsAtWork, type StoredRollout, takeRollout } from "./rollout-store.ts";
import { stepRollout } from "./step-rollout.ts";

export interface RolloutParts {
  readonly db: Db;
  readonly ask: AskDevice;
  readonly secret: string;
  /** Where terminals fetch images. */
  readonly webAddress: () => string;
  readonly log: Log;
  readonly now: () => number;
  readonly patience?: devices.Patience;
}

/** Upgrades of one rollout at once: more would only make each other's downloads slower. */
const MOST_ACTIVE = 100;
const COMMAND_MS = 15_000;
const STOP_MS = 2_000;
const MINUTE_MS = 60_000;
/** A bad line may need a day; a terminal that restarts needs a minute. */
const PATIENCE: devices.Patience = { silentMs: 30 * MINUTE_MS, awayMs: 24 * 60 * MINUTE_MS, askedMs: MINUTE_MS };

interface Claimed {
  readonly rollout: StoredRollout;
  readonly image: StoredImage;
  readonly asked: readonly devices.AskedDevice[];
}

/** Moves rollouts on, in every worker: a rollout is one worker's at a time, and all it knows is in the database. */
export class RolloutKeeper {
  readonly #parts: RolloutParts;
  /** Commands that are not answered yet: no rollout waits for another one's. */
  readonly #told = new Set<Promise<void>>();

  constructor(parts: RolloutParts) {
    this.#parts = parts;
  }

  async look(): Promise<void> {
    for (const { id, tenantId } of await rolloutsAtWork(this.#parts.db)) {
      try {
        const claimed = await this.#step(tenantId, id);
        if (claimed) for (const device of claimed.asked) this.#follow(this.#tell(claimed, device));
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
    const { db, now, patience = PATIENCE } = this.#parts;
    return db.transaction().execute(async (trx) => {
      const taken = await takeRollout(trx, tenantId, id);
      if (!taken) return undefined;
      const image = taken.imageId === null ? undefined : await findImage(trx, tenantId, taken.imageId);
      const rollout = await stepRollout(trx, taken, { image, nowMs: now(), patience });
      const isAsking = rollout.state === "running" && (rollout.window === null || isOpen(rollout.window, now()));
      if (!image || !isAsking) return undefined;
      return { rollout, image, asked: await devices.claimDevices(trx, rollout, MOST_ACTIVE) };
    });
  }

  async #tell({ rollout, image }: Claimed, { thingsId, deviceId, tries }: devices.AskedDevice): Promise<void> {
    const { ask, log } = this.#parts;
    const device = { tenantId: rollout.tenantId, id: rollout.id, thingsId, tries };
    try {
      const params = this.#order(image, jobOf(device));
      const outcome = await ask(deviceId, { method: "firmware.install", params, timeoutMs: COMMAND_MS });
      await this.#settle(device, image, outcome);
    } catch (error) {
      // It stays asked, and is asked again when that is too long ago.
      log.warn({ err: error, device: deviceId }, "a terminal could not be told to upgrade");
    }
  }

  async #settle(device: devices.DeviceTry, image: StoredImage, outcome: LinkOutcome): Promise<void> {
    const { db, now } = this.#parts;
    if (outcome.kind === "done") await devices.moveDevice(db, device, { stage: "downloading" });
    else if (outcome.kind === "offline") await devices.putBack(db, device);
    else if (outcome.kind === "failed") await devices.failDevice(db, device, "refused");
    // Without an answer it may have arrived all the same: its progress says so, or nothing does.
    const { tenantId, thingsId } = device;
    const code = outcome.kind === "failed" ? { code: outcome.code.slice(0, 64) } : {};
    const content = { method: "firmware.install", version: image.version, result: outcome.kind, ...code };
    await appendDeviceLog(db, { tenantId, thingsId, kind: "command", content, atMs: now() });
  }

  #order({ tenantId, id, version, size, sha256, baseVersion, signature }: StoredImage, job: string) {
    const { secret, webAddress, now } = this.#parts;
    const url = `${webAddress()}/v1/firmware-links/${newFirmwareLink(secret, { tenantId, imageId: id }, now())}`;
    return { url, version, size, sha256, job, signature, ...(baseVersion !== null && { base_version: baseVersion }) };
  }
}

/** Names one command: a word about an older one is known by it. */
export function jobOf({ id, thingsId, tries }: Omit<devices.DeviceTry, "tenantId">): string {
  return `${id}/${thingsId}/${tries}`;
}
