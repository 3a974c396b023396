import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { fenceShape } from "./fence-shape.ts";

/** More borders on one map are not told apart. */
export const MAX_FENCES_NEAR = 300;

const nearFence = z.object({ fence_id: z.string(), name: z.string(), shape: fenceShape });
export type NearFence = z.output<typeof nearFence>;

const latitude = z.coerce.number().min(-90).max(90);
/** Runs on past the date line. */
const longitude = z.coerce.number().min(-540).max(540);

/** GPS-02: for a map: fences that touch an area, those in its middle first. */
export const listFencesNear = endpoint({
  name: "places.listFencesNear",
  method: "GET",
  path: "/fences-near",
  summary: { zh: "某区域附近的围栏", en: "Fences that touch an area" },
  access: { kind: "tenant", level: "read" },
  audited: false,
  rateLimit: RATE.normal,
  query: z.object({ south: latitude, north: latitude, west: longitude, east: longitude }),
  reply: z.object({
    list: z.array(nearFence),
    /** Of all that touch it. */
    total: z.number(),
  }),
});
