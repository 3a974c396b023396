import { EVIDENCE_GAP_MS, EVIDENCE_MS } from "@canopy/contract/alarms/events";
import { WHOLE_DEVICE } from "@canopy/contract/alarms/rule-content";
import { asUnavailable } from "../../frames/as-unavailable.ts";
import type { FrameFilter } from "../../frames/store/frame-filter.ts";
import type { FrameReader } from "../../frames/store/frame-store.ts";
import type { FoundEvent } from "./event-store.ts";

interface StoredEvidence {
  first_time: number | null;
  last_time: number | null;
  gaps: { from: number; to: number }[];
}

/** TRG-05: what of the evidence is stored: its first and last moment, and the pauses between them. */
export async function storedEvidence(
  frames: Pick<FrameReader, "buckets">,
  event: FoundEvent,
  signal: AbortSignal,
): Promise<StoredEvidence> {
  const { binding: bindingNumber, start_time } = event;
  const window = { fromUs: (start_time - EVIDENCE_MS) * 1000, toUs: (start_time + EVIDENCE_MS) * 1000 };
  // A pause of more than a bucket's width never lies within one.
  const { list } = await asUnavailable(() =>
    frames.buckets({ bindingNumber, ...window, filter: filterOf(event) }, EVIDENCE_GAP_MS * 1000, signal),
  );
  const gaps = list.flatMap(({ firstUs }, i) => {
    const lastUs = list[i - 1]?.lastUs ?? firstUs;
    return firstUs - lastUs > EVIDENCE_GAP_MS * 1000 ? [{ from: ms(lastUs), to: ms(firstUs) }] : [];
  });
  const [first, last] = [list[0], list.at(-1)];
  return { first_time: first ? ms(first.firstUs) : null, last_time: last ? ms(last.lastUs) : null, gaps };
}

const ms = (timeUs: number): number => Math.floor(timeUs / 1000);

/** A fence alarm, and one of the device as a whole, are of no channel. */
const filterOf = ({ channel, reason }: FoundEvent): FrameFilter =>
  channel === WHOLE_DEVICE || reason !== null ? {} : { channels: [channel] };
