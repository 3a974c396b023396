import { udsSettings } from "@canopy/contract/device-link/uds-job";
import { diagnosisErrors } from "@canopy/contract/diagnosis/errors";
import { flashErrors } from "@canopy/contract/diagnosis/flashing/errors";
import { flashProfile } from "@canopy/contract/diagnosis/flashing/flows";
import { platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { findEcu } from "../ecus/ecu-store.ts";
import { STANDARD_STEPS } from "../packages/flow-routes.ts";
import { findFlow, findProfile } from "../packages/flow-store.ts";
import { outsideOf } from "../packages/memory-map.ts";
import { mustFind } from "../packages/package-routes.ts";
import { signatureOf } from "../packages/package-store.ts";
import type { KeptOrder } from "./run-store.ts";

export interface WantedFlash {
  readonly ecu_id: string;
  readonly package_id: string;
  /** None: the flow of the ECU. */
  readonly flow_id?: string | null | undefined;
  readonly channel: number;
}

/** What is the same for every vehicle. */
export interface FlashPlan {
  readonly ecuId: string;
  readonly packageId: string;
  readonly ecuName: string;
  readonly packageName: string;
  readonly flowName: string;
  readonly order: Omit<KeptOrder, "vin" | "in_boot" | "fingerprint">;
}

/** Long enough for an erase of a large memory. */
const EXECUTION_S = 3600;

/** UDS-04: what is chosen is checked here before anybody is near a vehicle: signed, fresh, fits the memory. */
export async function planFlash(
  { db, now }: { readonly db: Db; readonly now: () => number },
  tenantId: string,
  wanted: WantedFlash,
): Promise<FlashPlan> {
  const ecu = await findEcu(db, tenantId, wanted.ecu_id);
  if (!ecu) throw new ApiError(platformErrors.notFound);
  const found = await mustFind(db, tenantId, wanted.package_id);
  const profile = (await findProfile(db, tenantId, ecu.ecu_id)) ?? flashProfile.parse({});
  const flow = await flowOf(db, tenantId, wanted.flow_id, profile.flow_id);
  if (profile.security_level !== null && !ecu.unlock_levels.includes(profile.security_level))
    throw new ApiError(diagnosisErrors.noUnlockFile);
  const { name, manifest, segments, size, sha256 } = found;
  const signature = await signatureOf(db, tenantId, wanted.package_id);
  if (manifest === null || signature === undefined) throw new ApiError(flashErrors.packageUnsigned);
  if (manifest.expires <= now()) throw new ApiError(flashErrors.packageExpired);
  if (profile.memory.length === 0) throw new ApiError(flashErrors.noMemoryMap);
  const range = outsideOf(profile.memory, segments);
  if (range !== undefined) throw new ApiError(flashErrors.packageForeign, { values: { range } });
  const { physical_id, response_id, functional_id, extended } = ecu;
  const addresses = { physical_id, response_id, functional_id, extended, channel: wanted.channel };
  return {
    ecuId: ecu.ecu_id,
    packageId: wanted.package_id,
    ecuName: ecu.name,
    packageName: name,
    flowName: flow?.name ?? "",
    order: {
      ...{ manifest, segments, size, sha256, signature },
      settings: udsSettings.parse({ ...addresses, ...profile.transport, execution_time_s: EXECUTION_S }),
      flow: flow?.steps ?? STANDARD_STEPS,
      gates: profile.gates,
      security_level: profile.security_level,
    },
  };
}

async function flowOf(db: Db, tenantId: string, wanted: string | null | undefined, own: string | null) {
  const flow = wanted ?? own;
  const found = flow === null ? undefined : await findFlow(db, tenantId, flow);
  if (wanted && !found) throw new ApiError(platformErrors.notFound);
  return found;
}
