import { LIST_FILTERS, type ListFilters } from "../../devices/board/arrange-devices.ts";
import type { MapView } from "../map/mercator.ts";

type ShownView = Pick<MapView, "centre" | "zoom">;

/** What the fleet's map keeps in the address. */
export interface FleetAddress {
  /** Those of the list of devices, by the same names. */
  readonly filters: ListFilters;
  /** The list of the devices that never had a position. */
  readonly isNever: boolean;
  /** The device of the card. */
  readonly chosen: string | undefined;
  readonly isFollowing: boolean;
  readonly view: ShownView | undefined;
}

/** Whatever does not fit falls back in silence. */
export function readFleetAddress(search: Readonly<Record<string, string>>): FleetAddress {
  const filters = LIST_FILTERS.flatMap((key) => (search[key] ? [[key, search[key]] as const] : []));
  return {
    filters: Object.fromEntries(filters),
    isNever: search.place === "none",
    chosen: search.device || undefined,
    isFollowing: search.follow === "1",
    view: readView(search.map),
  };
}

const DIGITS = { place: 5, zoom: 2 };

/** As 31.23040,121.47370,12.5 */
export const writeView = ({ centre: { latitude, longitude }, zoom }: ShownView): string =>
  [latitude.toFixed(DIGITS.place), longitude.toFixed(DIGITS.place), zoom.toFixed(DIGITS.zoom)].join();

function readView(text = ""): ShownView | undefined {
  const parts = text.split(",").map((part) => (part.trim() === "" ? Number.NaN : Number(part)));
  const [latitude = Number.NaN, longitude = Number.NaN, zoom = Number.NaN] = parts;
  const fits = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && zoom >= 0 && zoom <= 20;
  return fits ? { centre: { latitude, longitude }, zoom } : undefined;
}
