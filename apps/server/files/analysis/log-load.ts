import { frameBits } from "@canopy/can/bus/bit-length";
import type { BitRates } from "@canopy/can/bus/bus-load";
import type { FrameBatch } from "@canopy/can/frame/batch";
import type { AnalysisResult } from "@canopy/contract/files/file-analysis";
import { USUAL_BIT_RATES } from "../../devices/configuration/bit-rate-store.ts";

const SECOND_US = 1_000_000;
/** Frames of an identifier whose bits are counted one by one; the others are taken for as long as their mean. */
const SAMPLES = 16;

/** Bits of an identifier's frames. */
export class IdBits {
  #samples = 0;
  nominal = 0;
  data = 0;

  /** As long as there are few. */
  sample(batch: FrameBatch, i: number): void {
    if (this.#samples >= SAMPLES) return;
    const bits = frameBits(batch.at(i));
    this.#samples += 1;
    this.nominal += (bits.nominal - this.nominal) / this.#samples;
    this.data += (bits.data - this.data) / this.#samples;
  }
}

interface BusyTime {
  readonly usPerBit: number;
  readonly usPerDataBit: number;
  readonly rates: BitRates;
  readonly isReported: boolean;
  busyUs: number;
  second: number;
  secondUs: number;
  peakUs: number;
}

/** How busy the channels of a log were. */
export class LogLoad {
  readonly #rates: ReadonlyMap<number, BitRates>;
  readonly #channels: (BusyTime | undefined)[] = [];

  constructor(rates: ReadonlyMap<number, BitRates>) {
    this.#rates = rates;
  }

  add(channel: number, timeUs: number, { nominal, data }: Pick<IdBits, "nominal" | "data">): void {
    const busy = this.#channels[channel] ?? this.#begin(channel);
    const us = nominal * busy.usPerBit + data * busy.usPerDataBit;
    const second = Math.floor(timeUs / SECOND_US);
    if (second !== busy.second) {
      if (busy.secondUs > busy.peakUs) busy.peakUs = busy.secondUs;
      busy.second = second;
      busy.secondUs = 0;
    }
    busy.secondUs += us;
    busy.busyUs += us;
  }

  /** Over at least a second. */
  result(spanUs: number): AnalysisResult["load"] {
    return this.#channels.flatMap((busy, channel) => {
      if (busy === undefined) return [];
      const { busyUs, secondUs, peakUs, rates, isReported } = busy;
      const mean = busyUs / Math.max(spanUs, SECOND_US);
      const peak = Math.max(peakUs, secondUs) / SECOND_US;
      return [{ channel, mean, peak, bit_rate: rates.nominalBps, is_reported: isReported }];
    });
  }

  #begin(channel: number): BusyTime {
    const reported = this.#rates.get(channel);
    const rates: BitRates = reported ?? USUAL_BIT_RATES;
    const busy = {
      usPerBit: SECOND_US / rates.nominalBps,
      usPerDataBit: SECOND_US / (rates.dataBps ?? rates.nominalBps),
      rates,
      isReported: reported !== undefined,
      busyUs: 0,
      second: -1,
      secondUs: 0,
      peakUs: 0,
    };
    this.#channels[channel] = busy;
    return busy;
  }
}
