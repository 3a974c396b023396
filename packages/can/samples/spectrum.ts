import type { Samples } from "./samples.ts";

export const WINDOWS = ["hann", "rectangular"] as const;
export type WindowKind = (typeof WINDOWS)[number];

export interface Spectrum {
  /** Points after resampling, a power of two. */
  readonly points: number;
  readonly sampleHz: number;
  /** Between two lines. */
  readonly stepHz: number;
  /** Of each line from 0 Hz on: the amplitude of a sine there, mean removed. */
  readonly amplitude: Float64Array;
}

const MAX_POINTS = 65_536;
const MIN_POINTS = 8;

/**
 * CAN samples come when they come: they are put on an even grid by straight lines first, with as many points as the
 * power of two not above their number. Nothing above half the sample rate can be seen.
 */
export function spectrumOf(samples: Samples, window: WindowKind): Spectrum | undefined {
  const { timeUs, value } = samples;
  const spanUs = (timeUs.at(-1) ?? 0) - (timeUs[0] ?? 0);
  if (value.length < MIN_POINTS || spanUs <= 0) return undefined;
  const points = Math.min(2 ** Math.floor(Math.log2(value.length)), MAX_POINTS);
  const stepUs = spanUs / (points - 1);
  const real = evenly(samples, points, stepUs);
  const mean = real.reduce((sum, v) => sum + v, 0) / points;
  let gain = 0;
  for (let i = 0; i < points; i++) {
    const weight = window === "hann" ? 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / points) : 1;
    real[i] = ((real[i] as number) - mean) * weight;
    gain += weight;
  }
  const imaginary = new Float64Array(points);
  transform(real, imaginary);
  const amplitude = new Float64Array(points / 2);
  for (let k = 0; k < amplitude.length; k++)
    amplitude[k] = ((k === 0 ? 1 : 2) * Math.hypot(real[k] as number, imaginary[k] as number)) / gain;
  const sampleHz = 1e6 / stepUs;
  return { points, sampleHz, stepHz: sampleHz / points, amplitude };
}

function evenly({ timeUs, value }: Samples, points: number, stepUs: number): Float64Array {
  const from = timeUs[0] as number;
  let at = 0;
  return Float64Array.from({ length: points }, (_, i) => {
    const time = from + i * stepUs;
    while (at + 2 < timeUs.length && (timeUs[at + 1] as number) <= time) at++;
    const [t0, t1] = [timeUs[at] as number, timeUs[at + 1] as number];
    const [v0, v1] = [value[at] as number, value[at + 1] as number];
    return t1 === t0 ? v1 : v0 + (v1 - v0) * Math.min((time - t0) / (t1 - t0), 1);
  });
}

/** Fast Fourier transform in place, radix 2. */
export function transform(real: Float64Array, imaginary: Float64Array): void {
  const n = real.length;
  for (let i = 1, j = 0; i < n; i++) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i >= j) continue;
    [real[i], real[j]] = [real[j] as number, real[i] as number];
    [imaginary[i], imaginary[j]] = [imaginary[j] as number, imaginary[i] as number];
  }
  for (let size = 2; size <= n; size *= 2) butterflies(real, imaginary, size);
}

function butterflies(real: Float64Array, imaginary: Float64Array, size: number): void {
  const half = size / 2;
  for (let k = 0; k < half; k++) {
    const angle = (-2 * Math.PI * k) / size;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    for (let i = k; i < real.length; i += size) {
      const j = i + half;
      const re = (real[j] as number) * c - (imaginary[j] as number) * s;
      const im = (real[j] as number) * s + (imaginary[j] as number) * c;
      real[j] = (real[i] as number) - re;
      imaginary[j] = (imaginary[i] as number) - im;
      real[i] = (real[i] as number) + re;
      imaginary[i] = (imaginary[i] as number) + im;
    }
  }
}
