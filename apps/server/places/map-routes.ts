import { readMapSettings } from "@canopy/contract/places/map";
import type { Config } from "../platform/config.ts";
import { type Route, route } from "../platform/http/route.ts";

type TileSettings = Pick<Config, "tileUrl" | "tileCredit" | "tileDatum">;

/** GPS-01 */
export function mapRoutes({ tileUrl = "", tileCredit, tileDatum }: TileSettings): Route[] {
  const tile_credit = tileCredit ?? (tileUrl && new URL(tileUrl).host);
  return [route(readMapSettings, () => ({ data: { tile_url: tileUrl, tile_credit, tile_datum: tileDatum } }))];
}
