import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";

const mapSettings = z.object({
  /** With {z}, {x} and {y}; empty: the land of the product. */
  tile_url: z.string(),
  tile_credit: z.string(),
  /** In which the tiles are drawn. */
  tile_datum: z.enum(["wgs84", "gcj02"]),
});
export type MapSettings = z.output<typeof mapSettings>;

/** GPS-01: a base map without internet, or the tiles of the operator's choice. */
export const readMapSettings = endpoint({
  name: "places.readMapSettings",
  method: "GET",
  path: "/control/map-settings",
  summary: { zh: "地图底图设置", en: "Tiles of the maps" },
  access: { kind: "session" },
  audited: false,
  rateLimit: RATE.normal,
  reply: z.object({ data: mapSettings }),
});
