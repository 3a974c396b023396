import { Chassis, flag, lag, type SignalTable } from "../world/chassis.ts";
import { type Fault, type FaultKind, Faults } from "../world/faults.ts";
import type { Random } from "../world/random.ts";
import { deltaLoop } from "../world/routes.ts";
import type { EcuPlan, Vehicle } from "./vehicle.ts";

/** Ratios of a twelve-speed gearbox, and the axle behind it. */
const GEARS = [14.9, 11.7, 9.0, 7.1, 5.5, 4.4, 3.4, 2.7, 2.1, 1.6, 1.27, 1];
const AXLE = 2.85;
const IDLE_RPM = 600;
const RATED_NM = 2300;

const FAULTS: readonly FaultKind[] = [
  { name: "CoolantHot", ecu: "ENGINE", dtc: 0x021700, spn: 110, fmi: 0, everyS: 6000, lastsS: [60, 300] },
  { name: "OilPressureLow", ecu: "ENGINE", dtc: 0x052400, spn: 100, fmi: 1, everyS: 12_000, lastsS: [10, 60] },
  { name: "AdblueLow", ecu: "ENGINE", dtc: 0x203f00, spn: 1761, fmi: 17, everyS: 9000, lastsS: [120, 600] },
  { name: "WheelSensor", ecu: "BRAKES", dtc: 0x503508, spn: 789, fmi: 8, everyS: 15_000, lastsS: [20, 90] },
];

const ECUS: readonly EcuPlan[] = [
  ecu("ENGINE", 0x00, "CNP-ECM-7700", "ECM 12.03.07"),
  ecu("TRANSMISSION", 0x03, "CNP-TCU-5120", "TCU 04.11.01"),
  ecu("BRAKES", 0x0b, "CNP-EBS-3301", "EBS 06.00.09"),
];

/** Normal fixed addressing with 29 bits: the terminal is the tester F1. */
function ecu(name: string, address: number, partNumber: string, softwareVersion: string): EcuPlan {
  const requestId = 0x18da00f1 | (address << 8);
  const responseId = 0x18daf100 | address;
  return { name, requestId, responseId, functionalId: 0x18db33f1, partNumber, softwareVersion };
}

/** A refrigerated truck on the motorway: diesel, twelve gears, SAE J1939. */
export class Truck implements Vehicle {
  readonly dbcFile = "truck.dbc";
  readonly ecus = ECUS;
  readonly vin: string;
  readonly chassis: Chassis;
  readonly faults: Faults;
  readonly signals: SignalTable;
  private gear = 0;
  private rpm = IDLE_RPM;
  private coolantC = 40;
  private oilC = 40;
  private fuelRateLh = 2;
  private tripFuelL = 0;
  private fuelL = 380;
  private frozenC = -18;

  constructor(random: Random, vin: string) {
    this.vin = vin;
    this.chassis = new Chassis(random, {
      route: deltaLoop,
      style: {
        speedsMs: [13, 18, 22, 23.5, 24],
        accelerationMs2: 0.6,
        brakingMs2: 1.1,
        tripS: [2400, 6000],
        parkS: [300, 900],
        stops: 0.12,
      },
      massKg: 26_000,
      dragKgM: 3.1,
      wheelRadiusM: 0.52,
      steeringRatio: 20,
      odometerKm: random.between(90_000, 420_000),
    });
    this.faults = new Faults(random, FAULTS);
    this.fuelL = random.between(150, 560);
    this.signals = this.table();
  }

  step(dtS: number, timeUs: number): void {
    this.chassis.step(dtS, timeUs);
    this.faults.step(dtS);
    this.shift();
    const wanted = this.isRunning ? Math.max(IDLE_RPM, this.chassis.wheelRpm * AXLE * this.ratio) : 0;
    this.rpm = lag(this.rpm, wanted, 0.4, dtS);
    this.fuelRateLh = this.isRunning ? 2.2 + 0.24 * this.loadPercent + this.rpm / 900 : 0;
    const used = (this.fuelRateLh * dtS) / 3600;
    this.tripFuelL = this.chassis.drive.tripM === 0 ? 0 : this.tripFuelL + used;
    // Filled up where it rests.
    this.fuelL = this.chassis.isParked ? Math.min(580, this.fuelL + 1.2 * dtS) : Math.max(20, this.fuelL - used);
    const hot = this.faults.isActive("CoolantHot") ? 24 : 0;
    const warm = this.isRunning ? 84 + this.loadPercent / 14 + hot : this.chassis.ambientC;
    this.coolantC = lag(this.coolantC, warm, 260, dtS);
    this.oilC = lag(this.oilC, this.coolantC + 8, 400, dtS);
    this.frozenC = lag(this.frozenC, -18 + Math.sin(timeUs / 3e8) * 0.8, 60, dtS);
  }

  private get isRunning(): boolean {
    return !this.chassis.isParked;
  }

  private get ratio(): number {
    return GEARS[Math.max(0, this.gear - 1)] ?? 1;
  }

  private get loadPercent(): number {
    const torque = (this.chassis.forceN * this.chassis.settings.wheelRadiusM) / (AXLE * this.ratio);
    return Math.max(0, Math.min(100, (100 * torque) / RATED_NM));
  }

  private shift(): void {
    if (this.chassis.drive.speedMs < 0.5) this.gear = 0;
    else if (this.gear === 0) this.gear = 1;
    const rpm = this.chassis.wheelRpm * AXLE * this.ratio;
    if (rpm > 1650 && this.gear < GEARS.length) this.gear++;
    else if (rpm < 900 && this.gear > 1) this.gear--;
  }

  /** DM1 carries the first active fault; the terminal counts them all. */
  private get firstFault(): Fault | undefined {
    return this.faults.list.find(({ isActive }) => isActive);
  }

  private table(): SignalTable {
    const { chassis } = this;
    const speed = () => chassis.speedKmh;
    const tripKm = () => chassis.drive.tripM / 1000;
    return {
      ...chassis.signals,
      ...this.clock(),
      ...this.diagnosis(),
      EngTorqueMode: () => flag(chassis.pedal > 0),
      ActualEngTorque: () => this.loadPercent,
      DriverDemandTorque: () => chassis.pedal,
      EngDemandTorque: () => this.loadPercent,
      EngSpeed: () => this.rpm,
      EngStarterMode: () => (this.isRunning ? 2 : 0),
      EngLoad: () => this.loadPercent,
      PedalIdleSwitch: () => flag(chassis.pedal === 0),
      DrivelineEngaged: () => flag(this.gear > 0),
      OutputShaftSpeed: () => chassis.wheelRpm * AXLE,
      InputShaftSpeed: () => this.rpm,
      RequestedSpeed: () => this.rpm,
      RequestedTorque: () => this.loadPercent,
      SelectedGear: () => this.gear,
      CurrentGear: () => this.gear,
      GearRatio: () => this.ratio,
      RetarderTorque: () => (chassis.brake > 0 ? -chassis.brake : 0),
      WheelBasedSpeed: speed,
      FrontAxleSpeed: speed,
      TachoSpeed: speed,
      TachoShaftSpeed: () => chassis.wheelRpm * AXLE,
      VehicleMotion: () => flag(speed() > 0),
      Driver1State: () => (this.isRunning ? 3 : 0),
      Driver1Card: () => 1,
      Overspeed: () => flag(speed() > 90),
      ParkBrakeReleased: () => flag(!chassis.isParked),
      FuelRate: () => this.fuelRateLh,
      InstantFuelEconomy: () => (this.fuelRateLh > 0 ? speed() / this.fuelRateLh : 0),
      AverageFuelEconomy: () => (this.tripFuelL > 0.1 ? tripKm() / this.tripFuelL : 0),
      TripFuel: () => this.tripFuelL,
      TotalFuel: () => chassis.odometerKm * 0.31,
      FuelLevel: () => this.fuelL / 6,
      FuelLevel2: () => this.fuelL / 6,
      CoolantTemperature: () => this.coolantC,
      OilTemperature: () => this.oilC,
      TurboOilTemperature: () => this.oilC + 12,
      FuelTemperature: () => chassis.ambientC + 14,
      OilPressure: () => (this.faults.isActive("OilPressureLow") ? 60 : this.rpm * 0.25 + 40),
      BoostPressure: () => this.loadPercent * 2.2,
      ExhaustTemperature: () => 140 + 3.2 * this.loadPercent,
      ChargingVoltage: () => (this.isRunning ? 28.2 : 25.4),
      BatteryVoltage: () => (this.isRunning ? 27.9 : 25.3),
      KeyVoltage: () => (this.isRunning ? 27.8 : 0),
      EngineHours: () => chassis.odometerKm / 62,
      EngineRevolutions: () => (chassis.odometerKm / 62) * 72_000,
      TotalDistance: () => chassis.odometerKm,
      AdblueLevel: () => (this.faults.isActive("AdblueLow") ? 6 : 64),
      FanState: () => (this.faults.isActive("CoolantHot") ? 2 : 1),
      FanSpeed: () => (this.coolantC > 92 ? 1900 : 450),
      AxleWeightFront: () => 6800,
      AxleWeightDrive1: () => 9600,
      AxleWeightDrive2: () => 9300,
      AxleWeightTrailer: () => 0,
      ZoneTemperatureFrozen: () => this.frozenC,
      ZoneSetpointFrozen: () => -18,
      ZoneTemperatureChilled: () => this.frozenC + 22,
      ZoneSetpointChilled: () => 4,
      CargoDoorLeft: () => flag(chassis.isParked),
      CargoDoorRight: () => flag(chassis.isParked),
    };
  }

  private clock(): SignalTable {
    const now = () => new Date(this.chassis.timeUs / 1000);
    return {
      UtcSeconds: () => now().getUTCSeconds(),
      UtcMinutes: () => now().getUTCMinutes(),
      UtcHours: () => now().getUTCHours(),
      UtcMonth: () => now().getUTCMonth() + 1,
      UtcDay: () => now().getUTCDate(),
      UtcYear: () => now().getUTCFullYear(),
    };
  }

  private diagnosis(): SignalTable {
    const spn = () => this.firstFault?.kind.spn ?? 0;
    return {
      AmberLamp: () => flag(this.firstFault !== undefined),
      RedLamp: () => flag(this.faults.isActive("OilPressureLow")),
      MalfunctionLamp: () => flag(this.faults.isActive("AdblueLow")),
      ProtectLamp: () => 0,
      Spn: () => spn() & 0xffff,
      SpnHigh: () => spn() >> 16,
      Fmi: () => this.firstFault?.kind.fmi ?? 0,
      OccurrenceCount: () => this.firstFault?.occurrences ?? 0,
      ConversionMethod: () => 0,
      AbsWarning: () => flag(this.faults.isActive("WheelSensor")),
    };
  }
}
