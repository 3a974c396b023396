import type { Frame } from "@canopy/can/frame/frame";
import { normalAddress } from "@canopy/can/isotp/address";
import { EcuNode } from "@canopy/can/uds/server/ecu-node";
import { createSimulatedEcu, type SimulatedEcu } from "@canopy/can/uds/server/simulated-ecu";
import type { EcuPlan, Vehicle } from "../vehicles/vehicle.ts";
import type { Random } from "../world/random.ts";
import type { BusNode } from "./virtual-bus.ts";

/** Identifiers of ISO 14229-1 annex C.1, and three of our own that show the vehicle's state. */
const DID_VIN = 0xf190;
const DID_PART_NUMBER = 0xf187;
const DID_SERIAL = 0xf18c;
const DID_SOFTWARE = 0xf195;
const DID_HARDWARE = 0xf191;
const DID_BOOT = 0xf180;
const DID_SPEED = 0xd001;
const DID_ODOMETER = 0xd002;
const DID_SUPPLY = 0xd003;

/** ISO 14229-1 annex D.2: failed now and this cycle, pending, confirmed, since last clear. */
const STATUS_ACTIVE = 0x2f;
const STATUS_STORED = 0x2c;

export const SIMULATED_HARDWARE = "HW 03";
export const SIMULATED_FLASH = 0x08000000;
const VERSION_BYTES = 32;

/** An image begins with its version as text, ended by a zero. */
function versionOf(flash: Uint8Array): Uint8Array {
  const end = flash.subarray(0, VERSION_BYTES).indexOf(0);
  return flash.slice(0, end < 0 ? VERSION_BYTES : end);
}

/** Unlocks the ECUs of every simulated vehicle; a real one is a secret of its maker. */
export function simulatedKey(seed: Uint8Array): Uint8Array {
  return seed.map((byte, i) => (byte ^ 0x5a) + i);
}

/** On purpose. key: no key is right. power: it loses its power once, in the middle of a download. */
export const ECU_FAULTS = ["key", "power"] as const;
export type EcuFault = (typeof ECU_FAULTS)[number];

/** The first frame of a segmented request with service 36, for its second block. */
const isSecondBlock = ({ data }: Frame) => (data[0] ?? 0) >> 4 === 1 && data[2] === 0x36 && data[3] === 2;

/** A control unit on the bus whose identifiers and trouble codes follow the vehicle. */
export class VehicleEcu implements BusNode {
  readonly channel = 0;
  readonly plan: EcuPlan;
  private readonly vehicle: Vehicle;
  private readonly ecu: SimulatedEcu;
  private readonly node: EcuNode;
  /** The vehicle as it was when a code was first seen stored. */
  private readonly snapshots = new Map<number, Uint8Array>();
  private fault: EcuFault | undefined;

  constructor(vehicle: Vehicle, plan: EcuPlan, random: Random, fault?: EcuFault) {
    this.vehicle = vehicle;
    this.plan = plan;
    this.fault = fault;
    this.ecu = createSimulatedEcu({
      identifiers: new Map([
        [DID_VIN, text(vehicle.vin)],
        [DID_PART_NUMBER, text(plan.partNumber)],
        [DID_SERIAL, text(`${plan.name}-${vehicle.vin.slice(-6)}`)],
        [DID_HARDWARE, text(SIMULATED_HARDWARE)],
        [DID_BOOT, text("BOOT 01.02")],
      ]),
      software: { identifier: DID_SOFTWARE, version: text(plan.softwareVersion), versionOf },
      security: {
        seed: () => random.bytes(4),
        isKey: (_, seed, key) => fault !== "key" && Buffer.compare(simulatedKey(seed), key) === 0,
      },
      flash: { start: SIMULATED_FLASH, size: 256 * 1024 },
      maxBlockLength: 1026,
      eraseUs: 1_500_000,
      recordsOf: (kind, dtc) => (kind === "snapshot" ? this.snapshots.get(dtc) : this.extendedData(dtc)),
    });
    this.node = new EcuNode(this.ecu.server, {
      physical: normalAddress(plan.responseId, plan.requestId),
      functionalId: plan.functionalId,
    });
  }

  receive(frame: Frame, nowUs: number): Frame[] {
    this.refresh();
    if (this.fault === "power" && frame.id === this.plan.requestId && isSecondBlock(frame)) {
      this.fault = undefined;
      this.losePower();
    }
    const known = this.ecu.dtcs.length;
    const frames = this.node.receive(frame, nowUs);
    // Service 14 emptied the list: the vehicle forgets too, or the codes would be back at once.
    if (known > 0 && this.ecu.dtcs.length === 0) this.vehicle.faults.clear(this.plan.name);
    return frames;
  }

  tick(nowUs: number): Frame[] {
    return nowUs >= this.node.deadlineUs ? this.node.tick(nowUs) : [];
  }

  losePower(): void {
    this.ecu.losePower();
  }

  private refresh(): void {
    const { chassis, faults } = this.vehicle;
    this.ecu.identifiers.set(DID_SPEED, u16(chassis.speedKmh * 100));
    this.ecu.identifiers.set(DID_ODOMETER, u32(chassis.odometerKm * 10));
    this.ecu.identifiers.set(DID_SUPPLY, u16(chassis.isParked ? 1260 : 1410));
    const stored = faults.list.filter(({ kind, isStored }) => isStored && kind.ecu === this.plan.name);
    const dtcs = stored.map(({ kind, isActive }) => ({
      dtc: kind.dtc,
      status: isActive ? STATUS_ACTIVE : STATUS_STORED,
    }));
    this.ecu.dtcs.splice(0, this.ecu.dtcs.length, ...dtcs);
    for (const dtc of this.snapshots.keys()) if (!dtcs.some((one) => one.dtc === dtc)) this.snapshots.delete(dtc);
    for (const { dtc } of dtcs) if (!this.snapshots.has(dtc)) this.snapshots.set(dtc, this.snapshot());
  }

  /** Record 1 with the three identifiers of our own. */
  private snapshot(): Uint8Array {
    const values = [DID_SPEED, DID_ODOMETER, DID_SUPPLY].flatMap((id) => [
      ...u16(id),
      ...(this.ecu.identifiers.get(id) ?? []),
    ]);
    return Uint8Array.of(1, 3, ...values);
  }

  /** Record 1: how often the fault occurred. */
  private extendedData(dtc: number): Uint8Array | undefined {
    const fault = this.vehicle.faults.list.find(({ kind }) => kind.ecu === this.plan.name && kind.dtc === dtc);
    return fault && Uint8Array.of(1, fault.occurrences);
  }
}

function text(value: string): Uint8Array {
  return new TextEncoder().encode(value);
}

function u16(value: number): Uint8Array {
  const raw = Math.round(value) & 0xffff;
  return Uint8Array.of(raw >> 8, raw & 0xff);
}

function u32(value: number): Uint8Array {
  const raw = Math.round(value);
  return Uint8Array.of((raw >>> 24) & 0xff, (raw >>> 16) & 0xff, (raw >>> 8) & 0xff, raw & 0xff);
}
