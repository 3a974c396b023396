import type { SignalReference } from "@canopy/contract/signals/signal-reference";
import { panelContent } from "@canopy/contract/statistics/panel-widgets";
import { routineContent } from "@canopy/contract/tests/routines";
import type { Caller } from "../platform/http/caller.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { dbcFilesOf } from "../signals/dbc/dbc-store.ts";
import { parsedDbc } from "../signals/dbc/parsed-dbc.ts";
import { insertPanel, isNameTaken } from "../statistics/panels/panel-store.ts";
import { insertRoutine } from "../tests/routines/routine-store.ts";
import { signalNamed } from "./demo-dbcs.ts";
import type { GivenDevice } from "./demo-vehicles.ts";
import { giveOnce } from "./gift-store.ts";

const PANEL_NAME = "电动车看板 · EV board";
const SPEED = "VCU_Vehicle.VehicleSpeed";
const CHARGE = "BMS_Charge.Soc";
const CURRENT = "MCU_Electric.DcCurrent";

/** A panel and a test routine over signals of the electric car. Each once. */
export async function giveDemoWork(db: Db, owner: Caller, devices: readonly GivenDevice[]): Promise<void> {
  const { tenantId } = owner;
  const car = devices.find(({ vehicle }) => vehicle === "ev");
  const signals = await signalsOf(db, tenantId, [SPEED, CHARGE, CURRENT]);
  if (!car || !signals) return;
  await giveOnce(db, tenantId, "panel", async (transaction) => {
    if (await isNameTaken(transaction, tenantId, PANEL_NAME, null)) return;
    await insertPanel(transaction, owner, panelOf(car, devices, signals));
  });
  await giveOnce(db, tenantId, "routine", async (transaction) => {
    await insertRoutine(transaction, tenantId, routineOf(signals), owner.userName);
  });
}

type CarSignals = readonly [speed: SignalReference, charge: SignalReference, current: SignalReference];

async function signalsOf(
  db: Db,
  tenantId: string,
  [speed, charge, current]: readonly [string, string, string],
): Promise<CarSignals | undefined> {
  const dbcId = (await dbcFilesOf(db, tenantId)).find(({ name }) => name === "demo_ev")?.dbc_id;
  const parsed = dbcId === undefined ? undefined : await parsedDbc(db, tenantId, dbcId);
  if (dbcId === undefined || !parsed) return undefined;
  const of = (name: string) => {
    const found = signalNamed(parsed.dbc, name);
    return found && { ...found, channel: 0, dbc_id: dbcId };
  };
  const [one, two, three] = [of(speed), of(charge), of(current)];
  return one && two && three && [one, two, three];
}

function panelOf(car: GivenDevice, devices: readonly GivenDevice[], [speed, charge, current]: CarSignals) {
  const own = { device_ids: [car.thingsId] };
  return panelContent.parse({
    name: PANEL_NAME,
    widgets: [
      { id: "speed", kind: "gauge", x: 0, y: 0, w: 3, h: 3, title: "车速 · Speed", ...own, signals: [speed], max: 120 },
      { id: "charge", kind: "gauge", x: 0, y: 3, w: 3, h: 3, title: "电量 · Charge", ...own, signals: [charge] },
      { id: "drive", kind: "curve", x: 3, y: 0, w: 5, h: 3, title: "车速 · Speed", ...own, signals: [speed] },
      { id: "current", kind: "curve", x: 3, y: 3, w: 5, h: 3, title: "电流 · Current", ...own, signals: [current] },
      { id: "map", kind: "map", x: 8, y: 0, w: 4, h: 6, device_ids: devices.map(({ thingsId }) => thingsId) },
    ],
  });
}

const routineOf = ([speed, charge, current]: CarSignals) =>
  routineContent.parse({
    name: "高压检查 · High voltage check",
    signals: [charge, current, speed],
    duration_ms: 10_000,
    limits: [
      { signal: CHARGE, low: 5, high: 100 },
      { signal: CURRENT, low: -400, high: 400 },
    ],
  });
