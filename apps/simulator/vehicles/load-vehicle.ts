import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Dbc } from "@canopy/can/dbc/model";
import { parseDbc } from "@canopy/can/dbc/parse/parse";
import { FrameBatch } from "@canopy/can/frame/batch";
import { CHECK_DIGIT_PLACE, checkDigitOf } from "@canopy/can/obd/check-digit";
import { type EcuFault, VehicleEcu } from "../bus/ecu.ts";
import { Inputs } from "../bus/inputs.ts";
import { MessageSource } from "../bus/message-source.ts";
import { VirtualBus } from "../bus/virtual-bus.ts";
import { Random } from "../world/random.ts";
import { ElectricCar } from "./ev.ts";
import { FdCar } from "./fd-car.ts";
import { Truck } from "./truck.ts";
import type { Vehicle, VehicleKind } from "./vehicle.ts";

const MAKERS: Record<VehicleKind, new (random: Random, vin: string) => Vehicle> = {
  ev: ElectricCar,
  truck: Truck,
  "fd-car": FdCar,
};
/** The buses are looked at in slices; the model moves once in ten of them. */
const SLICE_US = 10_000;
const SLICES_PER_STEP = 10;
/** With slow cycles the slices are longer too, up to where the model still drives well. */
const MAX_COARSENESS = 10;

export interface VehicleOptions {
  kind: VehicleKind;
  seed: string;
  startUs: number;
  /** Cycle times are multiplied by it: a day of frames in a second of test. */
  cycleScale?: number;
  ecuFault?: EcuFault;
  /** It was driven for so long before the start, and nobody listened. */
  drivenUs?: number;
}

const dbcs = new Map<string, Dbc>();

export function vehicleDbc(file: string): Dbc {
  const known = dbcs.get(file);
  if (known !== undefined) return known;
  const { dbc } = parseDbc(readFileSync(join(import.meta.dirname, file), "utf8"));
  dbcs.set(file, dbc);
  return dbc;
}

/** A vehicle with its buses. Time moves only by `advance`, and the same seed gives the same frames, to the byte. */
export class RunningVehicle {
  readonly vehicle: Vehicle;
  readonly bus: VirtualBus;
  readonly sources: readonly MessageSource[];
  readonly ecus: readonly VehicleEcu[];
  private readonly inputs: Inputs;
  private readonly sliceUs: number;
  private nowUs: number;
  private slices = 0;

  constructor({ kind, seed, startUs, cycleScale = 1, ecuFault, drivenUs = 0 }: VehicleOptions) {
    const random = new Random(`${kind}/${seed}`);
    // Of its own, so that the drive is the same whether anybody listens to the bus or not.
    const busRandom = new Random(`bus/${kind}/${seed}`);
    this.nowUs = startUs - drivenUs;
    this.sliceUs = SLICE_US * Math.max(1, Math.min(MAX_COARSENESS, Math.floor(cycleScale)));
    this.vehicle = new MAKERS[kind](random, vinOf(seed));
    this.vehicle.chassis.timeUs = this.nowUs;
    const dbc = vehicleDbc(this.vehicle.dbcFile);
    this.sources = dbc.messages.map((message) => new MessageSource(dbc, message, this.vehicle.signals));
    this.bus = new VirtualBus(this.sources, busRandom, this.nowUs, cycleScale);
    this.ecus = this.vehicle.ecus.map((plan) => new VehicleEcu(this.vehicle, plan, busRandom, ecuFault));
    for (const ecu of this.ecus) this.bus.attach(ecu);
    this.inputs = new Inputs(this.vehicle.chassis);
    this.pass(startUs);
  }

  /** The machine slept or was too slow: goes on at `toUs` without the frames between. */
  skip(toUs: number): void {
    this.nowUs = toUs;
    this.bus.skip(toUs);
  }

  /** Drives on without traffic: much faster than with it, and the vehicle ends in the same state. */
  private pass(untilUs: number): void {
    while (this.nowUs + this.sliceUs <= untilUs) {
      if (this.slices++ % SLICES_PER_STEP === 0) this.step();
      this.nowUs += this.sliceUs;
    }
    this.bus.pass(this.nowUs);
  }

  private step(): void {
    this.vehicle.step((this.sliceUs * SLICES_PER_STEP) / 1e6, this.nowUs);
  }

  /** How far time has come. */
  get timeUs(): number {
    return this.nowUs;
  }

  /** Appends the traffic of the buses until then. Whole slices only: the interval of calls makes no difference. */
  advance(untilUs: number, into: FrameBatch = new FrameBatch()): FrameBatch {
    while (this.nowUs + this.sliceUs <= untilUs) {
      const endUs = this.nowUs + this.sliceUs;
      if (this.slices++ % SLICES_PER_STEP === 0) {
        this.step();
        this.inputs.read(this.nowUs, into);
      }
      this.bus.slice(this.nowUs, endUs, into);
      this.nowUs = endUs;
    }
    return into;
  }
}

const VIN_LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ0123456789";

/** With its check digit (GB 16735). */
export function vinOf(seed: string): string {
  const random = new Random(`vin/${seed}`);
  const tail = Array.from({ length: 14 }, () => VIN_LETTERS[random.whole(0, VIN_LETTERS.length - 1)]);
  const vin = `LCN${tail.join("")}`;
  return vin.slice(0, CHECK_DIGIT_PLACE) + checkDigitOf(vin) + vin.slice(CHECK_DIGIT_PLACE + 1);
}
