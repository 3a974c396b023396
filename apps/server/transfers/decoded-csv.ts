import { withoutNoise } from "@canopy/can/dbc/decode/decimal-places";
import type { Signal } from "@canopy/can/dbc/model";
import type { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_EXTENDED } from "@canopy/can/frame/frame";
import type { LogOutput, LogWriter } from "@canopy/can/logs/writer";
import { csvCell } from "@canopy/contract/platform/csv";
import type { FirstDecoder } from "./first-decoder.ts";

const HEADER = "time_s,channel,id,message,signal,value,unit,text\n";
const MICROS = 1_000_000;

/** One line for each value of a signal, in the order of time: any number of signals, and no empty cells. */
export class DecodedCsvWriter implements LogWriter {
  /** Frames that no DBC knows. */
  skipped = 0;
  adjusted = 0;
  readonly #output: LogOutput;
  readonly #decoder: FirstDecoder;
  readonly #encoder = new TextEncoder();
  #isBegun = false;

  constructor(output: LogOutput, decoder: FirstDecoder) {
    this.#output = output;
    this.#decoder = decoder;
  }

  write(batch: FrameBatch): void {
    let lines = this.#begin();
    for (const frame of this.#decoder.frames(batch)) {
      const decoded = this.#decoder.decode(frame);
      if (decoded === null) {
        this.skipped += 1;
        continue;
      }
      const digits = frame.flags & FLAG_EXTENDED ? 8 : 3;
      const id = `0x${frame.id.toString(16).toUpperCase().padStart(digits, "0")}`;
      const start = `${secondsOf(frame.timeUs)},${frame.channel},${id},${csvCell(decoded.message.name)},`;
      for (const { signal, value, text } of decoded.signals)
        lines += `${start}${csvCell(signal.name)},${clean(signal, value)},${csvCell(signal.unit)},${csvCell(text ?? "")}\n`;
    }
    if (lines !== "") this.#output.append(this.#encoder.encode(lines));
  }

  end(): void {
    const lines = this.#begin();
    if (lines !== "") this.#output.append(this.#encoder.encode(lines));
  }

  /** A byte order mark, without which spreadsheets misread units such as °C. */
  #begin(): string {
    if (this.#isBegun) return "";
    this.#isBegun = true;
    return `\ufeff${HEADER}`;
  }
}

/** 64-bit values come whole. */
function clean(signal: Signal, value: number | bigint): number | bigint {
  return typeof value === "number" ? withoutNoise(signal, value) : value;
}

function secondsOf(timeUs: number): string {
  const seconds = Math.floor(timeUs / MICROS);
  return `${seconds}.${String(timeUs - seconds * MICROS).padStart(6, "0")}`;
}
