import { createDeletion } from "@canopy/contract/frames/deletion-tasks";
import { historyErrors } from "@canopy/contract/frames/errors";
import { platformErrors } from "@canopy/contract/platform/errors";
import type { ClickHouseClient } from "@clickhouse/client";
import { passwordFits } from "../accounts/passwords.ts";
import { getUser } from "../accounts/user-store.ts";
import { findDevice } from "../devices/find-device.ts";
import { cancelledBy } from "../platform/clickhouse/cancelled-by.ts";
import { ApiError } from "../platform/http/api-error.ts";
import { type Route, route } from "../platform/http/route.ts";
import type { Jobs } from "../platform/jobs/jobs.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { MAX_FRAMES_PER_DELETE } from "./delete-frames.ts";
import { deleteRangeJob } from "./delete-range-job.ts";
import { askedRange, storedRange, within } from "./history-range.ts";
import { countFrames } from "./history-store.ts";
import { unlessAway } from "./unless-away.ts";

interface DeletionServices {
  readonly db: Db;
  readonly client: ClickHouseClient;
  readonly jobs: Jobs;
  readonly now: () => number;
}

/** DAT-04: irreversible, so the password is asked again. */
export function deletionRoutes({ db, client, jobs, now }: DeletionServices): Route[] {
  const job = deleteRangeJob({ db, client }, async () => []);
  return [
    route(createDeletion, async ({ caller, params, body, signal }) => {
      const wanted = askedRange(body.start_time, body.end_time);
      const { tenantId, userId } = caller;
      const user = await getUser(db, tenantId, userId);
      if (!(await passwordFits(body.password, user?.passwordHash)))
        throw new ApiError(historyErrors.wrongPassword, { field: "password" });
      const device = await findDevice(db, tenantId, params.things_id);
      if (!device) throw new ApiError(platformErrors.notFound);
      const { bindingNumber } = device;
      const range = within(wanted, await storedRange(db, bindingNumber, now())) ?? { fromUs: 0, toUs: 0 };
      const query = { bindingNumber, ...range, filter: {} };
      const frames = await unlessAway(() => countFrames(cancelledBy(client, signal), query, [range]));
      const input = { bindingNumber, ...range, includePinned: body.include_pinned };
      const id = await jobs.enqueue(job, { tenantId, userId, input });
      return { id, frames, limit: MAX_FRAMES_PER_DELETE };
    }),
  ];
}
