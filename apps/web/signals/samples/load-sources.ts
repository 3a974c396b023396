import { readFormula } from "@canopy/can/formula/formula";
import type { Samples } from "@canopy/can/samples/samples";
import type { ComputedSignal } from "@canopy/contract/signals/computed";
import { readSamples, type SamplesItem } from "@canopy/contract/signals/samples";
import type { SignalReference } from "@canopy/contract/signals/signal-reference";
import { api } from "../../platform/api.ts";
import type { TimeSpan } from "../../ui/time/timeline.ts";

/** The input of a function. */
export type Source =
  | { readonly kind: "signal"; readonly signal: SignalReference }
  | { readonly kind: "computed"; readonly computed: ComputedSignal };

export interface LoadedSource {
  readonly name: string;
  readonly unit: string;
  readonly samples: Samples;
  /** Null: no cycle in the DBC, or a computed signal. */
  readonly cycleUs: number | null;
  /** End of the loaded samples when the range has more. */
  readonly cutUs: number | undefined;
  /** Payloads per sample, on request. */
  readonly payloads: readonly string[];
}

/** A signal was deleted; carries the server's text. */
export class SourceGone extends Error {}

interface Asked {
  readonly thingsId: string;
  readonly range: TimeSpan;
  readonly withPayloads: boolean;
  readonly signal: AbortSignal;
}

/** The samples of each source; a computed signal is computed here from its inputs. */
export function loadSources(sources: readonly Source[], asked: Asked): Promise<LoadedSource[]> {
  return Promise.all(
    sources.map((source) =>
      source.kind === "signal" ? loadSignal(source.signal, asked) : loadComputed(source.computed, asked),
    ),
  );
}

async function loadSignal(signal: SignalReference, asked: Asked): Promise<LoadedSource> {
  const [item] = await load([signal], asked);
  const { unit, cycle_ms, payloads } = item as ReadItem;
  return {
    ...samplesOf(item as ReadItem, asked),
    name: signal.signal,
    unit,
    cycleUs: cycle_ms === null ? null : cycle_ms * 1000,
    payloads: payloads ?? [],
  };
}

async function loadComputed(computed: ComputedSignal, asked: Asked): Promise<LoadedSource> {
  const names = computed.inputs.map(({ name }) => name);
  const read = readFormula(computed.formula, names);
  if (!read.ok) throw new SourceGone(computed.name);
  const items = await load(
    computed.inputs.map(({ signal }) => signal),
    { ...asked, withPayloads: false },
  );
  const inputs = items.map((item) => samplesOf(item, asked));
  const cuts = inputs.flatMap(({ cutUs }) => cutUs ?? []);
  const cutUs = cuts.length === 0 ? undefined : Math.min(...cuts);
  const byName = new Map(names.map((name, i) => [name, inputs[i]?.samples ?? EMPTY]));
  // Cut at the first input that ends: otherwise its last value would hold forever.
  const samples = read.value.over((name) => until(byName.get(name) ?? EMPTY, cutUs));
  return { name: computed.name, unit: computed.unit, samples, cycleUs: null, cutUs, payloads: [] };
}

const EMPTY: Samples = { timeUs: new Float64Array(0), value: new Float64Array(0) };
type ReadItem = Extract<SamplesItem, { state: "read" }>;

async function load(
  items: readonly SignalReference[],
  { thingsId, range, withPayloads, signal }: Asked,
): Promise<ReadItem[]> {
  const body = {
    start_time: String(startUs(range)),
    end_time: String(Math.max(startUs(range) + 1, Math.ceil(range.toMs * 1000))),
    items: [...items],
    with_payloads: withPayloads,
  };
  const { data } = await api(readSamples, { params: { things_id: thingsId }, body }, { signal });
  return data.items.map((item, i) => {
    if (item.state === "failed") throw new SourceGone(`${items[i]?.signal}: ${item.message}`);
    return item;
  });
}

const startUs = (range: TimeSpan) => Math.floor(range.fromMs * 1000);

function samplesOf(item: ReadItem, { range }: Asked): { samples: Samples; cutUs: number | undefined } {
  const from = startUs(range);
  const timeUs = Float64Array.from(item.times, (time) => from + time);
  return { samples: { timeUs, value: Float64Array.from(item.values) }, cutUs: item.more ? timeUs.at(-1) : undefined };
}

function until({ timeUs, value }: Samples, toUs: number | undefined): Samples {
  if (toUs === undefined) return { timeUs, value };
  const end = timeUs.findIndex((time) => time > toUs);
  return end < 0 ? { timeUs, value } : { timeUs: timeUs.slice(0, end), value: value.slice(0, end) };
}
