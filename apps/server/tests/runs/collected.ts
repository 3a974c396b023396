import type { FrameReader } from "../../frames/store/frame-store.ts";
import type { ResolvedSignal } from "../../signals/bindings/resolve-signals.ts";
import { nameOf, readScriptData } from "../scripts/read-script-data.ts";
import type { CollectedData } from "./run-stages.ts";

type Window = Parameters<typeof readScriptData>[2];

/** The signals of a routine in a window, as the script sees them, with the channel of each. */
export async function collected(
  frames: Pick<FrameReader, "samples">,
  signals: readonly ResolvedSignal[],
  window: Window,
  abort: AbortSignal,
): Promise<CollectedData> {
  const channels = Object.fromEntries(signals.map((one) => [nameOf(one), one.channel]));
  return { ...(await readScriptData(frames, signals, window, abort)), channels };
}
