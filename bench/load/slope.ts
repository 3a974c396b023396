export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Least squares. */
export function slope(points: readonly Point[]): number {
  const mean = (of: (point: Point) => number) => points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)];
  const square = points.reduce((sum, point) => sum + (point.x - x) ** 2, 0);
  return points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0) / square;
}
