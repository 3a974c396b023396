import { FLAG_EXTENDED } from "@canopy/can/frame/frame";
import { j1939Id, parseJ1939Id } from "@canopy/can/j1939/id";
import { PGN_TP_CONNECTION, PGN_TP_DATA } from "@canopy/can/j1939/parameter-groups";
import { J1939Reassembler } from "@canopy/can/j1939/reassemble";
import type { FrameFilter, IdRange } from "../store/frame-filter.ts";
import type { FrameReader, StoredFrame } from "../store/frame-store.ts";
import { positionCursor } from "./history-rows.ts";

/** A broadcast of 255 packets at 200 ms lasts 51 s (SAE J1939-21). */
export const LONGEST_US = 60_000_000;
/** Frames of messages that began before a page, and those that its filter leaves out. */
const MOST_BEFORE = 1000;
/** Of a message whose own priority the packets do not tell. */
const PRIORITY = 6;

/** A message of more than eight bytes, under the identifier it would have in one frame. */
interface JoinedMessage {
  readonly id: number;
  readonly bytes: Uint8Array;
}

const TRANSPORT_IDS: readonly IdRange[] = Array.from({ length: 8 }, (_, priority) => priority * 2 ** 26).flatMap(
  (base) =>
    [PGN_TP_DATA, PGN_TP_CONNECTION].map((pgn) => ({
      from: base + pgn * 256,
      to: base + pgn * 256 + 0xffff,
      isExtended: true,
    })),
);

export const TRANSPORT_FILTER: FrameFilter = { ids: TRANSPORT_IDS, types: ["classic"] };

function isTransport({ id, flags }: Pick<StoredFrame, "id" | "flags">): boolean {
  if (!(flags & FLAG_EXTENDED)) return false;
  const { pgn } = parseJ1939Id(id);
  return pgn === PGN_TP_DATA || pgn === PGN_TP_CONNECTION;
}

/** UDS-06: the J1939 messages that end with a data packet of this page, by the key of that frame. */
export async function joinedMessages(
  store: FrameReader,
  bindingNumber: number,
  page: readonly StoredFrame[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, JoinedMessage>> {
  const own = page.filter(isTransport);
  const [first, last] = [own[0], own.at(-1)];
  if (first === undefined || last === undefined) return new Map();
  // RTS/CTS ends with an acknowledgement behind the last packet.
  const window = { fromUs: Math.max(0, first.timeUs - LONGEST_US), toUs: last.timeUs + LONGEST_US };
  const channels = [...new Set(own.map(({ channel }) => channel))];
  const filter = { ...TRANSPORT_FILTER, channels };
  const of = { ...window, bindingNumber, filter };
  const before = { ...of, order: "newestFirst", limit: MOST_BEFORE, after: first } as const;
  const { frames: earlier } = await store.page(before, signal);
  const from = earlier.at(-1);
  const since = { ...of, order: "oldestFirst", limit: 2 * page.length + 2 * MOST_BEFORE, after: from } as const;
  const { frames } = await store.page({ ...since, fromUs: from?.timeUs ?? first.timeUs }, signal);
  return join(from === undefined ? frames : [from, ...frames]);
}

function join(frames: readonly StoredFrame[]): ReadonlyMap<string, JoinedMessage> {
  const reassembler = new J1939Reassembler();
  const packets = new Map<string, StoredFrame>();
  const found = new Map<string, JoinedMessage>();
  for (const frame of frames) {
    const { pgn, source, destination } = parseJ1939Id(frame.id);
    if (pgn === PGN_TP_DATA) packets.set(`${frame.channel}/${source}/${destination}`, frame);
    for (const event of reassembler.add(frame)) {
      const last = packets.get(`${event.channel}/${event.source}/${event.destination}`);
      if (event.kind === "message" && last)
        found.set(positionCursor(last), { id: j1939Id({ ...event, priority: PRIORITY }), bytes: event.bytes });
    }
  }
  return found;
}
