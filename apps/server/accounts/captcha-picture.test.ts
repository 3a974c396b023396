import { inflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { GLYPHS } from "./captcha-glyphs.ts";
import { type Chance, captchaSvg, drawCaptcha, newCaptchaText } from "./captcha-picture.ts";

const LENGTH = 4;

/** Chance that can be repeated (mulberry32). */
function chanceOf(seed: number): Chance {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Pixels {
  width: number;
  height: number;
  at(x: number, y: number): number;
}

function pixelsOf(png: Buffer): Pixels {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const rows = inflateSync(png.subarray(41, 41 + png.readUInt32BE(33)));
  return { width, height, at: (x, y) => (rows[y * (1 + 2 * width) + 2 + 2 * x] ?? 0) / 255 };
}

const SIDE = 12;

/** A part of the picture between two columns: cropped to its ink and brought to one size. */
function shapeOf(picture: Pixels, from: number, to: number): number[] {
  const ink: [number, number][] = [];
  for (let x = Math.max(0, from); x < Math.min(picture.width, to); x++)
    for (let y = 0; y < picture.height; y++) if (picture.at(x, y) > 0.5) ink.push([x, y]);
  const [xs, ys] = [ink.map(([x]) => x), ink.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left + 1, Math.max(...ys) - top + 1];
  const shape = new Array<number>(SIDE * SIDE).fill(0);
  for (const [x, y] of ink) {
    const cell = Math.floor(((y - top) * SIDE) / height) * SIDE + Math.floor(((x - left) * SIDE) / width);
    shape[cell] = (shape[cell] ?? 0) + 1;
  }
  return normal(shape);
}

function normal(shape: readonly number[]): number[] {
  const length = Math.hypot(...shape) || 1;
  return shape.map((value) => value / length);
}

/** Cut in equal parts, or at the columns with the least ink near them. */
const CUTS: Record<string, (picture: Pixels) => number[]> = {
  "in equal parts": ({ width }) => [0, 1, 2, 3, 4].map((n) => Math.round(19 + ((width - 38) / LENGTH) * n)),
  "where there is least ink": (picture) => {
    const even = CUTS["in equal parts"]?.(picture) ?? [];
    const inkOf = (x: number) =>
      Array.from({ length: picture.height }, (_, y) => picture.at(x, y)).reduce((a, b) => a + b);
    return even.map((cut, n) => {
      if (n === 0 || n === LENGTH) return n === 0 ? 0 : picture.width;
      const near = Array.from({ length: 31 }, (_, d) => cut - 15 + d);
      return near.reduce((best, x) => (inkOf(x) < inkOf(best) ? x : best), cut);
    });
  },
};

function lettersOf(picture: Pixels, cuts: readonly number[]): number[][] {
  return Array.from({ length: LENGTH }, (_, n) => shapeOf(picture, cuts[n] ?? 0, cuts[n + 1] ?? 0));
}

/** One template per letter, the mean of all that were seen, from pictures whose answers are known. */
function learn(count: number, cut: (picture: Pixels) => number[], chance: Chance): Map<string, number[]> {
  const sums = new Map<string, number[]>();
  for (let n = 0; n < count; n++) {
    const text = newCaptchaText(LENGTH, chance);
    const picture = pixelsOf(drawCaptcha(text, chance));
    lettersOf(picture, cut(picture)).forEach((shape, at) => {
      const letter = text.charAt(at);
      const sum = sums.get(letter) ?? new Array<number>(SIDE * SIDE).fill(0);
      sums.set(
        letter,
        sum.map((value, cell) => value + (shape[cell] ?? 0)),
      );
    });
  }
  return new Map([...sums].map(([letter, sum]) => [letter, normal(sum)]));
}

function read(shape: readonly number[], templates: ReadonlyMap<string, readonly number[]>): string {
  const likeness = (template: readonly number[]) =>
    template.reduce((sum, value, cell) => sum + value * (shape[cell] ?? 0), 0);
  return [...templates].reduce(
    ([best, most], [letter, template]) => {
      const like = likeness(template);
      return like > most ? ([letter, like] as [string, number]) : ([best, most] as [string, number]);
    },
    ["", -1] as [string, number],
  )[0];
}

describe("the picture of a captcha [ACC-02]", () => {
  it("is pixels alone: no shape, no text, no order of letters in the markup", () => {
    const svg = captchaSvg("K4RT", chanceOf(1));
    expect(svg).toMatch(/^<svg [^<>]*><image [^<>]* href="data:image\/png;base64,[A-Za-z0-9+/=]+"\/><\/svg>$/);
  });

  it("is never the same for the same letters", () => {
    const chance = chanceOf(2);
    expect(new Set(Array.from({ length: 20 }, () => captchaSvg("K4RT", chance))).size).toBe(20);
  });

  it.each(Object.entries(CUTS))("is not read by one template per letter, cut %s", (_, cut) => {
    const chance = chanceOf(3);
    const templates = learn(100, cut, chance);
    expect(templates.size).toBe(GLYPHS.size);
    const tries = 60;
    let wholes = 0;
    for (let n = 0; n < tries; n++) {
      const text = newCaptchaText(LENGTH, chance);
      const picture = pixelsOf(drawCaptcha(text, chance));
      const answer = lettersOf(picture, cut(picture))
        .map((shape) => read(shape, templates))
        .join("");
      if (answer === text) wholes++;
    }
    expect(wholes / tries).toBeLessThanOrEqual(0.05);
  });
});
