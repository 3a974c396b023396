import { connectInfo, startSimulated } from "@canopy/contract/devices/connect";
import { platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "../../platform/http/api-error.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { DeviceServices } from "../device-services.ts";
import { findThing } from "../fleet/thing-list-store.ts";
import { countThings } from "../fleet/thing-store.ts";
import { simulatedOf } from "./simulated-store.ts";
import { startSimulatedVehicle } from "./start-simulated.ts";

export function connectRoutes(services: DeviceServices): Route[] {
  const { db, limitOf, vehicles, mqttHost, mqtt } = services;
  return [
    route(connectInfo, async ({ caller: { tenantId } }) => {
      const simulated = await simulatedOf(db, tenantId);
      const ready = vehicles?.maySimulate() ? "ready" : "unavailable";
      return {
        mqtt_host: mqttHost ?? null,
        mqtt_port: mqtt.port ?? null,
        mqtts_port: mqtt.sslport,
        things_num: (await countThings(db, tenantId)).all,
        things_limit: await limitOf(tenantId, "things_num"),
        simulator: simulated ? ("running" as const) : (ready as "ready" | "unavailable"),
        simulated_things_id: simulated ?? null,
      };
    }),
    route(startSimulated, async ({ caller, language }) => {
      const data = await findThing(db, caller, await startSimulatedVehicle(services, caller, language));
      if (!data) throw new ApiError(platformErrors.notFound);
      return { data };
    }),
  ];
}
