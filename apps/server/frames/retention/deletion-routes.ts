import { createDeletion, deletionPreview, MOST_COUNTED_POINTS } from "@canopy/contract/frames/deletion-tasks";
import { platformErrors } from "@canopy/contract/platform/errors";
import { findDevice } from "../../devices/find-device.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { Jobs } from "../../platform/jobs/jobs.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { asUnavailable } from "../as-unavailable.ts";
import { askedRange } from "../history/history-range.ts";
import type { FrameFilter } from "../store/frame-filter.ts";
import type { FrameStore } from "../store/frame-store.ts";
import type { PinnedWindowStore } from "../store/pinned-windows.ts";
import type { PointStore } from "../store/points/points.ts";
import { overlaps, type TimeWindow } from "../store/time-window.ts";
import { confirmPassword, type PasswordServices } from "./confirm-password.ts";
import { DELETE_RANGE, MAX_FRAMES_PER_DELETE } from "./delete-range-job.ts";

export interface DeletionServices extends PasswordServices {
  readonly db: Db;
  readonly frames: FrameStore;
  readonly pins: Pick<PinnedWindowStore, "of">;
  readonly jobs: Jobs;
}

interface RangeDeletionServices extends DeletionServices {
  readonly points: Pick<PointStore, "countRange">;
  readonly alarmsTouched: AlarmsTouched;
}

export interface TouchedAlarm {
  readonly event_id: string;
  readonly rule_name: string;
  readonly start_time: number;
  /** Its frames stay unless pinned windows go too. */
  readonly is_pinned: boolean;
}

/** Alarm events of a device within a range, newest first, handed over by the domain that knows them. */
export type AlarmsTouched = (
  device: { readonly tenantId: string; readonly thingsId: string },
  range: TimeWindow & { readonly channels: readonly number[] | undefined },
  most: number,
) => Promise<{ readonly list: readonly TouchedAlarm[]; readonly total: number }>;

/** Of the events that lose their frames, those that are named. */
const MAX_TOLD_ALARMS = 5;

const filterOf = (channels: readonly number[] | undefined): FrameFilter => (channels ? { channels } : {});

/** DAT-04: irreversible, so the password is asked again. */
export function deletionRoutes(services: RangeDeletionServices): Route[] {
  const { db, frames, points, pins, jobs, alarmsTouched } = services;
  const bindingOf = async (tenantId: string, thingsId: string) => {
    const device = await findDevice(db, tenantId, thingsId);
    if (!device) throw new ApiError(platformErrors.notFound);
    return device.bindingNumber;
  };
  return [
    route(deletionPreview, async ({ caller, params, query, signal }) => {
      const range = askedRange(query.start_time, query.end_time);
      const bindingNumber = await bindingOf(caller.tenantId, params.things_id);
      const wanted = { ...range, bindingNumber, filter: filterOf(query.channels) };
      const [found, pinned, extent, pointCount] = await asUnavailable(() =>
        Promise.all([
          frames.count(wanted, signal),
          pins.of(bindingNumber),
          frames.extent(bindingNumber),
          query.channels ? 0 : points.countRange(bindingNumber, range, MOST_COUNTED_POINTS),
        ]),
      );
      const pinned_windows = pinned.filter((window) => overlaps(window, range)).length;
      const device = { tenantId: caller.tenantId, thingsId: params.things_id };
      const touched = await alarmsTouched(device, { ...range, channels: query.channels }, MAX_TOLD_ALARMS);
      return {
        ...{ frames: found, limit: MAX_FRAMES_PER_DELETE, pinned_windows, channels: [...extent.channels] },
        points: pointCount,
        ...{ alarms: [...touched.list], alarm_total: touched.total },
      };
    }),
    route(createDeletion, async (context) => {
      const { caller, params, body, signal } = context;
      const range = askedRange(body.start_time, body.end_time);
      const { tenantId, userId } = caller;
      await confirmPassword(services, context, body.password);
      const { channels } = body;
      const wanted = { bindingNumber: await bindingOf(tenantId, params.things_id), ...range };
      const found = await asUnavailable(() => frames.count({ ...wanted, filter: filterOf(channels) }, signal));
      const which = { thingsId: params.things_id, includePinned: body.include_pinned, ...(channels && { channels }) };
      const input = { ...wanted, ...which };
      const id = await jobs.enqueue(DELETE_RANGE, { tenantId, userId, input });
      return { id, frames: found, limit: MAX_FRAMES_PER_DELETE };
    }),
  ];
}
