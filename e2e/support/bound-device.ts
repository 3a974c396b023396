// A device whose first channel is bound to a DBC, with counted frames.
import { onTestFinished } from "vitest";
import { insertBinding } from "../../apps/server/signals/bindings/signal-binding-store.ts";
import { createDbc } from "../../apps/server/signals/dbc/keep-dbc.ts";
import { insertStrategy } from "../../apps/server/signals/kept/strategy-store.ts";
import { newTenant } from "./driven-device.ts";
import { database } from "./store.ts";
import { connectTerminal, registerDevice } from "./terminal.ts";

const PACK = `VERSION "1"

BU_: VCU

BO_ 256 Pack: 2 VCU
 SG_ Voltage : 7|16@0+ (0.1,0) [0|6000] "V" VCU
`;

interface Bound {
  name: string;
  bytes: Buffer;
  signals: { message_id: number; is_extended: boolean; signal: string }[];
}

/** Binds the first channel of a device to a DBC. */
export async function bindDbc(
  account: { tenantId: string; name: string },
  thingsId: string,
  bound: Bound,
): Promise<string> {
  const { db } = await database();
  const { name, bytes, signals } = bound;
  const given = { bytes, remark: "", draft: false, author: account.name };
  const dbcId = await createDbc(db, account.tenantId, `${name}.dbc`, given);
  const made = { name: `DBCSIG_${name}`, nickname: "", remark: "", dbcId, signals, author: account.name };
  const strategyId = (await insertStrategy(db, account.tenantId, made)) ?? "";
  const owner = { tenantId: account.tenantId, thingsId };
  await insertBinding(db, { ...owner, channel: 0, strategyId, fromDay: 0 });
  return dbcId;
}

/** A DBC that knows 0x100 alone. */
export function bindPack(account: { tenantId: string; name: string }, thingsId: string): Promise<string> {
  const signals = [{ message_id: 256, is_extended: false, signal: "Voltage" }];
  return bindDbc(account, thingsId, { name: "pack", bytes: Buffer.from(PACK), signals });
}

/** A connected terminal of a fresh tenant, its first channel bound. */
export async function boundDevice() {
  const account = await newTenant();
  const device = await registerDevice(account.tenantId, { name: "台架 5" });
  const dbcId = await bindPack(account, device.thingsId);
  const terminal = await connectTerminal(device);
  onTestFinished(() => terminal.close());
  return { account, device, terminal, dbcId };
}

/** So many frames of 0x100, a millisecond apart, each with its number in it. */
export function counted(fromMs: number, count: number) {
  return Array.from({ length: count }, (_, i) => ({
    timeUs: (fromMs + i) * 1000,
    channel: 0,
    id: 0x100,
    data: [i >> 8, i & 255],
  }));
}
