import { lag, type SignalTable } from "../world/chassis.ts";
import type { Random } from "../world/random.ts";

export interface BatterySettings {
  capacityKwh: number;
  cells: number;
  resistanceOhm: number;
  soc: number;
}

/** A traction battery: charge, voltage under load, warmth, and cells that differ a little from each other. */
export class Battery {
  soc: number;
  currentA = 0;
  temperatureC = 24;
  readonly settings: BatterySettings;
  private readonly spreadMv: number[];

  constructor(random: Random, settings: BatterySettings) {
    this.settings = settings;
    this.soc = settings.soc;
    this.spreadMv = Array.from({ length: settings.cells }, () => random.normal() * 4);
  }

  /** Power drawn from it; negative charges it. */
  step(powerKw: number, ambientC: number, dtS: number): void {
    const openV = this.openV;
    // The smaller root of U·I - R·I² = P, so that the voltage never runs away under load.
    const root = Math.max(0, openV * openV - 4 * this.settings.resistanceOhm * powerKw * 1000);
    this.currentA = (openV - Math.sqrt(root)) / (2 * this.settings.resistanceOhm);
    const used = (openV * this.currentA * dtS) / 3.6e6;
    this.soc = Math.max(2, Math.min(100, this.soc - (100 * used) / this.settings.capacityKwh));
    const heat = this.currentA * this.currentA * this.settings.resistanceOhm * 0.004;
    this.temperatureC = lag(this.temperatureC, ambientC + 3 + heat, 1800, dtS);
  }

  get voltageV(): number {
    return this.openV - this.currentA * this.settings.resistanceOhm;
  }

  get powerKw(): number {
    return (this.voltageV * this.currentA) / 1000;
  }

  /** From 0. */
  cellMv(i: number): number {
    return (1000 * this.voltageV) / this.settings.cells + (this.spreadMv[i] ?? 0);
  }

  private get openV(): number {
    const share = this.soc / 100;
    return this.settings.cells * (3.35 + 0.62 * share + 0.2 * share ** 4);
  }

  private extreme(pick: (...values: number[]) => number): number {
    return (1000 * this.voltageV) / this.settings.cells + pick(...this.spreadMv);
  }

  readonly signals: SignalTable = {
    PackVoltage: () => this.voltageV,
    PackCurrent: () => this.currentA,
    PackPower: () => this.powerKw,
    DcVoltage: () => this.voltageV,
    DcCurrent: () => this.currentA,
    Soc: () => this.soc,
    Soh: () => 96.4,
    RemainingEnergy: () => (this.soc * this.settings.capacityKwh) / 100,
    RemainingRange: () => this.soc * this.settings.capacityKwh * 0.06,
    MaxCellVoltage: () => this.extreme(Math.max),
    MinCellVoltage: () => this.extreme(Math.min),
    MaxCellNumber: () => 1 + this.spreadMv.indexOf(Math.max(...this.spreadMv)),
    MinCellNumber: () => 1 + this.spreadMv.indexOf(Math.min(...this.spreadMv)),
    MaxCellTemperature: () => this.temperatureC + 2,
    MinCellTemperature: () => this.temperatureC - 1,
    DischargeCurrentLimit: () => (this.soc > 10 ? 480 : 120),
    ChargeCurrentLimit: () => (this.soc < 90 ? 240 : 60),
    DischargePowerLimit: () => (this.soc > 10 ? 180 : 45),
    ChargePowerLimit: () => (this.soc < 90 ? 90 : 22),
    ...numbered("CellVoltage", 3, 96, (i) => this.cellMv(i)),
    ...numbered("CellTemperature", 2, 24, (i) => this.temperatureC + (i % 4) - 1),
    ...numbered("ModuleTemperature", 2, 12, (i) => this.temperatureC + (i % 5) * 0.6 - 1),
  };
}

/** `CellVoltage001`, `CellVoltage002`, …: signals that differ in their number. */
export function numbered(
  name: string,
  digits: number,
  count: number,
  value: (i: number) => number,
): Record<string, () => number> {
  const entries = Array.from({ length: count }, (_, i) => [
    `${name}${String(i + 1).padStart(digits, "0")}`,
    () => value(i),
  ]);
  return Object.fromEntries(entries);
}
