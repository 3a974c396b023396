/** Limits of a CAN controller's bit-timing registers, in time quanta. */
export interface TimingLimits {
  /** Clock of the CAN core: a quantum is `brp` of its ticks. */
  clockHz: number;
  tseg1Min: number;
  tseg1Max: number;
  tseg2Min: number;
  tseg2Max: number;
  sjwMax: number;
  brpMin: number;
  brpMax: number;
  brpStep: number;
}

export interface BitTiming {
  brp: number;
  /** Propagation and phase segment 1, without the synchronisation quantum. */
  tseg1: number;
  tseg2: number;
  sjw: number;
  bitrate: number;
  /** 0 to 1. */
  samplePoint: number;
  /** Relative deviation of the bit rate from the one asked for. */
  bitrateError: number;
}

/** NXP SJA1000 with a 16 MHz crystal, the reference of BTR0/BTR1 notation. */
export const SJA1000: TimingLimits = {
  clockHz: 8_000_000,
  tseg1Min: 1,
  tseg1Max: 16,
  tseg2Min: 1,
  tseg2Max: 8,
  sjwMax: 4,
  brpMin: 1,
  brpMax: 64,
  brpStep: 1,
};

/** Above this deviation the nodes of a bus lose each other (CiA 601 allows half a percent). */
export const MAX_BITRATE_ERROR = 0.005;

/** CiA 301: 87.5 % up to 500 kbit/s, 80 % up to 800 kbit/s, 75 % above. */
export function recommendedSamplePoint(bitrate: number): number {
  if (bitrate > 800_000) return 0.75;
  return bitrate > 500_000 ? 0.8 : 0.875;
}

/**
 * The timing nearest to the bit rate, then nearest to the sample point (not behind it where there is a choice), then
 * with the smallest prescaler, which gives the finest quanta. Undefined when no setting comes within the tolerance.
 */
export function calculateBitTiming(
  limits: TimingLimits,
  bitrate: number,
  samplePoint = recommendedSamplePoint(bitrate),
): BitTiming | undefined {
  let best: BitTiming | undefined;
  for (let brp = limits.brpMin; brp <= limits.brpMax; brp += limits.brpStep) {
    const quanta = Math.round(limits.clockHz / (brp * bitrate));
    const timing = splitBit(limits, brp, quanta, bitrate, samplePoint);
    if (timing !== undefined && (best === undefined || isBetter(timing, best, samplePoint))) best = timing;
  }
  return best !== undefined && Math.abs(best.bitrateError) <= MAX_BITRATE_ERROR ? best : undefined;
}

/** Divides the quanta of a bit so that the sample point comes nearest. */
function splitBit(
  limits: TimingLimits,
  brp: number,
  quanta: number,
  wanted: number,
  samplePoint: number,
): BitTiming | undefined {
  if (quanta < 1 + limits.tseg1Min + limits.tseg2Min || quanta > 1 + limits.tseg1Max + limits.tseg2Max)
    return undefined;
  // Half a quantum goes to the earlier point.
  const ideal = Math.ceil(samplePoint * quanta - 0.5 - 1e-9) - 1;
  const least = Math.max(limits.tseg1Min, quanta - 1 - limits.tseg2Max);
  const most = Math.min(limits.tseg1Max, quanta - 1 - limits.tseg2Min);
  const tseg1 = Math.min(Math.max(ideal, least), most);
  const tseg2 = quanta - 1 - tseg1;
  const bitrate = limits.clockHz / (brp * quanta);
  const sjw = Math.max(1, Math.min(limits.sjwMax, tseg2, tseg1));
  return { brp, tseg1, tseg2, sjw, bitrate, samplePoint: (1 + tseg1) / quanta, bitrateError: bitrate / wanted - 1 };
}

function isBetter(a: BitTiming, b: BitTiming, samplePoint: number): boolean {
  const rate = Math.abs(a.bitrateError) - Math.abs(b.bitrateError);
  if (Math.abs(rate) > 1e-9) return rate < 0;
  const point = Math.abs(a.samplePoint - samplePoint) - Math.abs(b.samplePoint - samplePoint);
  return point < -1e-9;
}

/** SJA1000 registers: SJW and BRP; SAM, TSEG2 and TSEG1. */
export function timingOfBtr(btr0: number, btr1: number, clockHz = SJA1000.clockHz): BitTiming {
  const brp = (btr0 & 0x3f) + 1;
  const tseg1 = (btr1 & 0x0f) + 1;
  const tseg2 = ((btr1 >> 4) & 0x07) + 1;
  const quanta = 1 + tseg1 + tseg2;
  const bitrate = clockHz / (brp * quanta);
  return { brp, tseg1, tseg2, sjw: (btr0 >> 6) + 1, bitrate, samplePoint: (1 + tseg1) / quanta, bitrateError: 0 };
}

export function btrOfTiming(timing: BitTiming): { btr0: number; btr1: number } {
  return {
    btr0: ((timing.sjw - 1) << 6) | (timing.brp - 1),
    btr1: ((timing.tseg2 - 1) << 4) | (timing.tseg1 - 1),
  };
}
