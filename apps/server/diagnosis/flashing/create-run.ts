import { formatHex } from "@canopy/can/bytes/hex";
import { flashErrors } from "@canopy/contract/diagnosis/flashing/errors";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { asksTwoPersons } from "../packages/flow-store.ts";
import { type FlashServices, requireReset } from "./flash-services.ts";
import { type FlashPlan, planFlash, type WantedFlash } from "./plan-run.ts";
import * as store from "./run-store.ts";

/** UDS-04: prepared for one vehicle: the plan is checked, and the package is not older than what was flashed. */
export async function createRun(
  services: FlashServices,
  caller: Caller,
  thingsId: string,
  wanted: WantedFlash & { readonly vin?: string | undefined },
): Promise<string> {
  const { db, now } = services;
  const { tenantId, userId, userName } = caller;
  const device = { tenantId, thingsId };
  requireReset(caller);
  const plan = await planFlash(services, tenantId, wanted);
  const open = await store.openRun(db, device);
  if (open) throw new ApiError(flashErrors.runOpen, { values: { ecu: open.ecuName } });
  const vin = (await store.vinOfDevice(db, device)) ?? wanted.vin;
  if (!vin) throw new ApiError(flashErrors.noVin, { field: "vin" });
  const twoPersons = await asksTwoPersons(db, tenantId);
  return insertPlanned(db, device, plan, { vin, nowMs: now(), twoPersons, userId, userName });
}

interface Vehicle {
  readonly vin: string;
  readonly nowMs: number;
  readonly twoPersons: boolean;
  readonly userId: string;
  readonly userName: string;
}

/** A draft of the plan for this vehicle. */
export async function insertPlanned(
  db: Db,
  device: store.FlashedDevice,
  { order, ...plan }: FlashPlan,
  { vin, nowMs, ...by }: Vehicle,
): Promise<string> {
  const { manifest } = order;
  const { counter, isInBoot } = await store.lastFlashed(db, device, manifest.part_number);
  if (manifest.counter < counter) throw new ApiError(flashErrors.packageOlder, { values: { counter } });
  const whole = { ...order, vin, in_boot: isInBoot, fingerprint: fingerprintOf(nowMs) };
  await store.dropDrafts(db, device);
  return store.insertRun(db, { ...device, ...plan, order: whole, ...by });
}

/** F184: the date in BCD, and that it was flashed by this platform. */
function fingerprintOf(nowMs: number): string {
  const date = new Date(nowMs).toISOString().slice(2, 10).replaceAll("-", "");
  return `${date}${formatHex(new TextEncoder().encode("CANOPY"))}`;
}
