import type { FindTarget } from "@canopy/can/find-signal/target";
import { findErrors } from "@canopy/contract/signals/find-errors";
import type { SignalReference } from "@canopy/contract/signals/signal-reference";
import type { FrameReader } from "../../frames/store/frame-store.ts";
import type { PointStore } from "../../frames/store/points/points.ts";
import type { TimeWindow } from "../../frames/store/time-window.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { alsoIdsOf } from "../bindings/find-signal.ts";
import { type DbcOf, resolveSignals } from "../bindings/resolve-signals.ts";
import { curveGrid } from "./curve-grid.ts";

/** Points of a reference: two seconds apart in an hour. */
const REFERENCE_PIXELS = 2000;
/** More than ten positions a second are none of a receiver. */
const MOST_POSITIONS = 40_000;
const US_PER_MS = 1000;

interface Asked extends TimeWindow {
  readonly bindingNumber: number;
}

/** The curve of a signal with the place it is read from, which is no finding. */
export async function signalTarget(
  frames: Pick<FrameReader, "pixels">,
  dbcOf: DbcOf,
  reference: SignalReference,
  asked: Asked,
  abort: AbortSignal,
): Promise<FindTarget> {
  const [item] = await resolveSignals(dbcOf, [reference]);
  if (item === undefined || "error" in item) throw new ApiError(item?.error ?? findErrors.findReference);
  const { channel, message, signal, dbc } = item;
  const grid = curveGrid(asked, REFERENCE_PIXELS);
  const wanted = { channel, message, alsoIds: alsoIdsOf(dbc, message), signals: [signal] };
  const query = { ...wanted, ...grid, originUs: grid.fromUs, bindingNumber: asked.bindingNumber };
  const { curves } = await frames.pixels(query, abort);
  const points = (curves[0] ?? []).map(({ last, lastUs }) => ({ timeUs: lastUs, value: last }));
  const { startBit, length, byteOrder } = signal;
  const own = { channel, id: message.id, isExtended: message.isExtended, field: { startBit, length, byteOrder } };
  return curveTarget(points, own);
}

/** The speed of the positions. */
export async function gpsTarget(points: Pick<PointStore, "positions">, asked: Asked): Promise<FindTarget> {
  const positions = await points.positions({ ...asked, limit: MOST_POSITIONS });
  const known = positions.flatMap(({ time, speed_kmh }) =>
    speed_kmh === null ? [] : [{ timeUs: time * US_PER_MS, value: speed_kmh }],
  );
  return curveTarget(known);
}

function curveTarget(
  points: readonly { readonly timeUs: number; readonly value: number }[],
  own?: Extract<FindTarget, { kind: "reference" }>["own"],
): FindTarget {
  if (points.every(({ value }) => value === points[0]?.value)) throw new ApiError(findErrors.findReference);
  return {
    kind: "reference",
    timeUs: Float64Array.from(points, ({ timeUs }) => timeUs),
    value: Float64Array.from(points, ({ value }) => value),
    own,
  };
}
