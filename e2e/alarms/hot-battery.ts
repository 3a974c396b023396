// A battery that gets too hot, as a device sends it and as a DBC describes it.

import type { Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { keepComputedSignal } from "../../apps/server/signals/bindings/computed-store.ts";
import { giveDbc } from "../signals/curve-drive.ts";
import { database, newAccount } from "../support/store.ts";
import { connectTerminal, registerDevice } from "../support/terminal.ts";
import type { Locale } from "../support/visitors.ts";

const DBC = `VERSION ""

BU_: BMS

BO_ 784 BMS_1: 2 BMS
 SG_ TempMax : 0|8@1+ (0.5,0) [0|127] "degC" BMS
 SG_ Mode : 8|2@1+ (1,0) [0|3] "" BMS

VAL_ 784 Mode 0 "Parked" 1 "Driving" 2 "Charging" ;
`;

/** Degrees of a battery at a second. */
type Heat = (s: number) => number;

/** At 60 degrees for six seconds, at 70 for thirteen, else at 20. */
export const TWICE: Heat = (s) => (s >= 20 && s < 26 ? 60 : s >= 60 && s < 73 ? 70 : 20);
export const ONCE: Heat = (s) => (s >= 40 && s < 50 ? 80 : 20);

/** Two minutes of a battery on each of the channels. */
export async function hotDevice(tenantId: string, name = "EV-01", heats: readonly Heat[] = [TWICE]): Promise<string> {
  const device = await registerDevice(tenantId, { name });
  const terminal = await connectTerminal(device);
  onTestFinished(() => terminal.close());
  const beganUs = (Date.now() - 180_000) * 1000;
  const frames = Array.from({ length: 120 }, (_, s) =>
    heats.map((degrees, channel) => ({
      timeUs: beganUs + s * 1_000_000,
      channel,
      id: 784,
      data: [degrees(s) * 2, 1],
    })),
  );
  await terminal.frames(frames.flat());
  return device.thingsId;
}

/** A tenant with the DBC of the battery. */
export async function hotAccount() {
  const account = await newAccount();
  await giveDbc(account.tenantId, "bms.dbc", Buffer.from(DBC));
  return account;
}

/** A computed signal of the battery: its degrees while it drives. */
export async function giveHeat(tenantId: string): Promise<void> {
  const { db, pool } = await database();
  const found = await pool.query("select id from dbc_files where tenant_id = $1 and name like 'bms%'", [tenantId]);
  const input = (signal: string) => ({
    name: signal,
    signal: { dbc_id: found.rows[0].id, channel: 0, message_id: 784, is_extended: false, signal },
  });
  const inputs = [input("TempMax"), input("Mode")];
  const content = { name: "Heat", unit: "degC", remark: "", formula: "TempMax * Mode", inputs, userName: "" };
  await keepComputedSignal(db, tenantId, content, 100);
}

const ADD = { "zh-CN": "添加 DBC 信号条件", "en-US": "Add a DBC signal" } as const;

/** A condition of the rule editor on a signal of the battery. */
export async function chooseSignal(page: Page, locale: Locale, signal = "TempMax (degC)"): Promise<void> {
  await page.getByRole("button", { name: ADD[locale], exact: true }).click();
  await page.getByRole("checkbox", { name: signal }).click();
}
