import type { PlaceMark, PositionRow } from "../landing/position-write.ts";
import type { RuleChangeRow, RuleStateRow } from "../landing/rule-write.ts";
import type { PointStore } from "../store/points/points.ts";
import type { PlaceJudge, WatchedPlaces } from "./batch-judge.ts";

export interface ReceivedPosition extends PositionRow {
  readonly receivedAtMs: number;
}

/** GPS-03: judges positions and stores them with the result; those whose states were not the newest are judged again. */
export async function landJudged(
  store: Pick<PointStore, "landPositions">,
  judge: PlaceJudge,
  rows: readonly ReceivedPosition[],
): Promise<void> {
  let left = rows;
  while (left.length > 0) {
    const watched = await watchedOf(judge, left);
    try {
      const { stored, hasChanges } = await landGroup(store, watched, left);
      for (const [binding, places] of watched)
        if (stored.has(binding)) places.stored();
        else judge.forget(binding);
      if (hasChanges) judge.changed();
      left = left.filter(({ bindingNumber }) => watched.has(bindingNumber) && !stored.has(bindingNumber));
    } catch (error) {
      // It may be stored or not: the states here are no longer known.
      for (const binding of watched.keys()) judge.forget(binding);
      throw error;
    }
  }
}

/** The watched bindings of these rows, all read. */
async function watchedOf(
  judge: PlaceJudge,
  rows: readonly ReceivedPosition[],
): Promise<ReadonlyMap<number, WatchedPlaces>> {
  const bindings = [...new Set(rows.map(({ bindingNumber }) => bindingNumber))];
  for (;;) {
    const unread = bindings.filter((binding) => judge.find(binding) === undefined);
    if (unread.length === 0) break;
    await Promise.all(unread.map((binding) => judge.load(binding)));
  }
  const watched = new Map<number, WatchedPlaces>();
  for (const binding of bindings) {
    const places = judge.find(binding);
    if (places) watched.set(binding, places);
  }
  return watched;
}

async function landGroup(
  store: Pick<PointStore, "landPositions">,
  watched: ReadonlyMap<number, WatchedPlaces>,
  rows: readonly ReceivedPosition[],
): Promise<{ stored: ReadonlySet<number>; hasChanges: boolean }> {
  for (const { bindingNumber, position, receivedAtMs } of rows)
    watched.get(bindingNumber)?.judge(position, receivedAtMs);
  const marks: PlaceMark[] = [];
  const states: RuleStateRow[] = [];
  const changes: RuleChangeRow[] = [];
  for (const [bindingNumber, places] of watched) {
    const taken = places.take();
    marks.push({ bindingNumber, known: places.version, last: taken.last });
    states.push(...taken.states);
    changes.push(...taken.changes);
  }
  const stored = await store.landPositions(rows, { marks, states, changes });
  return { stored, hasChanges: changes.some(({ bindingNumber }) => stored.has(bindingNumber)) };
}
