import type { ColourScale } from "./track-colour.ts";

/** What the track keeps in the address beside device and time. */
export interface TrackAddress {
  /** Key of the colouring signal; empty: speed. */
  readonly colour: string;
  readonly trip: number | undefined;
  readonly hasStops: boolean;
  readonly hasFences: boolean;
  readonly hasAlarms: boolean;
  readonly isFollowing: boolean;
  readonly scale: ColourScale | undefined;
  readonly measure: Readonly<Record<"A" | "B", number | null>>;
}

type Search = Readonly<Record<string, string>>;

/** Whatever does not fit falls back in silence. */
export function readTrackAddress(search: Search): TrackAddress {
  const number = (text: string | undefined) => {
    const value = Number(text || Number.NaN);
    return Number.isFinite(value) ? value : undefined;
  };
  const [from, to] = (search.scale ?? "").split("..").map(number);
  const trip = number(search.trip);
  return {
    colour: search.colour ?? "",
    trip: trip !== undefined && Number.isInteger(trip) && trip > 0 ? trip : undefined,
    hasStops: search.stops !== "0",
    hasFences: search.fences !== "0",
    hasAlarms: search.alarms === "1",
    isFollowing: search.follow === "1",
    scale: from !== undefined && to !== undefined && to > from ? { from, to } : undefined,
    measure: { A: number(search.a) ?? null, B: number(search.b) ?? null },
  };
}

export const writeScale = (scale: ColourScale | undefined) => scale && `${scale.from}..${scale.to}`;
