import { Drive, type DriveStyle } from "./drive.ts";
import type { Random } from "./random.ts";
import type { Route } from "./route.ts";

export type SignalTable = Readonly<Record<string, () => number>>;

export interface ChassisSettings {
  route: Route;
  style: DriveStyle;
  massKg: number;
  /** Air drag: half the density times area times coefficient. */
  dragKgM: number;
  wheelRadiusM: number;
  steeringRatio: number;
  odometerKm: number;
}

const GRAVITY = 9.81;
const ROLLING = 0.011;
const WHEELBASE_M = 2.9;
const CORNERS = ["FL", "FR", "RL", "RR"] as const;

/** Common to all road vehicles: a driver, a body on four wheels, weather. Vehicles add their drivetrain. */
export class Chassis {
  readonly drive: Drive;
  readonly settings: ChassisSettings;
  timeUs = 0;
  ambientC = 20;
  cabinC = 24;
  pedal = 0;
  brake = 0;
  steeringDeg = 0;
  steeringRateDegS = 0;
  /** Force at the wheels that this speed and acceleration need; negative while braking. */
  forceN = 0;
  private readonly tyreKpa: number[];
  private tyreC = 20;
  private slopePercent = 0;

  constructor(random: Random, settings: ChassisSettings) {
    this.settings = settings;
    this.drive = new Drive(random, settings.route, settings.style);
    this.tyreKpa = CORNERS.map(() => random.between(228, 252));
  }

  step(dtS: number, timeUs: number): void {
    this.timeUs = timeUs;
    const altitudeBefore = this.drive.place.altitudeM;
    const alongBefore = this.drive.distanceM;
    this.drive.step(dtS);
    const moved = this.drive.distanceM - alongBefore;
    if (moved > 0.1) this.slopePercent = (100 * (this.drive.place.altitudeM - altitudeBefore)) / moved;
    this.weather(dtS);
    this.act();
    this.steer(dtS);
    this.tyreC = lag(this.tyreC, this.ambientC + 0.9 * this.drive.speedMs, 400, dtS);
  }

  /** The year and the day as two waves: warm afternoons, cool mornings (local time of China). */
  private weather(dtS: number): void {
    const hours = this.timeUs / 3.6e9 + 8;
    const year = Math.cos((2 * Math.PI * (hours / 24 - 200)) / 365.25);
    this.ambientC = 21 + 8 * year + 5 * Math.cos((2 * Math.PI * (hours - 15)) / 24);
    const wanted = this.drive.phase === "parked" ? this.ambientC + 3 : 22.5;
    this.cabinC = lag(this.cabinC, wanted, 240, dtS);
  }

  private act(): void {
    const { massKg, dragKgM } = this.settings;
    const { speedMs, accelerationMs2 } = this.drive;
    const resistance = speedMs > 0 ? massKg * GRAVITY * (ROLLING + this.slopePercent / 100) : 0;
    this.forceN = massKg * accelerationMs2 + dragKgM * speedMs * speedMs + resistance;
    this.pedal = Math.max(0, Math.min(100, (100 * this.forceN) / (massKg * 3)));
    this.brake = this.forceN < -0.15 * massKg ? Math.min(100, (-100 * this.forceN) / (massKg * 6)) : 0;
    if (this.drive.phase !== "moving" && speedMs === 0) this.brake = 25;
  }

  private steer(dtS: number): void {
    const { speedMs, yawRateDegS } = this.drive;
    const curvature = speedMs > 1 ? (yawRateDegS * Math.PI) / 180 / speedMs : 0;
    const wanted = ((Math.atan(curvature * WHEELBASE_M) * 180) / Math.PI) * this.settings.steeringRatio;
    const next = lag(this.steeringDeg, Math.max(-500, Math.min(500, wanted)), 0.3, dtS);
    this.steeringRateDegS = (next - this.steeringDeg) / dtS;
    this.steeringDeg = next;
  }

  get speedKmh(): number {
    return this.drive.speedMs * 3.6;
  }

  get lateralMs2(): number {
    return (this.drive.yawRateDegS * Math.PI * this.drive.speedMs) / 180;
  }

  get wheelRpm(): number {
    return (this.drive.speedMs / (2 * Math.PI * this.settings.wheelRadiusM)) * 60;
  }

  get odometerKm(): number {
    return this.settings.odometerKm + this.drive.distanceM / 1000;
  }

  get isParked(): boolean {
    return this.drive.phase === "parked";
  }

  get isDark(): boolean {
    const hour = (this.timeUs / 3.6e9 + 8) % 24;
    return hour < 6.5 || hour > 18;
  }

  readonly signals: SignalTable = {
    VehicleSpeed: () => this.speedKmh,
    DisplaySpeed: () => Math.min(255, this.speedKmh * 1.03),
    LongitudinalAcceleration: () => this.drive.accelerationMs2,
    LateralAcceleration: () => this.lateralMs2,
    VerticalAcceleration: () => GRAVITY + 0.02 * Math.sin(this.drive.distanceM),
    YawRate: () => this.drive.yawRateDegS,
    RoadSlope: () => this.slopePercent,
    AcceleratorPedal: () => this.pedal,
    BrakePedal: () => this.brake,
    BrakeSwitch: () => flag(this.brake > 0),
    BrakeLight: () => flag(this.brake > 0),
    BrakePressure: () => this.brake * 1.2,
    ParkingBrake: () => flag(this.isParked),
    SteeringAngle: () => this.steeringDeg,
    SteeringRate: () => this.steeringRateDegS,
    SteeringTorque: () => this.steeringDeg / 60,
    EpsState: () => flag(!this.isParked),
    Odometer: () => this.odometerKm,
    TripDistance: () => this.drive.tripM / 1000,
    TripDuration: () => this.drive.tripS / 60,
    AverageSpeed: () => (this.drive.tripS > 0 ? (3.6 * this.drive.tripM) / this.drive.tripS : 0),
    UnixTime: () => Math.floor(this.timeUs / 1e6),
    AmbientTemperature: () => this.ambientC,
    CabinTemperature: () => this.cabinC,
    AmbientLight: () => (this.isDark ? 20 : 24_000),
    LowBeam: () => flag(this.isDark && !this.isParked),
    IndicatorLeft: () => flag(this.drive.yawRateDegS < -4),
    IndicatorRight: () => flag(this.drive.yawRateDegS > 4),
    DoorFL: () => flag(this.isParked && this.drive.tripM > 0),
    SeatbeltDriver: () => flag(!this.isParked),
    CentralLock: () => flag(this.speedKmh > 15),
    Latitude: () => this.drive.place.latitude,
    Longitude: () => this.drive.place.longitude,
    Altitude: () => this.drive.place.altitudeM,
    Heading: () => this.drive.place.course,
    ...Object.fromEntries(CORNERS.flatMap((corner, i) => this.cornerSignals(corner, i))),
  };

  private cornerSignals(corner: string, i: number): [string, () => number][] {
    // The outer wheels are faster in a bend; half a track is 0.78 m.
    const side = i % 2 === 0 ? 1 : -1;
    const speed = () => this.speedKmh + (side * this.drive.yawRateDegS * Math.PI * 0.78 * 3.6) / 180;
    return [
      [`WheelSpeed${corner}`, () => Math.max(0, speed())],
      [`WheelPulses${corner}`, () => Math.floor(this.drive.distanceM * 24) % 1024],
      [`TyrePressure${corner}`, () => ((this.tyreKpa[i] ?? 240) * (273 + this.tyreC)) / 293],
      [`TyreTemperature${corner}`, () => this.tyreC + i],
      [`BrakePressure${corner}`, () => this.brake * (i < 2 ? 1.3 : 0.9)],
    ];
  }
}

/** First order: temperatures follow their heat source. */
export function lag(value: number, target: number, tauS: number, dtS: number): number {
  return value + (target - value) * Math.min(1, dtS / tauS);
}

export function flag(condition: boolean): number {
  return condition ? 1 : 0;
}
