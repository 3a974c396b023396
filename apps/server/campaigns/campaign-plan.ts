import type { LeftOut } from "@canopy/contract/firmware/rollouts";
import { z } from "zod";
import type { FlashPlan } from "../diagnosis/flashing/plan-run.ts";
import { type FlashableVehicle, flashableVehicles } from "../diagnosis/flashing/vehicle-store.ts";
import { type Candidate, devicesOf, type Scope } from "../firmware/rollouts/scope-store.ts";
import type { Db } from "../platform/postgres/schema.ts";

/** As a rollout keeps it: what is flashed, by ids; names stay when they are deleted. */
export const keptPlan = z.object({
  ecuId: z.string(),
  packageId: z.string(),
  flowId: z.string().nullable(),
  channel: z.number(),
  ecuName: z.string(),
  packageName: z.string(),
  flowName: z.string(),
  partNumber: z.string(),
  version: z.string(),
  counter: z.number(),
  size: z.number(),
});
export type KeptPlan = z.output<typeof keptPlan>;

export function keptPlanOf(plan: FlashPlan, flowId: string | null, channel: number): KeptPlan {
  const { ecuId, packageId, ecuName, packageName, flowName, order } = plan;
  const { part_number: partNumber, software_to: version, counter } = order.manifest;
  const names = { ecuName, packageName, flowName };
  return { ecuId, packageId, flowId, channel, ...names, partNumber, version, counter, size: order.size };
}

type Wanted = Pick<KeptPlan, "partNumber" | "version" | "counter">;

/** Devices of a scope and why the ECU of one cannot be flashed now. */
export async function vehiclesOf(db: Db, tenantId: string, scope: Scope, plan: Wanted): Promise<Candidate[]> {
  const devices = await devicesOf(db, tenantId, scope);
  const ids = devices.map(({ thingsId }) => thingsId);
  const vehicles = await flashableVehicles(db, tenantId, ids, plan.partNumber);
  const of = new Map(vehicles.map((vehicle) => [vehicle.thingsId, vehicle]));
  return devices.map((device) => {
    const vehicle = of.get(device.thingsId);
    const reason = device.reason === "invalid" || device.reason === "busy" ? device.reason : reasonOf(vehicle, plan);
    return { ...device, version: vehicle?.version ?? null, reason: reason ?? device.reason };
  });
}

function reasonOf(vehicle: FlashableVehicle | undefined, { version, counter }: Wanted): LeftOut | null {
  if (!vehicle?.vin) return "vehicle";
  if (vehicle.version === version) return "already";
  if (vehicle.counter > counter) return "older";
  return vehicle.isBusy ? "busy" : null;
}
