import type { Dbc } from "@canopy/can/dbc/model";
import { MAX_LAYOUTS } from "@canopy/contract/signals/layouts";
import { dayOf } from "../frames/store/time-window.ts";
import { ApiError } from "../platform/http/api-error.ts";
import type { Log } from "../platform/log.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { insertBinding } from "../signals/bindings/signal-binding-store.ts";
import { keepLayout, layoutsOf } from "../signals/curves/layout-store.ts";
import { dbcFilesOf } from "../signals/dbc/dbc-store.ts";
import { parsedDbc } from "../signals/dbc/parsed-dbc.ts";
import { makeStrategy } from "../signals/kept/keep-strategy.ts";
import { strategiesOf } from "../signals/kept/strategy-store.ts";
import { CURVE_PLANS, type CurvePlan, LAYOUT_NAME } from "./curve-plan.ts";
import { PROGRAM_AUTHOR, signalNamed, takeVehicleDbc } from "./demo-dbcs.ts";
import { markGiven, wasGiven } from "./gift-store.ts";

/** As `demo_gifts` has it. */
const GIFT = "curves";

interface DemoVehicle {
  readonly tenantId: string;
  readonly thingsId: string;
  readonly dbcId: string;
  readonly plan: CurvePlan;
}

/**
 * DBCs, strategies, bindings and a layout of the demo's vehicles, so that a newcomer's first curve needs no choice.
 * Created once: an interrupted start continues, and changes or deletions by users stay.
 */
export async function giveDemoCurves(
  db: Db,
  tenantId: string,
  devices: readonly { readonly vehicle: CurvePlan["vehicle"]; readonly thingsId: string }[],
  log: Log,
): Promise<void> {
  if (await wasGiven(db, tenantId, GIFT)) return;
  const files = await libraryOf(db, tenantId);
  for (const plan of CURVE_PLANS) {
    const thingsId = devices.find(({ vehicle }) => vehicle === plan.vehicle)?.thingsId;
    const dbcId = files.get(plan.dbcName);
    if (thingsId && dbcId) await giveVehicle(db, { tenantId, thingsId, dbcId, plan }, log);
  }
  await markGiven(db, tenantId, GIFT);
}

/** By name. One that people use already keeps the files that it has. */
async function libraryOf(db: Db, tenantId: string): Promise<ReadonlyMap<string, string>> {
  const before = await dbcFilesOf(db, tenantId);
  if (before.every(({ author }) => author === PROGRAM_AUTHOR)) {
    const missing = CURVE_PLANS.filter(({ dbcName }) => !before.some(({ name }) => name === dbcName));
    for (const { file, dbcName } of missing) await takeVehicleDbc(db, tenantId, file, `${dbcName}.dbc`);
  }
  return new Map((await dbcFilesOf(db, tenantId)).map(({ name, dbc_id }) => [name, dbc_id]));
}

async function giveVehicle(db: Db, vehicle: DemoVehicle, log: Log): Promise<void> {
  const { tenantId, plan } = vehicle;
  try {
    const parsed = await parsedDbc(db, tenantId, vehicle.dbcId);
    if (!parsed) return;
    for (const strategy of plan.strategies) await giveBinding(db, vehicle, parsed.dbc, strategy);
    await giveLayout(db, vehicle, parsed.dbc);
  } catch (error) {
    // The file was changed, or the name is taken: the demo skips this step.
    if (!(error instanceof ApiError)) throw error;
    log.info({ err: error, vehicle: plan.vehicle }, "the demo vehicle has no curves of its own");
  }
}

async function giveBinding(
  db: Db,
  { tenantId, thingsId, dbcId }: DemoVehicle,
  dbc: Dbc,
  { name, nickname, channel, signals }: CurvePlan["strategies"][number],
): Promise<void> {
  const found = signals.flatMap((one) => signalNamed(dbc, one) ?? []);
  if (found.length === 0) return;
  const { list } = await strategiesOf(db, tenantId, { keyword: name, limit: 100, offset: 0 });
  const content = { name, nickname, remark: "", dbc_id: dbcId, signals: found };
  const { strategy_id: strategyId } =
    list.find((one) => one.name === name && one.dbc_id === dbcId) ??
    (await makeStrategy(db, { tenantId, userName: PROGRAM_AUTHOR }, content));
  await insertBinding(db, { tenantId, thingsId, channel, strategyId, fromDay: dayOf(Date.now() * 1000) });
}

async function giveLayout(db: Db, { tenantId, thingsId, dbcId, plan }: DemoVehicle, dbc: Dbc): Promise<void> {
  const owner = { tenantId, thingsId };
  if ((await layoutsOf(db, owner)).length > 0) return;
  const channelOf = (signal: string) =>
    plan.strategies.find(({ signals }) => signals.some((one) => one === signal))?.channel ?? 0;
  let colour = 0;
  const panels = plan.panels.map(({ name, signals }) => ({
    name,
    items: signals.flatMap((signal) => {
      const found = signalNamed(dbc, signal);
      if (!found) return [];
      colour += 1;
      return [{ ...found, channel: channelOf(signal), dbc_id: dbcId, colour }];
    }),
  }));
  await keepLayout(db, owner, { name: LAYOUT_NAME, panels, userName: PROGRAM_AUTHOR }, MAX_LAYOUTS);
}
