import type { DataPoint } from "@canopy/contract/frames/data-points";
import type { FoundMessage } from "../rows/frame-decoders.ts";

/** DAT-02: of a message some of whose signals are chosen data points, those alone are written in its rows. */
export function chosenSignals(points: readonly DataPoint[]): (found: FoundMessage) => ReadonlySet<string> | undefined {
  const byMessage = new Map<string, Set<string>>();
  for (const { id, extended, signal } of points) {
    const key = `${extended}${id}`;
    if (signal) byMessage.set(key, (byMessage.get(key) ?? new Set()).add(signal));
  }
  return ({ message: { message } }) => byMessage.get(`${message.isExtended}${message.id}`);
}
