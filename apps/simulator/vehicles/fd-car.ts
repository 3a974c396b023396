import { Chassis, flag, lag, type SignalTable } from "../world/chassis.ts";
import { type FaultKind, Faults } from "../world/faults.ts";
import type { Random } from "../world/random.ts";
import { ringLoop } from "../world/routes.ts";
import { Battery } from "./battery.ts";
import { Surroundings } from "./surroundings.ts";
import { type EcuPlan, obdEcu, type Vehicle } from "./vehicle.ts";

const GEARS = [4.7, 3.1, 2.1, 1.7, 1.3, 1, 0.84, 0.67];
const AXLE = 3.2;
const ELECTRIC_BELOW_MS = 14;

const FAULTS: readonly FaultKind[] = [
  { name: "CameraBlocked", ecu: "AD", dtc: 0x5a0113, everyS: 5000, lastsS: [20, 120] },
  { name: "RadarMisaligned", ecu: "AD", dtc: 0x5b0276, everyS: 14_000, lastsS: [60, 300] },
  { name: "Misfire", ecu: "PT", dtc: 0x030000, everyS: 8000, lastsS: [10, 90] },
  { name: "EpsDerated", ecu: "CH", dtc: 0x0b4104, everyS: 12_000, lastsS: [20, 60] },
];

const ECUS: readonly EcuPlan[] = [
  obdEcu("PT", 0x7e0, "CNP-PCM-4410", "PCM 09.02.30"),
  obdEcu("CH", 0x760, "CNP-ESC-2208", "ESC 07.07.01"),
  obdEcu("AD", 0x750, "CNP-ADC-9001", "ADC 21.10.05"),
];

/** A plug-in hybrid on CAN FD with driver assistance: electric when slow, its engine above. */
export class FdCar implements Vehicle {
  readonly dbcFile = "fd-car.dbc";
  readonly ecus = ECUS;
  readonly vin: string;
  readonly chassis: Chassis;
  readonly faults: Faults;
  readonly signals: SignalTable;
  private readonly battery: Battery;
  private readonly surroundings: Surroundings;
  private engineC = 30;
  private oilC = 30;
  private rpm = 0;
  private gear = 1;

  constructor(random: Random, vin: string) {
    this.vin = vin;
    this.chassis = new Chassis(random, {
      route: ringLoop,
      style: {
        speedsMs: [12, 17, 22, 27, 31],
        accelerationMs2: 1.6,
        brakingMs2: 2.2,
        tripS: [1200, 3600],
        parkS: [150, 500],
        stops: 0.22,
      },
      massKg: 1980,
      dragKgM: 0.42,
      wheelRadiusM: 0.35,
      steeringRatio: 14.2,
      odometerKm: random.between(3000, 40_000),
    });
    this.battery = new Battery(random, {
      capacityKwh: 18,
      cells: 96,
      resistanceOhm: 0.11,
      soc: random.between(40, 85),
    });
    this.faults = new Faults(random, FAULTS);
    this.surroundings = new Surroundings(random, this.chassis.drive);
    this.signals = this.table();
  }

  step(dtS: number, timeUs: number): void {
    this.chassis.step(dtS, timeUs);
    this.faults.step(dtS);
    this.surroundings.step(dtS);
    const wheelKw = (this.chassis.forceN * this.chassis.drive.speedMs) / 1000;
    // The engine carries the load and tops the battery up; alone the battery carries everything.
    const electricKw = this.isEngineOn ? Math.min(0, wheelKw * 0.6) - 1.5 : wheelKw * (wheelKw > 0 ? 1.1 : 0.6) + 0.7;
    this.battery.step(this.chassis.isParked ? -3.3 : electricKw, this.chassis.ambientC, dtS);
    this.shift();
    const wanted = this.isEngineOn ? Math.max(850, this.chassis.wheelRpm * AXLE * this.ratio) : 0;
    this.rpm = lag(this.rpm, wanted, 0.3, dtS);
    this.engineC = lag(
      this.engineC,
      this.isEngineOn ? 91 : this.chassis.ambientC + 20,
      this.isEngineOn ? 200 : 2400,
      dtS,
    );
    this.oilC = lag(this.oilC, this.engineC + 5, 500, dtS);
  }

  private get isEngineOn(): boolean {
    return !this.chassis.isParked && (this.chassis.drive.speedMs > ELECTRIC_BELOW_MS || this.battery.soc < 20);
  }

  private get ratio(): number {
    return GEARS[this.gear - 1] ?? 1;
  }

  private shift(): void {
    const rpm = this.chassis.wheelRpm * AXLE * this.ratio;
    if (rpm > 2600 && this.gear < GEARS.length) this.gear++;
    else if (rpm < 1300 && this.gear > 1) this.gear--;
  }

  private table(): SignalTable {
    const { chassis, battery } = this;
    const wheelNm = () => chassis.forceN * chassis.settings.wheelRadiusM;
    const engineNm = () => (this.isEngineOn ? Math.max(0, wheelNm() / (AXLE * this.ratio)) : 0);
    const motorNm = () => (this.isEngineOn ? 0 : wheelNm() / 9);
    return {
      ...chassis.signals,
      ...battery.signals,
      ...this.surroundings.signals,
      PowertrainMode: () => (chassis.isParked ? 0 : this.isEngineOn ? 3 : 1),
      WheelTorqueRequest: () => wheelNm() * 1.01,
      WheelTorque: wheelNm,
      EngineTorque: engineNm,
      MotorTorque: motorNm,
      EngineRunning: () => flag(this.isEngineOn),
      KickDown: () => flag(chassis.pedal > 95),
      EngineSpeed: () => this.rpm,
      CoolantTemperature: () => this.engineC,
      OilTemperature: () => this.oilC,
      OilPressure: () => this.rpm / 900,
      ManifoldPressure: () => (this.isEngineOn ? 38 + chassis.pedal * 1.2 : 100),
      MassAirFlow: () => (this.rpm * (20 + chassis.pedal)) / 3000,
      FuelRate: () => (this.rpm * (8 + engineNm() / 6)) / 20_000,
      LambdaBank1: () => (this.faults.isActive("Misfire") ? 1.24 : 1),
      ExhaustTemperature: () => (this.isEngineOn ? 420 + engineNm() : chassis.ambientC),
      FuelLevel: () => 61.5,
      ThrottlePosition: () => (this.isEngineOn ? chassis.pedal : 0),
      GearSelector: () => (chassis.isParked ? 0 : 3),
      CurrentGear: () => this.gear,
      TargetGear: () => this.gear,
      GearboxTemperature: () => this.oilC - 8,
      ClutchTorque: engineNm,
      EscState: () => flag(!chassis.isParked),
      EpsState: () => (this.faults.isActive("EpsDerated") ? 2 : flag(!chassis.isParked)),
      HvState: () => (chassis.isParked ? 3 : 2),
      InsulationResistance: () => 4800,
      ImageQuality: () => (this.faults.isActive("CameraBlocked") ? 12 : 94),
      FrictionEstimate: () => 0.95,
      Satellites: () => 14,
      SetTemperatureLeft: () => 22.5,
      SetTemperatureRight: () => 22.5,
      UpdateState: () => 0,
      BootCounter: () => 412,
    };
  }
}
