/** The range of an axis and its labels. */
export interface AxisScale {
  readonly low: number;
  readonly high: number;
  readonly step: number;
}

/** One axis of a panel, for all items of one unit. */
export interface UnitAxis {
  readonly unit: string;
  /** Indexes of the panel's items on this axis. */
  readonly items: readonly number[];
  readonly side: "left" | "right";
  /** Counted from the plot outwards, from 0. */
  readonly place: number;
}

/** One axis per unit, in the order in which units occur: left, right, left, … */
export function axesOf(units: readonly string[]): UnitAxis[] {
  const items = new Map<string, number[]>();
  units.forEach((unit, i) => {
    items.set(unit, [...(items.get(unit) ?? []), i]);
  });
  return [...items].map(([unit, own], i) => ({
    unit,
    items: own,
    side: i % 2 === 0 ? "left" : "right",
    place: i >> 1,
  }));
}

const FACTORS = [1, 2, 2.5, 5, 10];
/** Smallest relative and absolute spread that an axis can resolve. */
const FLAT = 1e-9;
const LEAST = 1e-15;

/** A scale with round numbers around min and max, of about `steps` steps. A constant value is centred. */
export function scaleOf(min: number, max: number, steps: number): AxisScale {
  if (!(min <= max)) return { low: 0, high: 1, step: 1 };
  const size = Math.max(Math.abs(min), Math.abs(max));
  const isFlat = max - min <= Math.max(size * FLAT, LEAST);
  const room = size > LEAST ? size : 1;
  const from = isFlat ? min - room / 2 : min;
  const to = isFlat ? max + room / 2 : max;
  const rough = (to - from) / Math.max(1, steps);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (FACTORS.find((factor) => factor * power >= rough * 0.999) ?? 10) * power;
  const low = Math.floor(from / step + 1e-9) * step;
  const high = Math.ceil(to / step - 1e-9) * step;
  return { low, high: high > low ? high : low + step, step };
}

export function ticksOf({ low, high, step }: AxisScale): number[] {
  const count = Math.round((high - low) / step);
  return Array.from({ length: count + 1 }, (_, i) => clean(low + i * step, step));
}

/** Of the finest step: that of the smallest spread. */
const MOST_DIGITS = 17;

/** Decimals that distinguish two steps. */
export function digitsOf(step: number): number {
  return Math.min(MOST_DIGITS, Math.max(0, -Math.floor(Math.log10(step) + 1e-9) + (isWholeStep(step) ? 0 : 1)));
}

function isWholeStep(step: number): boolean {
  const lead = step / 10 ** Math.floor(Math.log10(step) + 1e-9);
  return Math.abs(lead - Math.round(lead)) < 1e-6;
}

function clean(value: number, step: number): number {
  const digits = digitsOf(step);
  const rounded = Number(value.toFixed(digits));
  return Object.is(rounded, -0) ? 0 : rounded;
}
