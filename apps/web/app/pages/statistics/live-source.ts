import type { LiveSource } from "../../../devices/board/status-board.ts";
import { liveClient } from "../../../frames/live/live-client.ts";

/** The live channel as the list of devices knows it: that domain stands below the one of frames. */
export const liveSource: LiveSource = {
  watch: (onStatus, onRates) => liveClient().watchStatus("all", onStatus, onRates),
  isLive: () => liveClient().state() === "open",
  onState: (listener) => liveClient().onState(listener),
};
