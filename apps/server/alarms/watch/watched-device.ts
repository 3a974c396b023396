import type { WatchedBinding } from "../../frames/ingest/batch-judge.ts";
import type { IncomingBatch } from "../../frames/ingest/incoming-batch.ts";
import type { RuleChangeRow, RuleStateRow } from "../../frames/landing/rule-write.ts";
import type { RatesOf } from "../engine/bus-lane.ts";
import { BusWatch } from "../engine/bus-watch.ts";
import { DeviceWatch } from "../engine/device-watch.ts";
import type { MachineRow } from "../engine/machine-rows.ts";
import type { RuleSet } from "../engine/rule-set.ts";
import type { BusRule } from "../engine/watched-rule.ts";

/** The rules of a device on frames, and those on its bus. */
export interface CompiledRules {
  readonly frames: RuleSet;
  readonly bus: readonly BusRule[];
}

export interface WatchedParts {
  readonly bindingNumber: number;
  readonly rules: CompiledRules;
  readonly ratesOf: RatesOf;
  /** Of the newest stored frame. */
  readonly newestUs: number | undefined;
  /** Of each rule, by its id. */
  readonly versions: ReadonlyMap<string, number>;
  readonly version: number;
  readonly states: readonly MachineRow[];
}

/** The machines of a device, with the version of their rows. */
export class WatchedDevice implements WatchedBinding {
  readonly #parts: WatchedParts;
  readonly #watch: DeviceWatch;
  readonly #bus: BusWatch | undefined;
  #changes: RuleChangeRow[] = [];
  version: number;

  constructor(parts: WatchedParts) {
    this.#parts = parts;
    const { rules, ratesOf, states, newestUs } = parts;
    this.#watch = new DeviceWatch(rules.frames, states, newestUs);
    this.#bus = rules.bus.length > 0 ? new BusWatch(rules.bus, ratesOf, states, newestUs) : undefined;
    this.version = parts.version;
  }

  judge({ frames, receivedAtMs, epoch, sequence }: IncomingBatch): void {
    const { bindingNumber, versions } = this.#parts;
    this.#watch.judge(frames, receivedAtMs);
    this.#bus?.judge(frames, receivedAtMs);
    for (const { index, ...change } of [...this.#watch.takeChanges(), ...(this.#bus?.takeChanges() ?? [])])
      this.#changes.push({
        ...change,
        bindingNumber,
        ruleVersion: versions.get(change.ruleId) ?? 0,
        epoch,
        sequence,
        frame: index,
      });
  }

  take() {
    const { bindingNumber, versions } = this.#parts;
    const dirty = [...this.#watch.takeDirty(), ...(this.#bus?.takeDirty() ?? [])];
    const states: RuleStateRow[] = dirty.map(({ stored, ...key }) => ({
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
