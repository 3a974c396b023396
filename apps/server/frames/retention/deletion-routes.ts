import { createDeletion, deletionPreview } from "@canopy/contract/frames/deletion-tasks";
import { platformErrors } from "@canopy/contract/platform/errors";
import { findDevice } from "../../devices/find-device.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { Jobs } from "../../platform/jobs/jobs.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { asUnavailable } from "../as-unavailable.ts";
import { askedRange } from "../history/history-range.ts";
import type { FrameStore } from "../store/frame-store.ts";
import type { PinnedWindowStore } from "../store/pinned-windows.ts";
import { overlaps } from "../store/time-window.ts";
import { confirmPassword } from "./confirm-password.ts";
import { DELETE_RANGE, MAX_FRAMES_PER_DELETE } from "./delete-range-job.ts";

export interface DeletionServices {
  readonly db: Db;
  readonly frames: FrameStore;
  readonly pins: Pick<PinnedWindowStore, "of">;
  readonly jobs: Jobs;
}

/** DAT-04: irreversible, so the password is asked again. */
export function deletionRoutes({ db, frames, pins, jobs }: DeletionServices): Route[] {
  const bindingOf = async (tenantId: string, thingsId: string) => {
    const device = await findDevice(db, tenantId, thingsId);
    if (!device) throw new ApiError(platformErrors.notFound);
    return device.bindingNumber;
  };
  return [
    route(deletionPreview, async ({ caller, params, query, signal }) => {
      const range = askedRange(query.start_time, query.end_time);
      const bindingNumber = await bindingOf(caller.tenantId, params.things_id);
      const [found, pinned] = await asUnavailable(() =>
        Promise.all([frames.count({ ...range, bindingNumber, filter: {} }, signal), pins.of(bindingNumber)]),
      );
      const pinned_windows = pinned.filter((window) => overlaps(window, range)).length;
      return { frames: found, limit: MAX_FRAMES_PER_DELETE, pinned_windows };
    }),
    route(createDeletion, async ({ caller, params, body, signal }) => {
      const range = askedRange(body.start_time, body.end_time);
      const { tenantId, userId } = caller;
      await confirmPassword(db, caller, body.password);
      const wanted = { bindingNumber: await bindingOf(tenantId, params.things_id), ...range };
      const found = await asUnavailable(() => frames.count({ ...wanted, filter: {} }, signal));
      const input = { ...wanted, thingsId: params.things_id, includePinned: body.include_pinned };
      const id = await jobs.enqueue(DELETE_RANGE, { tenantId, userId, input });
      return { id, frames: found, limit: MAX_FRAMES_PER_DELETE };
    }),
  ];
}
