import type { FrameSamples, Samples } from "@canopy/can/measure/samples";
import { testErrors } from "@canopy/contract/tests/errors";
import { MAX_TEST_SAMPLES } from "@canopy/contract/tests/scripts";
import type { FrameReader } from "../../frames/store/frame-store.ts";
import type { TimeWindow } from "../../frames/store/time-window.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { alsoIdsOf } from "../../signals/bindings/find-signal.ts";
import type { ResolvedSignal } from "../../signals/bindings/resolve-signals.ts";
import type { CarriedFrames, ScriptData } from "./script-api.ts";

const US_PER_MS = 1000;
/** The longest payload, of CAN FD. */
const MOST_BYTES = 64;

interface Read extends TimeWindow {
  readonly bindingNumber: number;
}

/** The signals of a window and the frames that carry them, times from its start. One after the other: each may be large. */
export async function readScriptData(
  frames: Pick<FrameReader, "samples">,
  signals: readonly ResolvedSignal[],
  read: Read,
  abort: AbortSignal,
): Promise<ScriptData> {
  refuseEqualNames(signals);
  const samples: Record<string, Samples> = {};
  const carried: (CarriedFrames & { readonly signals: string[] })[] = [];
  for (const resolved of signals) {
    const { channel, message } = resolved;
    const { id, isExtended } = message;
    const name = nameOf(resolved);
    const known = carried.find((one) => one.channel === channel && one.id === id && one.isExtended === isExtended);
    const { times, values, payloads } = await readOne(frames, resolved, read, known === undefined, abort);
    samples[name] = { times, values };
    known?.signals.push(name);
    if (payloads) carried.push({ channel, id, isExtended, signals: [name], ...framesOf(times, payloads) });
  }
  return { signals: samples, frames: carried };
}

/** Scripts and limits know a signal by its name alone. */
export function refuseEqualNames(signals: readonly ResolvedSignal[]): void {
  const names = signals.map(nameOf);
  const signal = names.find((name, i) => names.indexOf(name) < i);
  if (signal !== undefined) throw new ApiError(testErrors.signalTwice, { field: "signals", values: { signal } });
}

/** As scripts name a signal. */
export function nameOf({ message, signal }: ResolvedSignal): string {
  return `${message.name}.${signal.name}`;
}

async function readOne(
  frames: Pick<FrameReader, "samples">,
  resolved: ResolvedSignal,
  { bindingNumber, fromUs, toUs }: Read,
  withPayloads: boolean,
  abort: AbortSignal,
) {
  const { channel, dbc, message, signal } = resolved;
  const wanted = { channel, message, alsoIds: alsoIdsOf(dbc, message), signals: [signal] };
  const window = { bindingNumber, fromUs, toUs, limit: MAX_TEST_SAMPLES, withPayloads };
  const found = await frames.samples({ ...window, ...wanted }, abort);
  if (found.more)
    throw new ApiError(testErrors.tooManySamples, { values: { signal: nameOf(resolved), limit: MAX_TEST_SAMPLES } });
  return {
    times: found.timesUs.map((timeUs) => (timeUs - fromUs) / US_PER_MS),
    values: Float64Array.from(found.values[0] ?? []),
    payloads: found.payloads,
  };
}

function framesOf(times: Float64Array, payloads: readonly Uint8Array[]): FrameSamples {
  const stride = Math.min(MOST_BYTES, Math.max(8, ...new Set(payloads.map(({ length }) => length))));
  const data = new Uint8Array(payloads.length * stride);
  for (const [at, payload] of payloads.entries()) data.set(payload.subarray(0, stride), at * stride);
  return { times, lengths: Uint8Array.from(payloads, ({ length }) => length), data, stride };
}
