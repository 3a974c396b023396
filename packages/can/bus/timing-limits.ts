import { SJA1000, type TimingLimits } from "./bit-timing.ts";

type Registers = Omit<TimingLimits, "clockHz">;

/** ISO 11898-1 requires this range of every classic controller; the SJA1000's registers hold exactly that. */
const CLASSIC: Registers = SJA1000;

/** Bosch M_CAN 3.2: nominal (NBTP) and data (DBTP) bit timing. The common core of FD controllers. */
const FD_NOMINAL: Registers = {
  tseg1Min: 2,
  tseg1Max: 256,
  tseg2Min: 2,
  tseg2Max: 128,
  sjwMax: 128,
  brpMin: 1,
  brpMax: 512,
  brpStep: 1,
};
const FD_DATA: Registers = {
  tseg1Min: 1,
  tseg1Max: 32,
  tseg2Min: 1,
  tseg2Max: 16,
  sjwMax: 16,
  brpMin: 1,
  brpMax: 32,
  brpStep: 1,
};

export type TimingPhase = "classic" | "nominal" | "data";
const REGISTERS: Record<TimingPhase, Registers> = { classic: CLASSIC, nominal: FD_NOMINAL, data: FD_DATA };

/** Register ranges of a controller of this clock, in one phase of a frame. */
export function timingLimits(phase: TimingPhase, clockHz: number): TimingLimits {
  return { ...REGISTERS[phase], clockHz };
}

interface Quanta {
  brp: number;
  tseg1: number;
  tseg2: number;
  sjw: number;
}

/** M_CAN: NBTP holds NSJW, NBRP, NTSEG1 and NTSEG2, each one less than its value. */
export function nbtpOf({ brp, tseg1, tseg2, sjw }: Quanta): number {
  return (((sjw - 1) << 25) | ((brp - 1) << 16) | ((tseg1 - 1) << 8) | (tseg2 - 1)) >>> 0;
}

/** M_CAN: DBTP holds DBRP, DTSEG1, DTSEG2 and DSJW, each one less than its value. */
export function dbtpOf({ brp, tseg1, tseg2, sjw }: Quanta): number {
  return (((brp - 1) << 16) | ((tseg1 - 1) << 8) | ((tseg2 - 1) << 4) | (sjw - 1)) >>> 0;
}
