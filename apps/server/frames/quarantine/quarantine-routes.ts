import {
  deleteQuarantine,
  listQuarantine,
  type QuarantinedBatchRow,
  takeOverQuarantine,
} from "@canopy/contract/frames/quarantine";
import { platformErrors } from "@canopy/contract/platform/errors";
import { findDevice } from "../../devices/find-device.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { Jobs } from "../../platform/jobs/jobs.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { asUnavailable } from "../as-unavailable.ts";
import {
  arrivalShiftUs,
  type BatchId,
  type Quarantine,
  type QuarantinedBatch,
  type QuarantinePosition,
  type WhichBatches,
} from "../landing/quarantine.ts";
import { confirmPassword, type PasswordServices } from "../retention/confirm-password.ts";
import { quarantineJobs } from "./quarantine-jobs.ts";

interface QuarantineServices extends PasswordServices {
  readonly db: Db;
  readonly quarantine: Quarantine;
  readonly jobs: Jobs;
  readonly now: () => number;
}

/** DAT-08: batches with a wrong clock are seen, taken over and deleted here. */
export function quarantineRoutes(services: QuarantineServices): Route[] {
  const { db, quarantine, jobs, now } = services;
  const tasks = quarantineJobs({ db, quarantine });
  const bindingOf = async ({ tenantId }: Caller, thingsId: string): Promise<number> => {
    const device = await findDevice(db, tenantId, thingsId);
    if (!device) throw new ApiError(platformErrors.notFound);
    return device.bindingNumber;
  };
  // A terminal may go on sending wrong times while the task runs: those are for the next one.
  const whichOf = (keys: readonly string[] | undefined): WhichBatches => keys?.map(idOf) ?? { receivedByMs: now() };

  return [
    route(listQuarantine, async ({ caller, params, query }) => {
      const bindingNumber = await bindingOf(caller, params.things_id);
      return asUnavailable(async () => {
        const page = await quarantine.list(bindingNumber, query.page_size, positionOf(query.cursor));
        const { firstReceivedMs, ...totals } = await quarantine.totals(bindingNumber);
        return {
          list: page.batches.map(rowOf),
          next: page.next ? cursorOf(page.next) : null,
          totals: { ...totals, first_received_time: firstReceivedMs ?? null },
        };
      });
    }),
    route(takeOverQuarantine, async ({ caller, params, body }) => {
      const { tenantId, userId } = caller;
      const bindingNumber = await bindingOf(caller, params.things_id);
      const shift = body.shift_ms === null ? "arrival" : body.shift_ms * 1000;
      const input = {
        bindingNumber,
        which: whichOf(body.batches),
        shift,
        told: logTargetOf(caller, params.things_id),
      } as const;
      return { id: await jobs.enqueue(tasks.takeOver, { tenantId, userId, input }) };
    }),
    route(deleteQuarantine, async (context) => {
      const { caller, params, body } = context;
      const { tenantId, userId } = caller;
      await confirmPassword(services, context, body.password);
      const bindingNumber = await bindingOf(caller, params.things_id);
      const input = { bindingNumber, which: whichOf(body.batches), told: logTargetOf(caller, params.things_id) };
      return { id: await jobs.enqueue(tasks.remove, { tenantId, userId, input }) };
    }),
  ];
}

const logTargetOf = ({ tenantId, userName }: Caller, thingsId: string) => ({ tenantId, thingsId, userName });

const rowOf = (batch: QuarantinedBatch): QuarantinedBatchRow => ({
  key: `${batch.epoch}.${batch.sequence}`,
  reason: batch.reason,
  frames: batch.frames,
  bytes: batch.bytes,
  first: String(batch.firstUs),
  last: String(batch.lastUs),
  received_time: batch.receivedAtMs,
  arrival_shift_ms: Math.floor(arrivalShiftUs(batch) / 1000),
});

/** The contract has checked the form of keys and cursors. */
function idOf(key: string): BatchId {
  const [epoch = 0, sequence = 0] = key.split(".").map(Number);
  return { epoch, sequence };
}

const cursorOf = ({ receivedAtMs, epoch, sequence }: QuarantinePosition) => `${receivedAtMs}.${epoch}.${sequence}`;

function positionOf(cursor: string | undefined): QuarantinePosition | undefined {
  if (cursor === undefined) return undefined;
  const [receivedAtMs = 0, epoch = 0, sequence = 0] = cursor.split(".").map(Number);
  return { receivedAtMs, epoch, sequence };
}
