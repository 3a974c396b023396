import type { GpsPosition } from "@canopy/contract/device-link/gps";

const KNOTS_PER_KMH = 1 / 1.852;

/** A position as the recommended minimum sentence of NMEA 0183. */
export function nmeaLine({ time, latitude, longitude, speed_kmh = 0, course = 0 }: GpsPosition): string {
  const iso = new Date(time).toISOString();
  const clock = `${iso.slice(11, 13)}${iso.slice(14, 16)}${iso.slice(17, 22)}`;
  const date = `${iso.slice(8, 10)}${iso.slice(5, 7)}${iso.slice(2, 4)}`;
  const place = [degrees(latitude, 2), latitude < 0 ? "S" : "N", degrees(longitude, 3), longitude < 0 ? "W" : "E"];
  const motion = [(speed_kmh * KNOTS_PER_KMH).toFixed(1), course.toFixed(1)];
  const body = ["GPRMC", clock, "A", ...place, ...motion, date, "", ""].join(",");
  let checksum = 0;
  for (const char of body) checksum ^= char.charCodeAt(0);
  return `$${body}*${checksum.toString(16).toUpperCase().padStart(2, "0")}\r\n`;
}

/** Degrees and minutes: ddmm.mmmmm or dddmm.mmmmm. */
function degrees(value: number, digits: number): string {
  const hundredThousandths = Math.round(Math.abs(value) * 60 * 1e5);
  const whole = Math.floor(hundredThousandths / (60 * 1e5));
  const minutes = (hundredThousandths - whole * 60 * 1e5) / 1e5;
  return `${String(whole).padStart(digits, "0")}${minutes.toFixed(5).padStart(8, "0")}`;
}
