import type { Dbc } from "@canopy/can/dbc/model";
import type { ErrorDef } from "@canopy/contract/platform/errors";
import { curveErrors } from "@canopy/contract/signals/curve-errors";
import { RAW_SAMPLES_PER_PIXEL } from "@canopy/contract/signals/curves";
import type { SignalReference } from "@canopy/contract/signals/signal-reference";
import type { ClickHouseClient } from "@clickhouse/client";
import type { TimeWindow } from "../frames/retention-store.ts";
import { curveGrid } from "./curve-grid.ts";
import { type CurvePoints, curvePoints, type SignalCurve } from "./curve-points.ts";
import { decodeCurves } from "./decode-curves.ts";
import { alsoIdsOf, type FoundSignal, findSignal } from "./find-signal.ts";

/** A revision of a DBC of the caller's tenant; without a number the newest. */
export type DbcOf = (
  dbcId: string,
  revision?: number,
) => Promise<{ readonly revision: number; readonly dbc: Dbc } | undefined>;

export interface CurvesQuery extends TimeWindow {
  readonly bindingNumber: number;
  readonly pixels: number;
  readonly items: readonly SignalReference[];
}

export interface DrawnItem extends CurvePoints {
  readonly source: "materialised" | "decoded";
  readonly revision: number;
  readonly kind: SignalCurve["kind"];
}

interface ResolvedItem extends FoundSignal {
  readonly channel: number;
  readonly dbc: Dbc;
  readonly revision: number;
}

interface CurveAnswer {
  readonly pixelUs: number;
  /** In the order of the items; an item that cannot be drawn says why. */
  readonly items: readonly (DrawnItem | { readonly error: ErrorDef })[];
}

/** DBC-06, DBC-09. Items of the same message share one reading. */
export async function readCurvesOf(client: ClickHouseClient, dbcOf: DbcOf, query: CurvesQuery): Promise<CurveAnswer> {
  const grid = curveGrid(query, query.pixels);
  const mostRaw = query.pixels * RAW_SAMPLES_PER_PIXEL;
  const items: (DrawnItem | { readonly error: ErrorDef })[] = [];
  const groups = new Map<string, { readonly item: ResolvedItem; readonly places: number[] }[]>();
  for (const [place, reference] of query.items.entries()) {
    const item = await resolve(dbcOf, reference);
    if ("error" in item) {
      items[place] = item;
      continue;
    }
    const { channel, dbc_id, message_id, is_extended } = reference;
    const name = [channel, dbc_id, item.revision, message_id, is_extended].join(" ");
    const group = groups.get(name) ?? [];
    const same = group.find((one) => one.item.signal === item.signal);
    if (same === undefined) group.push({ item, places: [place] });
    else same.places.push(place);
    groups.set(name, group);
  }
  for (const group of groups.values()) {
    const [first] = group;
    if (first === undefined) continue;
    const { channel, message, dbc, revision } = first.item;
    const signals = group.map(({ item }) => item.signal);
    const { bindingNumber } = query;
    const wanted = { bindingNumber, channel, message, alsoIds: alsoIdsOf(dbc, message), signals };
    const curves = await decodeCurves(client, wanted, grid, mostRaw);
    for (const [i, curve] of curves.entries()) {
      const points = curvePoints(curve, query.fromUs, grid.pixelUs);
      for (const place of group[i]?.places ?? [])
        items[place] = { source: "decoded", revision, kind: curve.kind, ...points };
    }
  }
  return { pixelUs: grid.pixelUs, items };
}

async function resolve(dbcOf: DbcOf, reference: SignalReference): Promise<ResolvedItem | { error: ErrorDef }> {
  const { dbc_id, revision, channel } = reference;
  const parsed = await dbcOf(dbc_id, revision);
  if (parsed === undefined) {
    const isThere = revision !== undefined && (await dbcOf(dbc_id)) !== undefined;
    return { error: isThere ? curveErrors.revisionGone : curveErrors.dbcGone };
  }
  const found = findSignal(parsed.dbc, reference);
  return found ? { ...found, ...parsed, channel } : { error: curveErrors.signalGone };
}
