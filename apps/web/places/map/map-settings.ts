import { readMapSettings } from "@canopy/contract/places/map";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import type { TileSource } from "./map-part.ts";

/** Null: the land of the product; also where the settings cannot be read. */
export const tilesQuery = queryOptions({
  queryKey: [readMapSettings.name],
  queryFn: async ({ signal }): Promise<TileSource | null> => {
    const { tile_url, tile_credit, tile_datum } = (await api(readMapSettings, {}, { signal })).data;
    return tile_url === "" ? null : { url: tile_url, credit: tile_credit, datum: tile_datum };
  },
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});
