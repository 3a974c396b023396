import type { DeviceRight, RightLevel, RightStep } from "@canopy/contract/devices/rights";

export interface RightFilter {
  readonly keyword: string;
  readonly label_id: string;
  readonly level: RightLevel | "";
}

export const NO_FILTER: RightFilter = { keyword: "", label_id: "", level: "" };

/** As the call takes it: what is not chosen is left out. */
export function filterOf({ keyword, label_id, level }: RightFilter) {
  return { keyword, ...(label_id && { label_id }), ...(level && { level }) };
}

/**
 * A single device after a step for all: the later one wins. One device twice is one step. Steps that name devices may
 * stand in any order among each other, so that those since the last filter are one for each level.
 */
export function withDevice(steps: readonly RightStep[], thingsId: string, level: RightLevel): RightStep[] {
  const others = steps.map((step) =>
    step.things_ids ? { ...step, things_ids: step.things_ids.filter((id) => id !== thingsId) } : step,
  );
  const kept = others.filter((step) => step.things_ids === undefined || step.things_ids.length > 0);
  const lastFilter = kept.findLastIndex((step) => step.things_ids === undefined);
  const at = kept.findIndex((step, i) => i > lastFilter && step.level === level);
  if (at < 0) return [...kept, { level, things_ids: [thingsId] }];
  return kept.map((step, i) => (i === at ? { ...step, things_ids: [...(step.things_ids ?? []), thingsId] } : step));
}

export function withAll(steps: readonly RightStep[], filter: RightFilter, level: RightLevel): RightStep[] {
  return [...steps, { level, filter: { ...filterOf(filter), keyword: filter.keyword } }];
}

/** What a row shows before it is saved. */
export function stagedLevel(
  steps: readonly RightStep[],
  row: DeviceRight,
  labelNames: ReadonlyMap<string, string>,
): RightLevel {
  return steps.reduce<RightLevel>((level, step) => (covers(step, row, labelNames) ? step.level : level), row.level);
}

/** The filter of a step looks at what is stored, as the server does. */
function covers({ things_ids, filter }: RightStep, row: DeviceRight, labelNames: ReadonlyMap<string, string>): boolean {
  if (things_ids) return things_ids.includes(row.things_id);
  if (!filter) return false;
  const word = filter.keyword.toLowerCase();
  const hasWord = row.name.toLowerCase().includes(word) || row.third_things_id.toLowerCase().includes(word);
  const label = filter.label_id && labelNames.get(filter.label_id);
  const hasLabel = !filter.label_id || (label !== undefined && row.labels.includes(label));
  return hasWord && hasLabel && (!filter.level || filter.level === row.level);
}
