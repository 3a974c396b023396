import { mayBeTransported } from "@canopy/can/dbc/find";
import type { ErrorDef } from "@canopy/contract/platform/errors";
import { RAW_SAMPLES_PER_PIXEL } from "@canopy/contract/signals/curves";
import type { SignalReference } from "@canopy/contract/signals/signal-reference";
import type { FrameReader } from "../../frames/store/frame-store.ts";
import type { MessageCurves, SignalQuery } from "../../frames/store/signal-query.ts";
import { SECOND_US, type TimeWindow } from "../../frames/store/time-window.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { alsoIdsOf } from "../bindings/find-signal.ts";
import { type ResolvedSignal, resolveSignals } from "../bindings/resolve-signals.ts";
import { parsedDbc } from "../dbc/parsed-dbc.ts";
import { type KeptSeries, keptSeriesOf } from "../kept/series-store.ts";
import { type CurveGrid, curveGrid } from "./curve-grid.ts";
import { type CurvePoints, curvePoints, type SignalCurve } from "./curve-points.ts";
import { isEmpty, transportCurves } from "./transport-curves.ts";

export interface CurveStores {
  readonly db: Db;
  readonly frames: Pick<FrameReader, "curves" | "page">;
}

export interface CurvesQuery extends TimeWindow {
  readonly tenantId: string;
  readonly bindingNumber: number;
  readonly pixels: number;
  readonly items: readonly SignalReference[];
  /** Signals without kept values are not decoded. */
  readonly keptOnly: boolean;
}

export interface DrawnItem extends CurvePoints {
  readonly source: "materialised" | "decoded";
  readonly revision: number;
  readonly kind: SignalCurve["kind"];
}

type Failed = { readonly error: ErrorDef };
type Unkept = { readonly unkept: true };

interface CurveAnswer {
  readonly pixelUs: number;
  /** In the order of the items; an item that cannot be drawn says why. */
  readonly items: readonly (DrawnItem | Failed | Unkept)[];
}

interface PlacedItem extends ResolvedSignal {
  readonly place: number;
  readonly dbcId: string;
}

/** The items of one message on one channel with one revision: one reading for all of them. */
interface Group {
  readonly items: readonly PlacedItem[];
  readonly dbcId: string;
  readonly revision: number;
  readonly wanted: Omit<SignalQuery, "bindingNumber" | "fromUs" | "toUs">;
}

/** DBC-06, DBC-09: from kept values where there are any, else from the frames; the points are the same. */
export async function readCurvesOf(stores: CurveStores, query: CurvesQuery, signal: AbortSignal): Promise<CurveAnswer> {
  const grid = curveGrid(query, query.pixels);
  const mostRaw = query.pixels * RAW_SAMPLES_PER_PIXEL;
  const answers: (DrawnItem | Failed | Unkept)[] = [];
  const dbcOf = (dbcId: string, revision?: number) => parsedDbc(stores.db, query.tenantId, dbcId, revision);
  const resolved: PlacedItem[] = [];
  for (const [place, item] of (await resolveSignals(dbcOf, query.items)).entries()) {
    if ("error" in item) answers[place] = item;
    else resolved.push({ ...item, place, dbcId: query.items[place]?.dbc_id ?? "" });
  }
  const groups = groupsOf(resolved);
  const kept = await keptSeries(stores.db, query, groups);
  if (query.keptOnly) for (const { place } of resolved) answers[place] = { unkept: true };
  const drawn = query.keptOnly ? groups.map((group) => keptPart(group, kept)) : groups;
  // Kept values are those of whole seconds: narrower pixels are decoded too.
  const read = query.keptOnly && grid.pixelUs < SECOND_US ? [] : drawn.filter(({ items }) => items.length > 0);
  const { bindingNumber } = query;
  const messages = read.map((group) => ({ ...group.wanted, series: seriesOfGroup(group, kept) }));
  const asked = { ...grid, originUs: grid.fromUs, bindingNumber, limit: mostRaw, messages };
  const curves = read.length === 0 ? [] : await stores.frames.curves(asked, signal);
  for (const [i, group] of read.entries()) {
    const direct = curves[i];
    const isSplit = direct && mayBeTransported(group.wanted.message) && isEmpty(direct);
    const own = isSplit ? await transportCurves(stores.frames, group.wanted, asked, signal) : direct;
    if (own) for (const item of group.items) answers[item.place] = drawnItem(query, grid, group, item, own);
  }
  return { pixelUs: grid.pixelUs, items: answers };
}

function drawnItem(
  { fromUs }: CurvesQuery,
  { pixelUs }: CurveGrid,
  { wanted, revision }: Group,
  { signal }: PlacedItem,
  answer: MessageCurves,
): DrawnItem {
  const curve = curveOf(answer, wanted.signals.indexOf(signal));
  const source = answer.kind === "pixels" && answer.isKept ? "materialised" : "decoded";
  return { source, revision, kind: curve.kind, ...curvePoints(curve, fromUs, pixelUs) };
}

function curveOf(answer: MessageCurves, place: number): SignalCurve {
  if (answer.kind === "pixels") return { kind: "pixels", pixels: answer.curves[place] ?? [] };
  const { timesUs, values } = answer.samples;
  const column = values[place] ?? new Float64Array();
  // A row may have some of the signals only.
  const isPresent = (_: number, row: number) => !Number.isNaN(column[row] ?? Number.NaN);
  return { kind: "raw", timesUs: [...timesUs.filter(isPresent)], values: [...column.filter(isPresent)] };
}

function groupsOf(items: readonly PlacedItem[]): Group[] {
  const messageKey = ({ channel, dbcId, revision, message }: PlacedItem) =>
    [channel, dbcId, revision, message.id, message.isExtended].join(" ");
  return [...Map.groupBy(items, messageKey).values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { channel, message, dbc, dbcId, revision } = first;
    const signals = [...new Set(group.map(({ signal }) => signal))];
    const wanted = { channel, message, alsoIds: alsoIdsOf(dbc, message), signals };
    return [{ items: group, dbcId, revision, wanted }];
  });
}

function keptSeries(db: Db, query: CurvesQuery, groups: readonly Group[]): Promise<KeptSeries[]> {
  const dbcIds = [...new Set(groups.map(({ dbcId }) => dbcId))];
  return dbcIds.length === 0 ? Promise.resolve([]) : keptSeriesOf(db, query.tenantId, query.bindingNumber, dbcIds);
}

/** Series by signal name, for each binding that keeps signals of the group's message with the revision asked for. */
function seriesByName({ wanted, revision, dbcId }: Group, kept: readonly KeptSeries[]): Map<string, number>[] {
  const { channel, message } = wanted;
  const ofMessage = kept.filter(
    (one) =>
      one.channel === channel &&
      one.dbcId === dbcId &&
      one.revision === revision &&
      one.message_id === message.id &&
      one.is_extended === message.isExtended,
  );
  const ofBindings = Map.groupBy(ofMessage, (one) => one.bindingId).values();
  return [...ofBindings].map((ofBinding) => new Map(ofBinding.map((one) => [one.signal, one.series])));
}

/** Where one binding keeps all signals of the group: their series. */
function seriesOfGroup(group: Group, kept: readonly KeptSeries[]): number[] | undefined {
  const { signals } = group.wanted;
  for (const byName of seriesByName(group, kept)) {
    const numbers = signals.flatMap(({ name }) => byName.get(name) ?? []);
    if (numbers.length === signals.length) return numbers;
  }
  return undefined;
}

/** The group without the signals that would have to be decoded: those that one binding keeps, the most of any. */
function keptPart(group: Group, kept: readonly KeptSeries[]): Group {
  const { wanted, items } = group;
  const parts = seriesByName(group, kept).map((byName) => wanted.signals.filter(({ name }) => byName.has(name)));
  const [signals = []] = parts.sort((a, b) => b.length - a.length);
  return { ...group, wanted: { ...wanted, signals }, items: items.filter(({ signal }) => signals.includes(signal)) };
}
