import { Chassis, flag, lag, type SignalTable } from "../world/chassis.ts";
import { type FaultKind, Faults } from "../world/faults.ts";
import type { Random } from "../world/random.ts";
import { cityLoop } from "../world/routes.ts";
import { Battery } from "./battery.ts";
import { type EcuPlan, obdEcu, type Vehicle } from "./vehicle.ts";

const RATIO = 9.1;
const EFFICIENCY = 0.93;
const AUXILIARY_KW = 0.9;
const CHARGER_KW = 11;

const FAULTS: readonly FaultKind[] = [
  { name: "OverTemperature", ecu: "BMS", dtc: 0x0a7e00, everyS: 7200, lastsS: [40, 240] },
  { name: "InsulationLow", ecu: "BMS", dtc: 0x0aa600, everyS: 14_400, lastsS: [20, 120] },
  { name: "CellUndervoltage", ecu: "BMS", dtc: 0x1e0013, everyS: 20_000, lastsS: [10, 60], before: 3 },
  { name: "InverterOverheat", ecu: "MCU", dtc: 0x0a7800, everyS: 9000, lastsS: [30, 180] },
  { name: "LostCommunication", ecu: "VCU", dtc: 0xc10087, everyS: 10_800, lastsS: [5, 40], jams: 0 },
];

const ECUS: readonly EcuPlan[] = [
  obdEcu("VCU", 0x7e0, "CNP-VCU-2210", "VCU 03.14.02"),
  obdEcu("MCU", 0x7e2, "CNP-MCU-1180", "MCU 02.07.11"),
  obdEcu("BMS", 0x7e4, "CNP-BMS-0960", "BMS 05.01.00"),
];

/** A compact electric car in the city: 96 cells, regenerates when it brakes, charges while it is parked. */
export class ElectricCar implements Vehicle {
  readonly dbcFile = "ev.dbc";
  readonly ecus = ECUS;
  readonly vin: string;
  readonly chassis: Chassis;
  readonly faults: Faults;
  readonly signals: SignalTable;
  private readonly battery: Battery;
  private motorC = 30;
  private inverterC = 30;
  private torqueNm = 0;
  private energyKwh = 5120;
  private tripKwh = 0;

  constructor(random: Random, vin: string) {
    this.vin = vin;
    this.chassis = new Chassis(random, {
      route: cityLoop,
      style: {
        speedsMs: [8, 11, 14, 16, 19],
        accelerationMs2: 1.9,
        brakingMs2: 2.4,
        tripS: [900, 2400],
        parkS: [120, 400],
        stops: 0.35,
      },
      massKg: 1850,
      dragKgM: 0.38,
      wheelRadiusM: 0.33,
      steeringRatio: 15.5,
      odometerKm: random.between(8000, 60_000),
    });
    this.battery = new Battery(random, {
      capacityKwh: 62,
      cells: 96,
      resistanceOhm: 0.07,
      soc: random.between(45, 92),
    });
    this.faults = new Faults(random, FAULTS);
    this.signals = this.table();
  }

  step(dtS: number, timeUs: number): void {
    this.chassis.step(dtS, timeUs);
    this.faults.step(dtS);
    const { drive, forceN, settings } = this.chassis;
    this.torqueNm = (forceN * settings.wheelRadiusM) / RATIO;
    const wheelKw = (forceN * drive.speedMs) / 1000;
    const motorKw = wheelKw > 0 ? wheelKw / EFFICIENCY : wheelKw * 0.62;
    const drawnKw = this.isCharging ? -CHARGER_KW : motorKw + AUXILIARY_KW;
    this.battery.step(drawnKw, this.chassis.ambientC, dtS);
    this.energyKwh += (Math.max(0, drawnKw) * dtS) / 3600;
    this.tripKwh = drive.tripM === 0 ? 0 : this.tripKwh + (drawnKw * dtS) / 3600;
    const overheat = this.faults.isActive("InverterOverheat") ? 45 : 0;
    this.motorC = lag(this.motorC, this.chassis.ambientC + 10 + 1.1 * Math.abs(motorKw), 300, dtS);
    this.inverterC = lag(this.inverterC, this.chassis.ambientC + 8 + 0.8 * Math.abs(motorKw) + overheat, 120, dtS);
  }

  private get isCharging(): boolean {
    return this.chassis.isParked && this.battery.soc < 95;
  }

  private table(): SignalTable {
    const { chassis, battery } = this;
    const isReady = () => !chassis.isParked;
    return {
      ...chassis.signals,
      ...battery.signals,
      GearPosition: () => (chassis.isParked ? 0 : 3),
      Ready: () => flag(isReady()),
      TorqueRequest: () => this.torqueNm * 1.02,
      MotorTorque: () => this.torqueNm,
      MotorSpeed: () => chassis.wheelRpm * RATIO,
      TorqueLimit: () => (this.faults.isActive("InverterOverheat") ? 140 : 310),
      MotorState: () => this.motorState,
      MotorDerating: () => flag(this.faults.isActive("InverterOverheat")),
      ElectricPower: () => battery.powerKw,
      PhaseCurrent: () => Math.abs(this.torqueNm) * 1.35,
      MotorTemperature: () => this.motorC,
      RotorTemperature: () => this.motorC + 6,
      InverterTemperature: () => this.inverterC,
      IgbtTemperature1: () => this.inverterC + 4,
      IgbtTemperature2: () => this.inverterC + 5,
      IgbtTemperature3: () => this.inverterC + 3,
      MotorOperatingHours: () => chassis.odometerKm / 31,
      BmsState: () => (this.isCharging ? 4 : isReady() ? 3 : 1),
      ContactorPositive: () => flag(isReady() || this.isCharging),
      ContactorNegative: () => flag(isReady() || this.isCharging),
      InsulationResistance: () => (this.faults.isActive("InsulationLow") ? 90 : 5200),
      InsulationLow: () => flag(this.faults.isActive("InsulationLow")),
      OverTemperature: () => flag(this.faults.isActive("OverTemperature")),
      CellUndervoltage: () => flag(this.faults.isActive("CellUndervoltage")),
      CommunicationFault: () => flag(this.faults.isActive("LostCommunication")),
      BmsFaultLevel: () => (this.faults.isActive("InsulationLow") ? 2 : flag(this.faults.isActive("OverTemperature"))),
      ChargeState: () => (this.isCharging ? 2 : flag(chassis.isParked) * 3),
      PlugState: () => (chassis.isParked ? 2 : 0),
      MainsVoltage: () => (chassis.isParked ? 229.6 : 0),
      MainsCurrent: () => (this.isCharging ? 16 : 0),
      ChargeVoltage: () => (this.isCharging ? battery.voltageV : 0),
      ChargeCurrent: () => (this.isCharging ? -battery.currentA : 0),
      LowVoltage: () => (isReady() || this.isCharging ? 14.1 : 12.6),
      LowVoltageCurrent: () => (isReady() ? 38 : 4),
      DcdcState: () => flag(isReady() || this.isCharging),
      CoolantTemperatureIn: () => this.inverterC - 6,
      CoolantTemperatureOut: () => this.inverterC - 3,
      PumpDuty: () => Math.min(100, 20 + Math.max(0, this.inverterC - 30)),
      AverageConsumption: () => (chassis.drive.tripM > 100 ? (this.tripKwh * 1e5) / chassis.drive.tripM : 0),
      EnergyTotal: () => this.energyKwh,
      BlowerSpeed: () => (chassis.isParked ? 0 : 1850),
      BlowerLevel: () => (chassis.isParked ? 0 : 3),
    };
  }

  private get motorState(): number {
    if (this.chassis.isParked) return 0;
    if (this.faults.isActive("InverterOverheat")) return 3;
    return this.torqueNm < 0 ? 2 : 1;
  }
}
