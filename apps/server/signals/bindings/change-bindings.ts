import { platformErrors } from "@canopy/contract/platform/errors";
import { MAX_DEVICE_BINDINGS, type SignalBinding } from "@canopy/contract/signals/bindings";
import { strategyErrors } from "@canopy/contract/signals/strategy-errors";
import { dayOf } from "../../frames/store/time-window.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Jobs } from "../../platform/jobs/jobs.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { SignalStores } from "../kept/keep-series.ts";
import { keptDaysOf } from "../kept/materialise-binding.ts";
import { backfillJob, followJob } from "../kept/materialise-jobs.ts";
import { seriesOf, withBindingLock } from "../kept/series-store.ts";
import { lockStrategy } from "../kept/strategy-store.ts";
import {
  adoptNewestRevision,
  type BindingOwner,
  type BindingRow,
  bindingsOf,
  findBinding,
  insertBinding,
  removeBinding,
  setBackfillJob,
  setBindingState,
} from "./signal-binding-store.ts";

/** DBC-03: the panels of a device that draw signals of this DBC on this channel; how many were cleared. */
export type ClearPanels = (
  db: Db,
  of: BindingOwner & { readonly channel: number; readonly dbcId: string },
) => Promise<number>;

export interface BindingServices extends SignalStores {
  readonly jobs: Pick<Jobs, "enqueue">;
  readonly clearPanels: ClearPanels;
  readonly now: () => number;
}

export async function shownBindings(services: BindingServices, owner: BindingOwner): Promise<SignalBinding[]> {
  const rows = await bindingsOf(services.db, owner);
  return Promise.all(rows.map((row) => shown(services, owner, row)));
}

export async function bind(
  services: BindingServices,
  owner: BindingOwner,
  { channel, strategyId }: { readonly channel: number; readonly strategyId: string },
): Promise<SignalBinding> {
  const made = await services.db.transaction().execute(async (db) => {
    if (!(await lockStrategy(db, owner.tenantId, strategyId))) throw new ApiError(platformErrors.notFound);
    if ((await bindingsOf(db, owner)).length >= MAX_DEVICE_BINDINGS)
      throw new ApiError(strategyErrors.bindingLimit, { values: { limit: MAX_DEVICE_BINDINGS } });
    const fromDay = dayOf(services.now() * 1000);
    const id = await insertBinding(db, { ...owner, channel, strategyId, fromDay });
    if (id === undefined) throw new ApiError(strategyErrors.bindingTwice, { field: "channel" });
    return must(await findBinding(db, owner, id));
  });
  await scheduleFollow(services);
  return shown(services, owner, made);
}

export async function changeBinding(
  services: BindingServices,
  owner: BindingOwner,
  id: string,
  change: { readonly state?: SignalBinding["state"] | undefined; readonly revision?: "newest" | undefined },
): Promise<SignalBinding> {
  const { db } = services;
  must(await findBinding(db, owner, id));
  if (change.state) await setBindingState(db, owner.tenantId, id, change.state, dayOf(services.now() * 1000));
  if (change.revision === "newest") await adoptNewestRevision(db, owner.tenantId, id);
  if (change.state !== "paused") await scheduleFollow(services);
  return shown(services, owner, must(await findBinding(db, owner, id)));
}

/** The values first, then the rows that name them: a failure half-way stays visible. Frames are never touched. */
export function unbind(services: BindingServices, owner: BindingOwner, id: string): Promise<number> {
  return withBindingLock(services.db, id, async (db) => {
    const { channel, dbc_id } = must(await findBinding(db, owner, id));
    const rows = await seriesOf(db, { tenantId: owner.tenantId, id });
    await services.kept.drop(rows.map(({ series }) => series));
    await removeBinding(db, owner.tenantId, id);
    // Another binding of the same DBC on the channel still has a use for them.
    const isShared = (await bindingsOf(db, owner)).some((one) => one.channel === channel && one.dbc_id === dbc_id);
    return isShared ? 0 : services.clearPanels(db, { ...owner, channel, dbcId: dbc_id });
  });
}

export async function startBackfill(
  services: BindingServices,
  owner: BindingOwner,
  id: string,
  userId: string,
): Promise<string> {
  const { tenantId } = owner;
  return services.db.transaction().execute(async (db) => {
    const { state, backfill } = must(await findBinding(db, owner, id));
    if (state === "paused") throw new ApiError(strategyErrors.bindingPaused);
    if (backfill !== null && ["queued", "running"].includes(backfill.state))
      throw new ApiError(strategyErrors.backfillRunning);
    const job = { tenantId, userId, input: { bindingId: id }, db };
    const jobId = await services.jobs.enqueue(backfillJob(services), job);
    await setBackfillJob(db, tenantId, id, jobId);
    return jobId;
  });
}

/** Not only at the next run of the clock. */
const scheduleFollow = (services: BindingServices) =>
  services.jobs.enqueue(followJob(services), { tenantId: null, userId: null, input: {} });

async function shown(services: BindingServices, { tenantId }: BindingOwner, row: BindingRow): Promise<SignalBinding> {
  const { days, kept } = await keptDaysOf(services, { tenantId, id: row.binding_id });
  return { ...row, days, days_done: kept };
}

const must = (found: BindingRow | undefined): BindingRow => {
  if (found === undefined) throw new ApiError(platformErrors.notFound);
  return found;
};
