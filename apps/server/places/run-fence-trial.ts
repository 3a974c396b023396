import type { Fence } from "@canopy/can/gps/fence";
import { isInFence } from "@canopy/can/gps/fence-area";
import { UNKNOWN_FENCE_STATE, watchFence } from "@canopy/can/gps/fence-watch";
import { isPoor, isZeroIsland, type TimedPosition } from "@canopy/can/gps/track-judge";
import { fenceListErrors } from "@canopy/contract/places/errors";
import { type FenceShape, fenceOf } from "@canopy/contract/places/fence-shape";
import { type FenceTrial, MAX_TRIAL_DEVICES, MAX_TRIAL_MS } from "@canopy/contract/places/fences";
import { platformErrors } from "@canopy/contract/platform/errors";
import { sql } from "kysely";
import { mayRead } from "../devices/rights/device-level-store.ts";
import { asUnavailable } from "../frames/as-unavailable.ts";
import { askedRange } from "../frames/history/history-range.ts";
import type { PointStore } from "../frames/store/points/points.ts";
import { ApiError } from "../platform/http/api-error.ts";
import type { Caller } from "../platform/http/caller.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { positionOf, readPositions } from "./read-positions.ts";

/** Crossings that an answer lists; all are counted. */
const MAX_LISTED = 200;

interface Asked {
  readonly shape: FenceShape;
  readonly label_id?: string | undefined;
  readonly from_time: number;
  readonly to_time: number;
}

interface TriedDevice {
  readonly id: string;
  readonly name: string;
  readonly binding: number;
}

/** GPS-03: the border over the stored positions of the devices, by the judge of the alarms. */
export async function runFenceTrial(
  { db, points }: { readonly db: Db; readonly points: PointStore },
  caller: Caller,
  asked: Asked,
  signal: AbortSignal,
): Promise<FenceTrial> {
  const range = askedRange(asked.from_time, asked.to_time);
  if (asked.to_time - asked.from_time > MAX_TRIAL_MS)
    throw new ApiError(fenceListErrors.trialRange, { field: "to_time" });
  const devices = await triedDevices(db, caller, asked.label_id);
  const tally = new TrialTally(fenceOf(asked.shape));
  for (const device of devices) {
    tally.begin(device);
    const pages = readPositions(points, { bindingNumber: device.binding, ...range }, signal);
    await asUnavailable(async () => {
      for await (const page of pages) for (const stored of page) tally.add(positionOf(stored));
    });
    tally.end();
  }
  return tally.result(devices.length);
}

async function triedDevices(db: Db, caller: Caller, labelId: string | undefined): Promise<TriedDevice[]> {
  if (labelId !== undefined) {
    const label = await sql`select 1 from labels where tenant_id = ${caller.tenantId} and id = ${labelId}`.execute(db);
    if (label.rows.length === 0) throw new ApiError(platformErrors.notFound, { field: "label_id" });
  }
  const found = await sql<TriedDevice>`select t.id, t.name, t.binding from things t
    where t.tenant_id = ${caller.tenantId} and ${mayRead(caller)} and (${labelId ?? null}::uuid is null or exists
      (select 1 from thing_labels x where x.things_id = t.id and x.label_id = ${labelId ?? null}))
    order by t.name, t.id limit ${MAX_TRIAL_DEVICES + 1}`.execute(db);
  if (found.rows.length > MAX_TRIAL_DEVICES)
    throw new ApiError(fenceListErrors.trialDevices, { values: { limit: MAX_TRIAL_DEVICES } });
  return found.rows;
}

class TrialTally {
  readonly #fence: Fence;
  readonly #counts = { positions: 0, entered: 0, left: 0, passed: 0 };
  readonly #inside: string[] = [];
  readonly #crossings: FenceTrial["crossings"] = [];
  #bare = 0;
  #device: TriedDevice | undefined;
  #state = UNKNOWN_FENCE_STATE;
  #wasInside: boolean | undefined;
  #isAlwaysInside = true;

  constructor(fence: Fence) {
    this.#fence = fence;
  }

  begin(device: TriedDevice): void {
    this.#device = device;
    this.#state = UNKNOWN_FENCE_STATE;
    this.#wasInside = undefined;
    this.#isAlwaysInside = true;
  }

  add(position: TimedPosition): void {
    if (isZeroIsland(position) || isPoor(position)) return;
    this.#counts.positions += 1;
    const isInside = isInFence(this.#fence, position);
    if (this.#wasInside !== undefined && this.#wasInside !== isInside) this.#bare += 1;
    this.#wasInside = isInside;
    const { state, event } = watchFence(this.#fence, this.#state, position);
    this.#state = state;
    if (state.side !== "inside") this.#isAlwaysInside = false;
    if (event && event.kind !== "alreadyOutside") this.#cross(event.kind, event.atUs, position);
  }

  end(): void {
    if (this.#device && this.#wasInside !== undefined && this.#isAlwaysInside) this.#inside.push(this.#device.name);
  }

  result(devices: number): FenceTrial {
    const { entered, left } = this.#counts;
    const crossings = this.#crossings.toSorted((a, b) => b.time - a.time).slice(0, MAX_LISTED);
    return {
      devices,
      ...this.#counts,
      avoided: Math.max(0, this.#bare - entered - left),
      inside: this.#inside,
      crossings,
    };
  }

  #cross(kind: "enter" | "exit" | "passed", atUs: number, { latitude, longitude }: TimedPosition): void {
    if (kind === "enter") this.#counts.entered += 1;
    else if (kind === "exit") this.#counts.left += 1;
    else this.#counts.passed += 1;
    const { id = "", name = "" } = this.#device ?? {};
    this.#crossings.push({
      things_id: id,
      device_name: name,
      kind,
      time: Math.floor(atUs / 1000),
      latitude,
      longitude,
    });
  }
}
