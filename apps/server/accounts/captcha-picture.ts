import { GLYPHS, type Point } from "./captcha-glyphs.ts";
import { Ink } from "./captcha-ink.ts";

/** From 0 up to 1. */
export type Chance = () => number;

/** As the page shows it; drawn at twice the size, for dense screens. */
const SHOWN_WIDTH = 120;
const SHOWN_HEIGHT = 40;
const SCALE = 2;
const WIDTH = SHOWN_WIDTH * SCALE;
const HEIGHT = SHOWN_HEIGHT * SCALE;

const within = (chance: Chance, from: number, to: number) => from + chance() * (to - from);

export function newCaptchaText(length: number, chance: Chance): string {
  const letters = [...GLYPHS.keys()];
  return Array.from({ length }, () => letters[Math.floor(chance() * letters.length)]).join("");
}

/** ACC-02: an SVG that holds a picture of pixels and nothing else, for a shape would name its letter. */
export function captchaSvg(text: string, chance: Chance): string {
  const size = `width="${SHOWN_WIDTH}" height="${SHOWN_HEIGHT}"`;
  const picture = `data:image/png;base64,${drawCaptcha(text, chance).toString("base64")}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${SHOWN_WIDTH} ${SHOWN_HEIGHT}"><image ${size} href="${picture}"/></svg>`;
}

/**
 * Every letter is turned, leant and sized anew, the whole is bent, letters touch, and in round blots ink and paper change
 * places: no letter looks twice the same, and cutting the picture into letters is guesswork.
 */
export function drawCaptcha(text: string, chance: Chance): Buffer {
  const ink = new Ink(WIDTH, HEIGHT);
  const bend = newBend(chance);
  const widths = Array.from(text, () => within(chance, 0.75, 1.3));
  const [start, end] = [within(chance, 8, 30), WIDTH - within(chance, 8, 30)];
  const unit = (end - start) / widths.reduce((sum, width) => sum + width, 0);
  let left = start;
  for (const [at, letter] of [...text].entries()) {
    const width = (widths[at] ?? 1) * unit;
    const place = placement(left + width / 2, width, chance);
    const pen = within(chance, 5, 7);
    for (const stroke of GLYPHS.get(letter) ?? []) ink.stroke(refined(stroke).map(place).map(bend), pen);
    left += width;
  }
  ink.rub(crossing(chance).map(bend), within(chance, 1.6, 2.4));
  ink.stroke(crossing(chance).map(bend), within(chance, 1.6, 2.4));
  for (let n = 0; n < BLOTS; n++) ink.invert(blotIn(n / BLOTS, chance), within(chance, 14, 28));
  return ink.toPng();
}

/** One of them in each part of the width. */
const BLOTS = 3;

function blotIn(from: number, chance: Chance): Point {
  return { x: WIDTH * within(chance, from, from + 1 / BLOTS), y: HEIGHT * chance() };
}

/** Where a point of a letter comes to stand: its own size, slant, turn and shift. */
function placement(centre: number, room: number, chance: Chance): (point: Point) => Point {
  const [width, height] = [room * within(chance, 0.8, 1), HEIGHT * within(chance, 0.5, 0.68)];
  const [lean, turn] = [within(chance, -0.22, 0.22), within(chance, -0.3, 0.3)];
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const at = { x: centre, y: HEIGHT / 2 + within(chance, -6, 6) };
  return (point) => {
    const y = (point.y - 0.5 + within(chance, -0.015, 0.015)) * height;
    const x = (point.x - 0.5 + within(chance, -0.015, 0.015)) * width - lean * y;
    return { x: at.x + x * cos - y * sin, y: at.y + x * sin + y * cos };
  };
}

/** Waves of the whole picture; no two pictures have the same. */
function newBend(chance: Chance): (point: Point) => Point {
  const wave = (height: number, from: number, to: number) => {
    const [length, phase, size] = [
      within(chance, from, to),
      within(chance, 0, 2 * Math.PI),
      height * within(chance, 0.6, 1),
    ];
    return (at: number) => size * Math.sin((at / length) * 2 * Math.PI + phase);
  };
  const [tall, small, across] = [wave(5, 90, 160), wave(1.4, 30, 48), wave(3, 50, 90)];
  return ({ x, y }) => ({ x: x + across(y), y: y + tall(x) + small(x) });
}

/** A line from edge to edge. */
function crossing(chance: Chance): Point[] {
  const heights = Array.from({ length: 4 }, () => within(chance, 0.12, 0.88) * HEIGHT);
  return refined(heights.map((y, n) => ({ x: (n / 3) * WIDTH, y })));
}

const PIECES = 4;

/** More points on the same line, so that it can be bent. */
function refined(points: readonly Point[]): Point[] {
  const [first, ...rest] = points;
  if (!first) return [];
  let last = first;
  return [
    first,
    ...rest.flatMap((next) => {
      const from = last;
      last = next;
      return Array.from({ length: PIECES }, (_, n) => {
        const share = (n + 1) / PIECES;
        return { x: from.x + (next.x - from.x) * share, y: from.y + (next.y - from.y) * share };
      });
    }),
  ];
}
