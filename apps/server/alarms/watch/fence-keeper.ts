import { fenceOf } from "@canopy/contract/places/fence-shape";
import type { WatchedPlaces } from "../../frames/ingest/batch-judge.ts";
import { fenceShapes } from "../../places/fence-store.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { StoredFenceRule } from "../engine/fence-lane.ts";
import { compileFenceRule, type FenceById, FenceSet } from "../engine/fence-set.ts";
import { BindingKeeper, type RulesByBinding, versionsOf } from "./binding-keeper.ts";
import type { KeeperParts } from "./rule-keeper.ts";
import { isOnFences, readPlaceMarks, readStates, statesBy, type WatchingRule } from "./watch-store.ts";
import { WatchedPlaceDevice } from "./watched-places.ts";

/** GPS-03: rules on fences, judged as positions land. */
export class FenceKeeper extends BindingKeeper<WatchedPlaces, FenceSet> {
  readonly #parts: KeeperParts;

  constructor(parts: KeeperParts) {
    super(parts);
    this.#parts = parts;
  }

  protected takes(rule: WatchingRule): boolean {
    return isOnFences(rule);
  }

  protected async watch(rules: RulesByBinding): Promise<ReadonlyMap<number, WatchedPlaces>> {
    const bindings = [...rules.keys()];
    const marks = await readPlaceMarks(this.#parts.pool, bindings);
    const states = statesBy(await readStates<StoredFenceRule>(this.#parts.pool, bindings));
    const watched = new Map<number, WatchedPlaces>();
    for (const [bindingNumber, own] of rules) {
      const set = await this.setOf(own);
      if (set.rules.length === 0) continue;
      const versions = versionsOf(own);
      const { version = 0, last = [null, null] } = marks.get(bindingNumber) ?? {};
      const of = { bindingNumber, set, versions, version, last, states: states(bindingNumber, versions) };
      watched.set(bindingNumber, new WatchedPlaceDevice(of));
    }
    return watched;
  }

  protected async compile(rules: readonly WatchingRule[]): Promise<FenceSet> {
    const conditions = rules.flatMap(({ content }) => content.conditions);
    const fences = await fencesIn(this.#parts.db, rules[0]?.tenantId ?? "", conditions);
    const compiled = rules.map(({ id, content }) => compileFenceRule({ id, ...content }, fences));
    return new FenceSet(compiled.filter((rule) => rule !== undefined));
  }
}

/** The fences that these conditions name. */
export async function fencesIn(
  db: Db,
  tenantId: string,
  conditions: WatchingRule["content"]["conditions"],
): Promise<FenceById> {
  const ids = conditions.flatMap((condition) => (condition.kind === "fence" ? [condition.fence_id] : []));
  const shapes = await fenceShapes(db, tenantId, ids);
  return (id) => {
    const shape = shapes.get(id);
    return shape && fenceOf(shape);
  };
}
