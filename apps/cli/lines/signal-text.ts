import type { Raw, Signal } from "@canopy/can/dbc/model";
import { GrowingBytes, type LineBuffer } from "./line-buffer.ts";
import type { ValueText, ValueTexts } from "./value-text.ts";

/** One signal as a member of a JSON object with a comma in front: `,"Soc":{"raw":812,"value":81.2}`. */
export class SignalText {
  /** Bytes that it takes at most. */
  readonly maxBytes: number;
  private readonly out: LineBuffer;
  private readonly key: GrowingBytes;
  private readonly value: ValueText;

  constructor(signal: Signal, out: LineBuffer, values: ValueTexts) {
    this.out = out;
    this.key = new GrowingBytes(`,${JSON.stringify(signal.name)}:{"raw":`);
    this.value = values.of(signal);
    this.maxBytes = this.key.length + this.value.maxBytes;
  }

  /** A raw value that is a number. */
  put(raw: number): void {
    this.out.made(this.key);
    this.value.put(this.out, raw);
  }

  /** A raw value of more than 53 bits. */
  putExact(raw: Raw): void {
    this.out.made(this.key);
    this.value.putExact(this.out, raw);
  }
}
