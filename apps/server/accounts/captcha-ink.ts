import { crc32, deflateSync } from "node:zlib";
import type { Point } from "./captcha-glyphs.ts";

const OPAQUE = 255;

/** Black ink on nothing: how much of it each pixel has, so that a page can give it a colour of its own. */
export class Ink {
  private readonly width: number;
  private readonly height: number;
  private readonly pixels: Uint8Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.pixels = new Uint8Array(width * height);
  }

  /** Draws along these points with a round pen. */
  stroke(points: readonly Point[], pen: number): void {
    this.along(points, pen, (at, share) => {
      this.pixels[at] = Math.max(this.pixels[at] ?? 0, Math.round(share * OPAQUE));
    });
  }

  /** Takes the ink away along these points. */
  rub(points: readonly Point[], pen: number): void {
    this.along(points, pen, (at, share) => {
      this.pixels[at] = Math.round((this.pixels[at] ?? 0) * (1 - share));
    });
  }

  /** Inside of this circle ink and paper change places. */
  invert(at: Point, reach: number): void {
    for (let y = 0; y < this.height; y++) {
      for (let x = 0; x < this.width; x++) {
        const share = Math.max(0, Math.min(1, reach - Math.hypot(x + 0.5 - at.x, y + 0.5 - at.y)));
        const ink = this.pixels[y * this.width + x] ?? 0;
        this.pixels[y * this.width + x] = Math.round(ink * (1 - share) + (OPAQUE - ink) * share);
      }
    }
  }

  /** Grey with alpha, 8 bits each; every row unfiltered. */
  toPng(): Buffer {
    const rows = Buffer.alloc(this.height * (1 + 2 * this.width));
    for (let y = 0; y < this.height; y++) {
      for (let x = 0; x < this.width; x++) {
        rows[y * (1 + 2 * this.width) + 1 + 2 * x + 1] = this.pixels[y * this.width + x] ?? 0;
      }
    }
    const head = Buffer.alloc(13);
    head.writeUInt32BE(this.width, 0);
    head.writeUInt32BE(this.height, 4);
    head.set([8, 4], 8);
    return Buffer.concat([SIGNATURE, chunk("IHDR", head), chunk("IDAT", deflateSync(rows)), chunk("IEND", NOTHING)]);
  }

  private along(points: readonly Point[], pen: number, touch: (at: number, share: number) => void): void {
    for (let n = 1; n < points.length; n++) {
      const [from, to] = [points[n - 1], points[n]];
      if (from && to) this.segment(from, to, pen / 2, touch);
    }
  }

  private segment(from: Point, to: Point, radius: number, touch: (at: number, share: number) => void): void {
    const reach = radius + 1;
    const left = Math.max(0, Math.floor(Math.min(from.x, to.x) - reach));
    const right = Math.min(this.width - 1, Math.ceil(Math.max(from.x, to.x) + reach));
    const top = Math.max(0, Math.floor(Math.min(from.y, to.y) - reach));
    const bottom = Math.min(this.height - 1, Math.ceil(Math.max(from.y, to.y) + reach));
    for (let y = top; y <= bottom; y++) {
      for (let x = left; x <= right; x++) {
        const share = radius + 0.5 - distance({ x: x + 0.5, y: y + 0.5 }, from, to);
        if (share > 0) touch(y * this.width + x, Math.min(1, share));
      }
    }
  }
}

/** From a point to the nearest one of a straight piece. */
function distance(point: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const square = dx * dx + dy * dy;
  const along = square === 0 ? 0 : ((point.x - from.x) * dx + (point.y - from.y) * dy) / square;
  const share = Math.max(0, Math.min(1, along));
  return Math.hypot(point.x - from.x - share * dx, point.y - from.y - share * dy);
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const NOTHING = Buffer.alloc(0);

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
