import type { ObservedId } from "@canopy/can/dbc/decode/traffic";
import type { ChannelQuery } from "../../frames/store/bus-traffic.ts";
import type { FrameType } from "../../frames/store/frame-filter.ts";
import type { FrameReader } from "../../frames/store/frame-store.ts";

/** Enough to see a value leave its limits or a byte order fail. */
const PAYLOADS = 200;
const MAX_IDS = 5000;
const DATA_FRAMES: readonly FrameType[] = ["classic", "fd"];

/** The time of the newest data frame of a channel; undefined: there is none. */
export async function newestOfChannel(
  frames: Pick<FrameReader, "page">,
  { bindingNumber, channel, fromUs, toUs }: ChannelQuery,
  signal?: AbortSignal,
): Promise<number | undefined> {
  const filter = { channels: [channel], types: DATA_FRAMES };
  const query = { bindingNumber, fromUs, toUs, filter, order: "newestFirst", limit: 1 } as const;
  return (await frames.page(query, signal)).frames[0]?.timeUs;
}

/** Every identifier of the window, most frames first, with payloads that followed each other from its beginning. */
export async function observedIds(
  frames: Pick<FrameReader, "traffic">,
  window: ChannelQuery,
  signal?: AbortSignal,
): Promise<ObservedId[]> {
  const take = { count: PAYLOADS, from: "beginning" } as const;
  const traffic = await frames.traffic({ ...window, take, types: DATA_FRAMES }, signal);
  return traffic
    .sort((one, other) => other.frames - one.frames)
    .slice(0, MAX_IDS)
    .map(({ id, isExtended, frames: count, firstUs, lastUs, sizes, some }) => ({
      id,
      isExtended,
      frames: count,
      firstUs,
      lastUs,
      lengths: sizes,
      payloads: some.map(({ data }) => data),
    }));
}
