import type { Random } from "./random.ts";
import type { Route, RoutePlace } from "./route.ts";

/** How a vehicle is driven. */
export interface DriveStyle {
  /** m/s; one of these is aimed at, then another. */
  speedsMs: readonly number[];
  accelerationMs2: number;
  brakingMs2: number;
  tripS: readonly [number, number];
  parkS: readonly [number, number];
  /** Share of speed changes that are a stop at lights. */
  stops: number;
}

export type DrivePhase = "parked" | "standing" | "moving";

const JERK_MS3 = 1.2;

/** A driver on a route: trips of changing speed with stops, then a rest. Steps are small and of one size. */
export class Drive {
  phase: DrivePhase = "parked";
  speedMs = 0;
  accelerationMs2 = 0;
  distanceM: number;
  tripM = 0;
  tripS = 0;
  place: RoutePlace;
  yawRateDegS = 0;
  private targetMs = 0;
  private phaseLeftS = 0;
  private tripLeftS = 0;
  private readonly random: Random;
  private readonly route: Route;
  private readonly style: DriveStyle;

  constructor(random: Random, route: Route, style: DriveStyle) {
    this.random = random;
    this.route = route;
    this.style = style;
    this.distanceM = random.between(0, route.lengthM);
    this.place = route.at(this.distanceM);
    // A demonstration begins with a start, not with a wait.
    this.phaseLeftS = random.between(2, 15);
  }

  step(dtS: number): void {
    this.decide(dtS);
    this.move(dtS);
    const before = this.place.course;
    this.place = this.route.at(this.distanceM);
    const turned = ((this.place.course - before + 540) % 360) - 180;
    this.yawRateDegS += (turned / dtS - this.yawRateDegS) * 0.2;
  }

  private decide(dtS: number): void {
    this.phaseLeftS -= dtS;
    if (this.phase === "parked") {
      if (this.phaseLeftS > 0) return;
      this.tripLeftS = this.random.between(...this.style.tripS);
      this.tripM = 0;
      this.tripS = 0;
      this.aim();
      return;
    }
    this.tripLeftS -= dtS;
    this.tripS += dtS;
    if (this.tripLeftS <= 0) this.targetMs = 0;
    else if (this.phaseLeftS <= 0) this.aim();
    if (this.targetMs > 0 || this.speedMs > 0) return;
    if (this.tripLeftS <= 0) this.park();
    else this.phase = "standing";
  }

  private aim(): void {
    const isStop = this.speedMs > 0 && this.random.chance(this.style.stops);
    const choice = this.style.speedsMs[this.random.whole(0, this.style.speedsMs.length - 1)] ?? 10;
    this.targetMs = isStop ? 0 : choice * this.random.between(0.92, 1.06);
    this.phaseLeftS = isStop ? this.random.between(12, 45) : this.random.between(20, 110);
    if (this.targetMs > 0) this.phase = "moving";
  }

  /** Nobody gets in any more. */
  stayParked(): void {
    this.phase = "parked";
    this.phaseLeftS = Number.POSITIVE_INFINITY;
  }

  private park(): void {
    this.phase = "parked";
    this.phaseLeftS = this.random.between(...this.style.parkS);
  }

  private move(dtS: number): void {
    const { accelerationMs2, brakingMs2 } = this.style;
    // Drivers never hold a speed exactly.
    const wanted = this.targetMs > 0 ? this.targetMs + 0.3 * this.random.normal() : 0;
    const pull = Math.max(-brakingMs2, Math.min(accelerationMs2, (wanted - this.speedMs) * 0.6));
    const change = Math.max(-JERK_MS3 * dtS, Math.min(JERK_MS3 * dtS, pull - this.accelerationMs2));
    this.accelerationMs2 += change;
    this.speedMs += this.accelerationMs2 * dtS;
    if (this.speedMs <= 0.05 && this.targetMs === 0) {
      this.speedMs = 0;
      this.accelerationMs2 = 0;
    }
    this.speedMs = Math.max(0, this.speedMs);
    this.distanceM += this.speedMs * dtS;
    this.tripM += this.speedMs * dtS;
  }
}
