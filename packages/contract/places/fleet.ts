import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { platformErrors } from "../platform/errors.ts";
import { epochMs } from "../platform/lists.ts";

/** Devices per answer; the map asks until there are no more. */
const MAX_ROWS = 2000;

const fleetPlace = z.object({
  things_id: z.string(),
  /** Of the newest position with a fix, by the terminal's clock; WGS-84. */
  time: epochMs,
  latitude: z.number(),
  longitude: z.number(),
  speed_kmh: z.number().nullable(),
  course: z.number().nullable(),
});
export type FleetPlace = z.output<typeof fleetPlace>;

/** GPS-04: the devices that the caller may read and that had a position; what comes after is on the live stream. */
export const listFleetPlaces = endpoint({
  name: "places.listFleetPlaces",
  method: "GET",
  path: "/fleet-places",
  summary: { zh: "车队各设备的最新位置", en: "The newest positions of all devices" },
  access: { kind: "session" },
  audited: false,
  rateLimit: RATE.normal,
  query: z.object({
    /** `next` of the previous answer: continues after it. */
    after: z.uuid().optional(),
    limit: z.coerce.number().int().min(1).max(MAX_ROWS).default(MAX_ROWS),
  }),
  errors: [platformErrors.unavailable],
  /** `next` is the `after` of the following call, null at the end; `now` is the server's clock. */
  reply: z.object({ list: z.array(fleetPlace), next: z.string().nullable(), now: epochMs }),
});
