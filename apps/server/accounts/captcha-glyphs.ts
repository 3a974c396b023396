export interface Point {
  readonly x: number;
  readonly y: number;
}

/** One letter as lines of a pen, in a square from 0 to 1, y downwards. */
export type Glyph = readonly (readonly Point[])[];

const line = (...at: readonly (readonly [number, number])[]): Point[] => at.map(([x, y]) => ({ x, y }));

interface Arc {
  readonly x: number;
  readonly y: number;
  readonly rx: number;
  readonly ry: number;
  /** In quarter turns from the right, clockwise as y goes down. */
  readonly from: number;
  readonly to: number;
}

const POINTS_PER_QUARTER = 4;

function arc({ x, y, rx, ry, from, to }: Arc): Point[] {
  const count = Math.ceil(Math.abs(to - from) * POINTS_PER_QUARTER);
  return Array.from({ length: count + 1 }, (_, n) => {
    const angle = ((from + ((to - from) * n) / count) * Math.PI) / 2;
    return { x: x + rx * Math.cos(angle), y: y + ry * Math.sin(angle) };
  });
}

const bowl = [...line([0.1, 0]), ...arc({ x: 0.5, y: 0.27, rx: 0.4, ry: 0.27, from: -1, to: 1 }), ...line([0.1, 0.54])];
const stem = line([0.1, 0], [0.1, 1]);

/** Letters and digits that stay distinct when distorted: no 0 and O, no 1 and I, no A beside 4. */
export const GLYPHS: ReadonlyMap<string, Glyph> = new Map([
  ["C", [arc({ x: 0.55, y: 0.5, rx: 0.5, ry: 0.5, from: -0.6, to: -3.4 })]],
  ["E", [line([0.9, 0], [0.1, 0], [0.1, 1], [0.9, 1]), line([0.1, 0.5], [0.75, 0.5])]],
  ["H", [stem, line([0.9, 0], [0.9, 1]), line([0.1, 0.5], [0.9, 0.5])]],
  ["J", [[...line([0.3, 0], [0.8, 0]), ...arc({ x: 0.45, y: 0.7, rx: 0.35, ry: 0.3, from: 0, to: 2 })]]],
  ["K", [stem, line([0.9, 0], [0.1, 0.58]), line([0.38, 0.4], [0.95, 1])]],
  ["P", [stem, bowl]],
  ["R", [stem, bowl, line([0.45, 0.54], [0.95, 1])]],
  ["T", [line([0, 0], [1, 0]), line([0.5, 0], [0.5, 1])]],
  ["U", [[...line([0.08, 0]), ...arc({ x: 0.5, y: 0.62, rx: 0.42, ry: 0.38, from: 2, to: 0 }), ...line([0.92, 0])]]],
  ["W", [line([0, 0], [0.25, 1], [0.5, 0.3], [0.75, 1], [1, 0])]],
  ["X", [line([0.05, 0], [0.95, 1]), line([0.95, 0], [0.05, 1])]],
  [
    "3",
    [
      [
        ...arc({ x: 0.45, y: 0.26, rx: 0.4, ry: 0.26, from: -1.8, to: 1 }),
        ...arc({ x: 0.45, y: 0.76, rx: 0.45, ry: 0.24, from: -1, to: 1.8 }),
      ],
    ],
  ],
  ["4", [line([0.7, 1], [0.7, 0], [0.05, 0.68], [1, 0.68])]],
  ["6", [[...line([0.75, 0], [0.2, 0.5]), ...arc({ x: 0.5, y: 0.7, rx: 0.4, ry: 0.3, from: 2.2, to: 6.4 })]]],
  ["7", [line([0.05, 0], [0.95, 0], [0.4, 1])]],
]);
