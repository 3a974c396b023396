import { isJ1939, mayBeTransported } from "@canopy/can/dbc/find";
import { type FrameFilters, MAX_FILTER_IDS } from "@canopy/contract/frames/frame-filters";
import type { TimeSpan } from "../../ui/time/timeline.ts";
import type { SignalInfo } from "./signal-info.ts";

/** The presets of a decoded download: range, frames of the signals, and their DBCs. */
export interface FullResolution extends TimeSpan {
  readonly filters: FrameFilters;
  readonly decodedBy: readonly string[];
}

type Carried = Pick<SignalInfo, "channel" | "dbcId" | "dbc" | "message">;

export function fullResolution(infos: readonly Carried[], range: TimeSpan): FullResolution {
  const channels = [...new Set(infos.map(({ channel }) => channel))].sort((a, b) => a - b);
  const messages = new Map(infos.map((info) => [`${info.message.isExtended} ${info.message.id}`, info]));
  // A J1939 message is identified by its group: frames carry more identifiers than the DBC lists.
  const hasGroups = infos.some(({ dbc, message }) => isJ1939(dbc, message));
  const ids = [...messages.values()].map(({ message: { id, isExtended } }) => ({
    from: id,
    to: id,
    extended: isExtended,
  }));
  // Nor are the packets of a message of several frames sent under its own identifier.
  const isSplit = infos.some(({ message }) => mayBeTransported(message));
  const isNarrow = !hasGroups && !isSplit && ids.length > 0 && ids.length <= MAX_FILTER_IDS;
  return {
    fromMs: Math.floor(range.fromMs),
    toMs: Math.ceil(range.toMs),
    filters: { ...(channels.length > 0 && { channels }), ...(isNarrow && { ids }) },
    decodedBy: [...new Set(infos.map(({ dbcId }) => dbcId))],
  };
}
