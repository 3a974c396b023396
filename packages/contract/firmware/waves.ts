import { z } from "zod";

export const MAX_WAVES = 10;
export const MAX_WAVE_DEVICES = 100_000;
export const MIN_WAVE_PERCENT = 0.1;
/** A week. */
export const MAX_WAIT_MINUTES = 10_080;

const size = z.discriminatedUnion("unit", [
  z.object({ unit: z.literal("count"), value: z.number().int().min(1).max(MAX_WAVE_DEVICES) }),
  z.object({ unit: z.literal("percent"), value: z.number().min(MIN_WAVE_PERCENT).max(100) }),
  z.object({ unit: z.literal("rest") }),
]);

/** How many devices, when the next one follows, and when all ends. */
export const wave = z.object({
  size,
  /** Share of successes that lets the next wave begin. */
  success_percent: z.number().min(0).max(100).default(95),
  /** It stops by itself at so many failures (count), or above such a share of the wave (percent). */
  stop: z
    .discriminatedUnion("unit", [
      z.object({ unit: z.literal("count"), value: z.number().int().min(1).max(MAX_WAVE_DEVICES) }),
      z.object({ unit: z.literal("percent"), value: z.number().min(0).max(100) }),
    ])
    .default({ unit: "percent", value: 2 }),
  /** Between its last success that was needed and the next wave. */
  wait_minutes: z.number().int().min(0).max(MAX_WAIT_MINUTES).default(0),
});
export type Wave = z.output<typeof wave>;

export const waves = z.array(wave).min(1).max(MAX_WAVES);

/** 1, 5 %, 25 %, rest. */
export const STANDARD_WAVES: readonly Wave[] = [
  { size: { unit: "count", value: 1 }, success_percent: 100, stop: { unit: "count", value: 1 }, wait_minutes: 10 },
  { size: { unit: "percent", value: 5 }, success_percent: 80, stop: { unit: "count", value: 2 }, wait_minutes: 30 },
  { size: { unit: "percent", value: 25 }, success_percent: 95, stop: { unit: "percent", value: 2 }, wait_minutes: 30 },
  { size: { unit: "rest" }, success_percent: 95, stop: { unit: "percent", value: 2 }, wait_minutes: 0 },
];

export const ONE_WAVE: readonly Wave[] = [
  { size: { unit: "rest" }, success_percent: 95, stop: { unit: "percent", value: 10 }, wait_minutes: 0 },
];

/** Only the last one takes the rest, so that every device is in one. */
export function areWhole(list: readonly Wave[]): boolean {
  return list.every(({ size: { unit } }, i) => (unit === "rest") === (i === list.length - 1));
}

/** Devices of each wave; a later one may be empty in a small fleet. */
export function sizesOf(list: readonly Wave[], devices: number): number[] {
  let left = devices;
  return list.map(({ size: wanted }) => {
    const asked =
      wanted.unit === "rest" ? left : wanted.unit === "count" ? wanted.value : (devices * wanted.value) / 100;
    const taken = Math.min(left, Math.max(1, Math.ceil(asked)));
    left -= taken;
    return taken;
  });
}

/** Whether so many failures stop a wave of this size. */
export function stopsAt({ stop }: Pick<Wave, "stop">, failed: number, devices: number): boolean {
  if (failed === 0) return false;
  return stop.unit === "count" ? failed >= stop.value : failed * 100 > stop.value * devices;
}

/** Whether so many successes let the next wave begin. */
export function goesOnAt({ success_percent }: Pick<Wave, "success_percent">, done: number, devices: number): boolean {
  return done * 100 >= success_percent * devices;
}
