import type { CandtuFields } from "@canopy/contract/device-link/candtu-packet";
import { type GpsPosition, position } from "@canopy/contract/device-link/gps";

/** Where the fields hold a fix. Some firmware names the axes the wrong way round: only one reading is on the earth. */
export function candtuPosition(fields: CandtuFields, time: number): GpsPosition | undefined {
  const first = numberOf(fields.latitude ?? fields.Latitude);
  const second = numberOf(fields.longitude ?? fields.Longitude);
  if (first === undefined || second === undefined) return undefined;
  const isSwapped = Math.abs(first) > 90 && Math.abs(second) <= 90;
  const [latitude, longitude] = isSwapped ? [second, first] : [first, second];
  const { data } = position.safeParse({ time, latitude, longitude, speed_kmh: numberOf(fields.speed) });
  return data;
}

function numberOf(text: string | undefined): number | undefined {
  if (text === undefined || text.trim() === "") return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}
