import { importThings } from "@canopy/contract/devices/import-things";
import { type Route, route } from "../../platform/http/route.ts";
import type { DeviceServices } from "../device-services.ts";
import { importDevices } from "./import-devices.ts";

export function importRoutes(services: DeviceServices): Route[] {
  return [
    route(importThings, async ({ caller, body, language }) => {
      const rows = await importDevices(services, caller, body.csv, language);
      const added = rows.filter((row) => row.ok).length;
      return { added, failed: rows.length - added, rows };
    }),
  ];
}
