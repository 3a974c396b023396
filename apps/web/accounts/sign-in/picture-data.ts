/** The frames of the sign-in picture: two bytes are one speed, 0.01 km/h a bit, as any reader may check. */
const SPEEDS = [8100, 8109, 8115, 8124, 8133, 8139, 8148, 8154, 8160] as const;
const FIRST_US = 112_331;
const STEP_US = 100_007;
/** The other bytes of each frame: noise before the speed, and counter bytes after it. */
const BEFORE = ["0B 0B", "16 16", "04 08", "17 05", "0C 05", "11 14", "04 08", "0A 09", "08 16"] as const;
const AFTER = [
  "48 61 79 03",
  "58 70 C5 13",
  "9C 56 18 23",
  "8D D1 0D 33",
  "8C 76 18 43",
  "E5 A5 96 53",
  "61 4F A2 63",
  "EC 94 C0 73",
  "EA CA A3 83",
] as const;

export interface PictureFrame {
  time: string;
  bytes: string[];
  /** 0 the oldest to 1 the newest: frames fade into the past. */
  age: number;
}

export const PICTURE_FRAMES: readonly PictureFrame[] = SPEEDS.map((speed, i) => {
  const us = FIRST_US + i * STEP_US;
  const hex = speed.toString(16).toUpperCase().padStart(4, "0");
  const bytes = `${BEFORE[i]} ${hex.slice(0, 2)} ${hex.slice(2)} ${AFTER[i]}`.split(" ");
  const digits = String(us).padStart(6, "0");
  return { time: `08:31:02.${digits.slice(0, 3)} ${digits.slice(3)}`, bytes, age: i / (SPEEDS.length - 1) };
});

export const PICTURE_ID = "0x120";
export const PICTURE_MESSAGE = "ESP_Speed";
export const PICTURE_SPEED_KMH = 81.6;

/** One minute of that speed, one sample a second, that ends in the newest frame. */
const CURVE_KMH: readonly number[] = Array.from({ length: 61 }, (_, second) => {
  const ripple = 1.1 * Math.sin(second * 1.9) + 0.6 * Math.sin(second * 3.1);
  const town = 24 + 6 * Math.sin(second / 4.2);
  const rise = 1 / (1 + Math.exp(-(second - 40) / 3.4));
  const road = 84 - (second > 50 ? (second - 50) * 0.24 : 0);
  return second === 60 ? PICTURE_SPEED_KMH : town * (1 - rise) + road * rise + ripple * (1 - rise * 0.4);
});

export const CURVE_HEIGHT = 96;
const FULL_SCALE_KMH = 100;

/** As points of an SVG line over this width. */
export function curvePoints(width: number): string {
  return CURVE_KMH.map((kmh, second) => {
    const x = (second / (CURVE_KMH.length - 1)) * width;
    const y = CURVE_HEIGHT * (1 - kmh / FULL_SCALE_KMH);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  }).join(" ");
}
