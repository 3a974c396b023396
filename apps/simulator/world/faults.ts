import type { Random } from "./random.ts";

/** A fault that a vehicle may have. */
export interface FaultKind {
  /** Its name for signals and ECUs. */
  name: string;
  ecu: string;
  /** Three bytes of ISO 14229. */
  dtc: number;
  /** J1939 name of the same, on trucks. */
  spn?: number;
  fmi?: number;
  /** Mean time between two occurrences. */
  everyS: number;
  lastsS: readonly [number, number];
  /** The channel that cannot be read meanwhile. */
  jams?: number;
  /** Occurrences before the simulation began: the code is stored from the start. */
  before?: number;
}

export interface Fault {
  readonly kind: FaultKind;
  isActive: boolean;
  /** Was there since the codes were last cleared. */
  isStored: boolean;
  occurrences: number;
}

interface Running extends Fault {
  leftS: number;
}

/** Faults come and go by chance; an ECU stores them until its codes are cleared. */
export class Faults {
  private readonly all: Running[];
  private readonly random: Random;

  constructor(random: Random, kinds: readonly FaultKind[]) {
    this.random = random;
    this.all = kinds.map((kind) => {
      const { before = 0 } = kind;
      return { kind, isActive: false, isStored: before > 0, occurrences: before, leftS: 0 };
    });
  }

  get list(): readonly Fault[] {
    return this.all;
  }

  isActive(name: string): boolean {
    return this.all.some((fault) => fault.isActive && fault.kind.name === name);
  }

  step(dtS: number): void {
    for (const fault of this.all) {
      if (fault.isActive) {
        fault.leftS -= dtS;
        fault.isActive = fault.leftS > 0;
      } else if (this.random.chance(dtS / fault.kind.everyS)) this.occur(fault);
    }
  }

  /** Service 14 for one ECU: an active fault is stored again when it is next seen. */
  clear(ecu: string): void {
    for (const fault of this.all) {
      if (fault.kind.ecu !== ecu) continue;
      fault.isStored = fault.isActive;
      fault.occurrences = fault.isActive ? 1 : 0;
    }
  }

  private occur(fault: Running): void {
    fault.isActive = true;
    fault.isStored = true;
    fault.occurrences = Math.min(126, fault.occurrences + 1);
    fault.leftS = this.random.between(...fault.kind.lastsS);
  }
}
