import { deviceErrors } from "@canopy/contract/devices/errors";
import { platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { requireLevel } from "../../platform/http/check-devices.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { hasSets, LABELS } from "../fleet/named-set-store.ts";
import { classOf, type ThingContent } from "../fleet/thing-store.ts";
import { deviceLevels } from "../rights/device-level-store.ts";
import { findType } from "./info-model-store.ts";

interface References {
  info_model_id?: string | null | undefined;
  gateway_id?: string | null | undefined;
  label_ids?: readonly string[];
}

/**
 * USR-06: references of a device belong to the caller's tenant (or are a type offered to it), else they do not exist.
 */
export async function checkReferences(db: Db, caller: Caller, wanted: References): Promise<void> {
  const { info_model_id: type, gateway_id: gateway, label_ids: labels = [] } = wanted;
  if (type && !(await findType(db, caller.tenantId, type))) throw new ApiError(platformErrors.notFound);
  if (!(await hasSets(db, LABELS, caller.tenantId, labels))) throw new ApiError(platformErrors.notFound);
  if (gateway) await checkGateway(db, caller, gateway.toLowerCase());
}

/** To hang a device below a gateway changes the gateway too. */
async function checkGateway(db: Db, caller: Caller, gatewayId: string): Promise<void> {
  await requireLevel(caller, [gatewayId], "write", (who, ids) => deviceLevels(db, who, ids));
  if ((await classOf(db, caller.tenantId, gatewayId)) !== "gateway") {
    throw new ApiError(deviceErrors.notAGateway, { field: "gateway_id" });
  }
}

/** DEV-09: gateways carry devices, not gateways. */
export function refuseNesting(device: Pick<ThingContent, "class" | "gateway_id">): void {
  if (device.class === "gateway" && device.gateway_id !== null) {
    throw new ApiError(deviceErrors.gatewayNested, { field: "gateway_id" });
  }
}
