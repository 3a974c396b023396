import { someRows } from "@canopy/can/find-signal/columns";
import type { AsideField, Finding, Findings } from "@canopy/can/find-signal/find-signal";
import type { FindTarget } from "@canopy/can/find-signal/target";
import { historyErrors } from "@canopy/contract/frames/errors";
import { platformErrors } from "@canopy/contract/platform/errors";
import { findErrors } from "@canopy/contract/signals/find-errors";
import {
  type AsideSignal,
  type FindWays,
  type FoundSignal,
  findSignals,
  MAX_FIND_FRAMES,
  MAX_FIND_MS,
} from "@canopy/contract/signals/find-signal";
import { findDevice } from "../../devices/find-device.ts";
import { asUnavailable } from "../../frames/as-unavailable.ts";
import type { FrameReader } from "../../frames/store/frame-store.ts";
import type { PointStore } from "../../frames/store/points/points.ts";
import type { TimeWindow } from "../../frames/store/time-window.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { DbcOf } from "../bindings/resolve-signals.ts";
import { parsedDbc } from "../dbc/parsed-dbc.ts";
import { gpsTarget, signalTarget } from "./find-target.ts";

interface FindServices {
  readonly db: Db;
  readonly frames: Pick<FrameReader, "find" | "pixels">;
  readonly points: Pick<PointStore, "positions">;
}

interface Asked extends TimeWindow {
  readonly bindingNumber: number;
}

const US_PER_MS = 1000;

/** DBC-10 */
export function findSignalRoutes(services: FindServices): Route[] {
  const { db, frames } = services;
  return [
    route(findSignals, async ({ caller: { tenantId }, params, body, signal }) => {
      const [fromUs, toUs] = [Number(body.start_time), Number(body.end_time)];
      if (fromUs >= toUs) throw new ApiError(historyErrors.rangeReversed, { field: "end_time" });
      if (toUs - fromUs > MAX_FIND_MS * US_PER_MS) throw new ApiError(findErrors.findRange, { field: "end_time" });
      const device = await findDevice(db, tenantId, params.things_id);
      if (!device) throw new ApiError(platformErrors.notFound);
      const asked = { bindingNumber: device.bindingNumber, fromUs, toUs };
      const dbcOf: DbcOf = (dbcId, revision) => parsedDbc(db, tenantId, dbcId, revision);
      const target = await asUnavailable(() => targetOf(services, dbcOf, body.target, asked, signal));
      const query = { ...asked, target, mostFrames: MAX_FIND_FRAMES };
      const found = await asUnavailable(() => frames.find(query, signal));
      if ("tooMany" in found) {
        const values = { frames: found.tooMany, limit: MAX_FIND_FRAMES };
        throw new ApiError(findErrors.findTooMany, { values });
      }
      return { data: { ...described(found, fromUs), ...referenceOf(target, fromUs) } };
    }),
  ];
}

async function targetOf(
  { frames, points }: FindServices,
  dbcOf: DbcOf,
  ways: FindWays,
  asked: Asked,
  signal: AbortSignal,
): Promise<FindTarget> {
  if (ways.way === "signal") return signalTarget(frames, dbcOf, ways.signal, asked, signal);
  if (ways.way === "gpsSpeed") return gpsTarget(points, asked);
  const { fromUs, toUs } = asked;
  if (ways.way === "moments") {
    const timesUs = ways.times.map(Number);
    if (timesUs.some((at) => at < fromUs || at >= toUs)) throw new ApiError(findErrors.findOutside);
    return { kind: "moments", timesUs, toleranceUs: (ways.tolerance_ms ?? 500) * US_PER_MS };
  }
  const [a, b] = [ways.a, ways.b].map(({ from, to }) => ({ fromUs: Number(from), toUs: Number(to) }));
  for (const one of [a, b])
    if (one === undefined || one.fromUs >= one.toUs || one.fromUs < fromUs || one.toUs > toUs)
      throw new ApiError(findErrors.findOutside);
  return { kind: "windows", a: a as TimeWindow, b: b as TimeWindow };
}

function described({ list, aside, frames, messages }: Findings, fromUs: number) {
  return {
    list: list.map(
      (one): FoundSignal => ({
        ...placeOf(one),
        score: one.score,
        reason: reasonOf(one.reason),
        times: [...one.timeUs].map((us) => us - fromUs),
        values: [...one.value],
      }),
    ),
    aside: aside.map((one): AsideSignal => ({ ...placeOf(one), reason: one.reason })),
    frames,
    messages,
  };
}

/** As dense as the curves of the findings. */
const REFERENCE_POINTS = 240;

function referenceOf(target: FindTarget, fromUs: number) {
  if (target.kind !== "reference") return {};
  const rows = [...someRows(0, target.timeUs.length, REFERENCE_POINTS)];
  const times = rows.map((row) => (target.timeUs[row] ?? fromUs) - fromUs);
  return { reference: { times, values: rows.map((row) => target.value[row] ?? 0) } };
}

const placeOf = ({ channel, id, isExtended, size, field }: Finding | AsideField) => ({
  channel,
  id,
  is_extended: isExtended,
  size,
  start_bit: field.startBit,
  length: field.length,
  byte_order: field.byteOrder,
  is_signed: field.isSigned,
});

function reasonOf(reason: Finding["reason"]): FoundSignal["reason"] {
  if (reason.code === "differs") {
    const { code, meanA, meanB, spreadA, spreadB } = reason;
    return { code, mean_a: meanA, mean_b: meanB, spread_a: spreadA, spread_b: spreadB };
  }
  if (reason.code === "changes") return reason;
  const { lagMs, ...rest } = reason;
  return { ...rest, lag_ms: lagMs };
}
