import { getHealth } from "@canopy/contract/operating/health";
import { type Route, route } from "../platform/http/route.ts";
import { sharedFor } from "../platform/shared-for.ts";
import { type HealthParts, readHealth } from "./read-health.ts";

/** Pages ask every five seconds. */
const KEPT_MS = 2000;

export function healthRoutes(parts: HealthParts): Route[] {
  const look = sharedFor(KEPT_MS, () => readHealth(parts));
  return [route(getHealth, async () => ({ data: await look() }))];
}
