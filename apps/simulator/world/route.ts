import { distanceM } from "@canopy/can/gps/position";

export interface RoutePoint {
  latitude: number;
  longitude: number;
}

export interface RoutePlace extends RoutePoint {
  /** Degrees clockwise from north. */
  course: number;
  altitudeM: number;
}

type Corner = readonly [latitude: number, longitude: number];

/** A closed route through corners, rounded between them. */
export class Route {
  readonly lengthM: number;
  private readonly corners: readonly RoutePoint[];
  private readonly startsM: number[] = [];

  constructor(corners: readonly Corner[]) {
    this.corners = corners.map(([latitude, longitude]) => ({ latitude, longitude }));
    let along = 0;
    for (let i = 0; i < this.corners.length; i++) {
      this.startsM.push(along);
      along += distanceM(this.corner(i), this.corner(i + 1));
    }
    this.lengthM = along;
  }

  at(alongM: number): RoutePlace {
    const here = this.point(alongM);
    const ahead = this.point(alongM + 5);
    const east = (ahead.longitude - here.longitude) * Math.cos((here.latitude * Math.PI) / 180);
    const course = (Math.atan2(east, ahead.latitude - here.latitude) * 180) / Math.PI;
    // Two slow waves: hills that belong to the place, not to the time.
    const altitudeM = 28 + 18 * Math.sin(alongM / 2900) + 6 * Math.sin(alongM / 610);
    return { ...here, course: (course + 360) % 360, altitudeM };
  }

  private point(alongM: number): RoutePoint {
    const wrapped = ((alongM % this.lengthM) + this.lengthM) % this.lengthM;
    const i = this.segmentAt(wrapped);
    const end = this.startsM[i + 1] ?? this.lengthM;
    const start = this.startsM[i] ?? 0;
    const share = end > start ? (wrapped - start) / (end - start) : 0;
    const near = [this.corner(i - 1), this.corner(i), this.corner(i + 1), this.corner(i + 2)] as const;
    return {
      latitude: rounded(near[0].latitude, near[1].latitude, near[2].latitude, near[3].latitude, share),
      longitude: rounded(near[0].longitude, near[1].longitude, near[2].longitude, near[3].longitude, share),
    };
  }

  private segmentAt(alongM: number): number {
    let low = 0;
    let high = this.startsM.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.startsM[middle] ?? 0) <= alongM) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  private corner(i: number): RoutePoint {
    const count = this.corners.length;
    return this.corners[((i % count) + count) % count] ?? { latitude: 0, longitude: 0 };
  }
}

/** Catmull-Rom: through b and c, bent by their neighbours. */
function rounded(a: number, b: number, c: number, d: number, t: number): number {
  const bend = 2 * a - 5 * b + 4 * c - d + (3 * b - a - 3 * c + d) * t;
  return b + 0.5 * t * (c - a + t * bend);
}
