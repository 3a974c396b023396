import { signalSql } from "@canopy/can/dbc/sql";
import type { Language } from "@canopy/contract/platform/language";
import { MAX_STATES, type StatisticsItem } from "@canopy/contract/signals/statistics";
import type { ClickHouseClient } from "@clickhouse/client";
import type { MessageQuery } from "../frames/history-curve-store.ts";
import type { TimeWindow } from "../frames/retention-store.ts";
import { eachSample, framesOf } from "./decode-curves.ts";
import { alsoIdsOf } from "./find-signal.ts";
import type { ResolvedItem, ResolvedSignal } from "./resolve-signals.ts";
import { type Figures, type HeldState, readFigures, readStates } from "./statistics-store.ts";

interface StatisticsQuery extends TimeWindow {
  readonly bindingNumber: number;
  /** Per item: time in state is wanted, with this as the longest pause. */
  readonly gapsUs: readonly (number | undefined)[];
}

/** One after the other: each may read a whole range. */
export async function readStatisticsOf(
  client: ClickHouseClient,
  items: readonly ResolvedItem[],
  query: StatisticsQuery,
  language: Language,
): Promise<StatisticsItem[]> {
  const read: StatisticsItem[] = [];
  for (const [i, item] of items.entries()) {
    if ("error" in item) read.push({ state: "failed", code: item.error.code, message: item.error.text[language] });
    else read.push(await readOne(client, item, query, query.gapsUs[i]));
  }
  return read;
}

async function readOne(
  client: ClickHouseClient,
  item: ResolvedSignal,
  { bindingNumber, fromUs, toUs }: StatisticsQuery,
  gapUs: number | undefined,
): Promise<StatisticsItem> {
  const { channel, message, dbc, signal, revision } = item;
  const wanted = { bindingNumber, channel, message, alsoIds: alsoIdsOf(dbc, message), signals: [signal] };
  const frames = framesOf(wanted, { fromUs, toUs });
  const inStore = signalSql(signal);
  const { figures, states } = inStore.ok
    ? {
        figures: await readFigures(client, frames, inStore.value),
        states: gapUs === undefined ? [] : await readStates(client, frames, inStore.value, gapUs),
      }
    : await countHere(client, item, frames, gapUs);
  const { samples } = figures;
  const known = (value: number) => (samples === 0 ? null : value);
  return {
    state: "counted",
    revision,
    samples,
    min: known(figures.min),
    max: known(figures.max),
    mean: known(figures.mean),
    rms: known(figures.rms),
    states,
  };
}

/** Where a row alone cannot tell, the samples are counted as they come. */
async function countHere(
  client: ClickHouseClient,
  { message, signal }: ResolvedSignal,
  frames: MessageQuery,
  gapUs: number | undefined,
): Promise<{ figures: Figures; states: HeldState[] }> {
  let [samples, min, max, sum, squares] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 0];
  const held = new Map<number, number>();
  let before: { timeUs: number; value: number } | undefined;
  await eachSample(client, message, frames, [signal], (_, timeUs, value) => {
    if (!Number.isFinite(value)) return;
    samples += 1;
    min = Math.min(min, value);
    max = Math.max(max, value);
    sum += value;
    squares += value * value;
    if (
      before &&
      gapUs !== undefined &&
      timeUs - before.timeUs <= gapUs &&
      (held.has(before.value) || held.size < 4096)
    )
      held.set(before.value, (held.get(before.value) ?? 0) + timeUs - before.timeUs);
    before = { timeUs, value };
  });
  const states = [...held].map(([value, us]) => ({ value, us })).filter(({ us }) => us > 0);
  states.sort((one, other) => other.us - one.us);
  return {
    figures: { samples, min, max, mean: sum / samples, rms: Math.sqrt(squares / samples) },
    states: states.slice(0, MAX_STATES),
  };
}
