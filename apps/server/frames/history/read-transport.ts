import { J1939Reassembler } from "@canopy/can/j1939/reassemble";
import type { FramePosition } from "../store/frame-position.ts";
import type { FrameReader } from "../store/frame-store.ts";
import type { TimeWindow } from "../store/time-window.ts";
import { LONGEST_US, TRANSPORT_FILTER } from "./join-transport.ts";

/** Frames of a page: what is in memory at once. */
const PAGE = 10_000;

export interface TransportMessage {
  readonly timeUs: number;
  readonly pgn: number;
  readonly source: number;
  readonly bytes: Uint8Array;
}

/** UDS-06: the J1939 messages of more than eight bytes that ended inside of the window, in the order of time. */
export async function* transportMessages(
  store: Pick<FrameReader, "page">,
  of: TimeWindow & { readonly bindingNumber: number; readonly channel: number },
  signal?: AbortSignal,
): AsyncGenerator<TransportMessage> {
  const { bindingNumber, channel, fromUs, toUs } = of;
  const filter = { ...TRANSPORT_FILTER, channels: [channel] };
  const window = { fromUs: Math.max(0, fromUs - LONGEST_US), toUs, bindingNumber, filter };
  const reassembler = new J1939Reassembler();
  let after: FramePosition | undefined;
  do {
    const page = await store.page({ ...window, order: "oldestFirst", limit: PAGE, after }, signal);
    for (const frame of page.frames)
      for (const event of reassembler.add(frame))
        if (event.kind === "message" && event.lastUs >= fromUs)
          yield { timeUs: event.lastUs, pgn: event.pgn, source: event.source, bytes: event.bytes };
    after = page.next;
  } while (after !== undefined);
}
