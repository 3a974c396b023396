import { MemoryOutput } from "../memory-output.ts";
import type { SignalChannel } from "./signal-group.ts";
import { Mdf4SignalWriter } from "./signal-writer.ts";

/** Samples of one signal, times in microseconds since 1970. */
export interface SignalSamples extends SignalChannel {
  readonly times: Float64Array;
  readonly values: Float64Array;
}

/** A file in memory: a group for each signal, so that each keeps its own times. `comment` is kept in its history. */
export function writeMdf4Signals(signals: readonly SignalSamples[], comment?: string): Uint8Array<ArrayBuffer> {
  const firsts = signals.flatMap(({ times }) => (times.length > 0 ? [times[0] as number] : []));
  const startUs = firsts.length > 0 ? Math.floor(firsts.reduce((least, at) => Math.min(least, at))) : 0;
  const output = new MemoryOutput();
  const writer = new Mdf4SignalWriter(output, startUs, undefined, comment);
  for (const { times, values, ...channel } of signals) {
    const group = writer.group({ name: channel.name, bus: "", channels: [channel] });
    for (let i = 0; i < times.length; i++) writer.add(group, times[i] as number, [values[i] as number]);
  }
  writer.end();
  return output.bytes();
}
