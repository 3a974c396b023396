import type { WatchedBinding } from "../../frames/ingest/batch-judge.ts";
import type { IncomingBatch } from "../../frames/ingest/incoming-batch.ts";
import type { RuleChangeRow, RuleStateRow } from "../../frames/landing/rule-write.ts";
import { DeviceWatch, type MachineRow } from "../engine/device-watch.ts";
import type { RuleSet } from "../engine/rule-set.ts";

export interface WatchedParts {
  readonly bindingNumber: number;
  readonly set: RuleSet;
  /** Of each rule, by its id. */
  readonly versions: ReadonlyMap<string, number>;
  readonly version: number;
  readonly states: readonly MachineRow[];
}

/** The machines of a device, with the version of their rows. */
export class WatchedDevice implements WatchedBinding {
  readonly #parts: WatchedParts;
  readonly #watch: DeviceWatch;
  #changes: RuleChangeRow[] = [];
  version: number;

  constructor(parts: WatchedParts) {
    this.#parts = parts;
    this.#watch = new DeviceWatch(parts.set, parts.states);
    this.version = parts.version;
  }

  judge({ frames, receivedAtMs, epoch, sequence }: IncomingBatch): void {
    const { bindingNumber } = this.#parts;
    this.#watch.judge(frames, receivedAtMs);
    for (const { index, ...change } of this.#watch.takeChanges())
      this.#changes.push({ ...change, bindingNumber, epoch, sequence, frame: index });
  }

  take() {
    const { bindingNumber, versions } = this.#parts;
    const states: RuleStateRow[] = this.#watch.takeDirty().map(({ stored, ...key }) => ({
      ...key,
      bindingNumber,
      ruleVersion: versions.get(key.ruleId) ?? 0,
      state: JSON.stringify(stored),
    }));
    const changes = this.#changes;
    this.#changes = [];
    return { states, changes };
  }

  stored(): void {
    this.version += 1;
  }
}
