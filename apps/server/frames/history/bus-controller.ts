import { type BusErrors, readErrorFrame, worseState } from "@canopy/can/bus/error-frame";
import type { ChannelQuery } from "../store/bus-traffic.ts";
import type { FrameReader } from "../store/frame-store.ts";

/** State from error frames: the last, and the worst of each counter. */
export interface ControllerHealth extends BusErrors {
  readonly lastUs: number;
  readonly worst: BusErrors;
}

/** Every error frame of the range is read, so that the worst of it is known; null: none said anything. */
export async function readController(
  store: FrameReader,
  { channel, ...range }: ChannelQuery,
  signal?: AbortSignal,
): Promise<ControllerHealth | null> {
  let last: { readonly lastUs: number; readonly errors: BusErrors } | undefined;
  let worst: BusErrors | undefined;
  const query = { ...range, filter: { channels: [channel], types: ["error" as const] } };
  for await (const batch of store.stream(query, signal))
    for (let row = 0; row < batch.length; row += 1) {
      const { timeUs, data } = batch.at(row);
      const errors = readErrorFrame(data);
      if (errors === undefined) continue;
      last = { lastUs: timeUs, errors };
      worst = worse(worst ?? errors, errors);
    }
  return last && worst ? { lastUs: last.lastUs, ...last.errors, worst } : null;
}

const worse = (one: BusErrors, other: BusErrors): BusErrors => ({
  state: worseState(one.state, other.state),
  rec: Math.max(one.rec, other.rec),
  tec: Math.max(one.tec, other.tec),
});
