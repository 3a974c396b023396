import type { TrackAnswer } from "@canopy/contract/places/tracks";

type Trip = TrackAnswer["trips"][number];
type Stop = TrackAnswer["stops"][number];

/** A trip with its number, a stop, or a time without a position, as the list shows them. */
export type JourneyRow =
  | { readonly kind: "trip"; readonly number: number; readonly trip: Trip }
  | { readonly kind: "stop"; readonly stop: Stop }
  | { readonly kind: "gap"; readonly start_time: number; readonly end_time: number };

const startOf = (row: JourneyRow): number =>
  row.kind === "trip" ? row.trip.start_time : row.kind === "stop" ? row.stop.start_time : row.start_time;

export function journeyRows({ trips, stops, parts }: TrackAnswer): JourneyRow[] {
  const rows: JourneyRow[] = [
    ...trips.map((trip, i) => ({ kind: "trip" as const, number: i + 1, trip })),
    ...stops.map((stop) => ({ kind: "stop" as const, stop })),
    ...parts.slice(1).map((part, i) => ({
      kind: "gap" as const,
      start_time: parts[i]?.time.at(-1) ?? 0,
      end_time: part.time[0] ?? 0,
    })),
  ];
  return rows.sort((a, b) => startOf(a) - startOf(b));
}
