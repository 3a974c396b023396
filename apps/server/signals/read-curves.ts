import type { ErrorDef } from "@canopy/contract/platform/errors";
import { RAW_SAMPLES_PER_PIXEL } from "@canopy/contract/signals/curves";
import type { SignalReference } from "@canopy/contract/signals/signal-reference";
import type { TimeWindow } from "../frames/retention-store.ts";
import { curveGrid } from "./curve-grid.ts";
import { type CurvePoints, curvePoints, type SignalCurve } from "./curve-points.ts";
import { decodeCurves, type WantedMessage } from "./decode-curves.ts";
import { alsoIdsOf } from "./find-signal.ts";
import type { SignalStores } from "./materialise-binding.ts";
import { parsedDbc } from "./parsed-dbc.ts";
import { type KeptWanted, readKept } from "./read-kept.ts";
import { type ResolvedSignal, resolveSignals } from "./resolve-signals.ts";
import { type KeptSeries, keptSeriesOf } from "./series-store.ts";

export interface CurvesQuery extends TimeWindow {
  readonly tenantId: string;
  readonly bindingNumber: number;
  readonly pixels: number;
  readonly items: readonly SignalReference[];
  readonly nowUs: number;
}

export interface DrawnItem extends CurvePoints {
  readonly source: "materialised" | "decoded";
  readonly revision: number;
  readonly kind: SignalCurve["kind"];
}

type Failed = { readonly error: ErrorDef };

interface CurveAnswer {
  readonly pixelUs: number;
  /** In the order of the items; an item that cannot be drawn says why. */
  readonly items: readonly (DrawnItem | Failed)[];
}

interface PlacedItem extends ResolvedSignal {
  readonly place: number;
  readonly dbcId: string;
}

/** The items of one message on one channel with one revision: one reading for all of them. */
interface Group {
  readonly items: readonly PlacedItem[];
  readonly revision: number;
  readonly wanted: WantedMessage;
}

/** DBC-06, DBC-09: from what is materialised where it is whole, else from the frames; the points are the same. */
export async function readCurvesOf(stores: SignalStores, query: CurvesQuery): Promise<CurveAnswer> {
  const grid = curveGrid(query, query.pixels);
  const mostRaw = query.pixels * RAW_SAMPLES_PER_PIXEL;
  const answers: (DrawnItem | Failed)[] = [];
  const dbcOf = (dbcId: string, revision?: number) => parsedDbc(stores.db, query.tenantId, dbcId, revision);
  const resolved: PlacedItem[] = [];
  for (const [place, item] of (await resolveSignals(dbcOf, query.items)).entries()) {
    if ("error" in item) answers[place] = item;
    else resolved.push({ ...item, place, dbcId: query.items[place]?.dbc_id ?? "" });
  }
  const groups = groupsOf(query.bindingNumber, resolved);
  const kept = await keptOf(stores, query, groups);
  const { tenantId, bindingNumber: device, nowUs } = query;
  const found = await readKept(stores, { tenantId, device, nowUs, grid, messages: [...kept.values()] });
  for (const group of groups) {
    const keptGroup = kept.get(group);
    const pixels = (keptGroup && found?.get(keptGroup)) ?? [];
    const samples = Math.max(0, ...pixels.map((one) => one.reduce((sum, pixel) => sum + pixel.samples, 0)));
    const isKept = keptGroup !== undefined && found !== undefined;
    const curves: readonly SignalCurve[] =
      isKept && samples > mostRaw
        ? pixels.map((one) => ({ kind: "pixels", pixels: one }))
        : await decodeCurves(stores.client, group.wanted, grid, mostRaw);
    const source = isKept && samples > mostRaw ? "materialised" : "decoded";
    for (const { signal, place } of group.items) {
      const curve = curves[group.wanted.signals.indexOf(signal)] ?? { kind: "raw", timesUs: [], values: [] };
      const points = curvePoints(curve, query.fromUs, grid.pixelUs);
      answers[place] = { source, revision: group.revision, kind: curve.kind, ...points };
    }
  }
  return { pixelUs: grid.pixelUs, items: answers };
}

function groupsOf(bindingNumber: number, items: readonly PlacedItem[]): Group[] {
  const nameOf = ({ channel, dbcId, revision, message }: PlacedItem) =>
    [channel, dbcId, revision, message.id, message.isExtended].join(" ");
  return [...Map.groupBy(items, nameOf).values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { channel, message, dbc, revision } = first;
    const signals = [...new Set(group.map(({ signal }) => signal))];
    const wanted = { bindingNumber, channel, message, alsoIds: alsoIdsOf(dbc, message), signals };
    return [{ items: group, revision, wanted }];
  });
}

/** The groups whose signals are all materialised by one binding, with the revision that is asked for. */
async function keptOf(
  { db }: SignalStores,
  query: CurvesQuery,
  groups: readonly Group[],
): Promise<Map<Group, KeptWanted>> {
  const dbcIds = [...new Set(groups.flatMap(({ items }) => items.map(({ dbcId }) => dbcId)))];
  const series = dbcIds.length === 0 ? [] : await keptSeriesOf(db, query.tenantId, query.bindingNumber, dbcIds);
  const kept = new Map<Group, KeptWanted>();
  for (const group of groups) {
    const found = keptWanted(group, series);
    if (found) kept.set(group, found);
  }
  return kept;
}

function keptWanted({ wanted, revision, items }: Group, series: readonly KeptSeries[]): KeptWanted | undefined {
  const { channel, message, signals } = wanted;
  const dbcId = items[0]?.dbcId;
  const ofMessage = series.filter(
    (one) =>
      one.channel === channel &&
      one.dbcId === dbcId &&
      one.revision === revision &&
      one.message_id === message.id &&
      one.is_extended === message.isExtended,
  );
  for (const [bindingId, ofBinding] of Map.groupBy(ofMessage, (one) => one.bindingId)) {
    const byName = new Map(ofBinding.map((one) => [one.signal, one.series]));
    const numbers = signals.flatMap(({ name }) => byName.get(name) ?? []);
    if (numbers.length === signals.length) return { wanted, bindingId, series: numbers };
  }
  return undefined;
}
