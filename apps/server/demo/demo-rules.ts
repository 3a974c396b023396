import { type RuleContent, ruleContent } from "@canopy/contract/alarms/rule-content";
import { insertRule } from "../alarms/rules/rule-store.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { dbcFilesOf } from "../signals/dbc/dbc-store.ts";
import { parsedDbc } from "../signals/dbc/parsed-dbc.ts";
import { PROGRAM_AUTHOR, signalNamed } from "./demo-dbcs.ts";
import type { GivenDevice } from "./demo-vehicles.ts";
import { markGiven, wasGiven } from "./gift-store.ts";

/** As `demo_gifts` has it. */
const GIFT = "rules";
const FAST_KMH = 80;
const SPEED_SIGNALS = [
  { vehicle: "ev", dbcName: "demo_ev", signal: "VCU_Vehicle.VehicleSpeed" },
  { vehicle: "fd-car", dbcName: "demo_fd_car", signal: "CH_Dynamics.VehicleSpeed" },
] as const;

/** Rules of the demo, so that a newcomer finds alarms. Created once: changes and deletions by users stay. */
export async function giveDemoRules(
  db: Db,
  owner: { readonly tenantId: string; readonly userId: string },
  devices: readonly GivenDevice[],
): Promise<void> {
  if (await wasGiven(db, owner.tenantId, GIFT)) return;
  const rules = [OVERLOAD];
  for (const speed of SPEED_SIGNALS) {
    const device = devices.find(({ vehicle }) => vehicle === speed.vehicle);
    const rule = device && (await fastRule(db, owner.tenantId, device, speed));
    if (rule) rules.push(rule);
  }
  // A rule whose name is taken is left out.
  for (const rule of rules) await insertRule(db, { ...owner, userName: PROGRAM_AUTHOR }, rule);
  await markGiven(db, owner.tenantId, GIFT);
}

const OVERLOAD = ruleContent.parse({
  name: "CAN > 80 %",
  level: "urgent",
  hold_s: 10,
  share: true,
  enabled: true,
  conditions: [{ kind: "bus", metric: "load", operator: "gt", value: 80 }],
});

/** A tip: it is counted and listed, and no pop-up comes with every fast stretch of the road. */
async function fastRule(
  db: Db,
  tenantId: string,
  { thingsId, name }: GivenDevice,
  { dbcName, signal }: (typeof SPEED_SIGNALS)[number],
): Promise<RuleContent | undefined> {
  const dbcId = (await dbcFilesOf(db, tenantId)).find((file) => file.name === dbcName)?.dbc_id;
  const parsed = dbcId && (await parsedDbc(db, tenantId, dbcId));
  const found = parsed && signalNamed(parsed.dbc, signal);
  if (!dbcId || !found) return undefined;
  return ruleContent.parse({
    name: `${name} > ${FAST_KMH} km/h`,
    level: "tip",
    hold_s: 2,
    share: true,
    enabled: true,
    scope: { kind: "device", id: thingsId },
    channel: 0,
    conditions: [{ kind: "signal", dbc_id: dbcId, ...found, operator: "gt", value: FAST_KMH, back: FAST_KMH - 5 }],
  });
}
