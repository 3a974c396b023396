import type { BackTest } from "@canopy/contract/alarms/back-test";
import { FIRST_CHANNEL } from "@canopy/contract/device-link/channels";

export interface FiredChannel {
  readonly channel: number;
  /** Of the listed firings. */
  readonly firings: number;
}

/** TRG-07: the channels on which the rule was ever more than normal, in their order. */
export function firedChannels({ firings, phases }: Pick<BackTest, "firings" | "phases">): FiredChannel[] {
  const counts = new Map<number, number>();
  for (const { channel } of phases) counts.set(channel, 0);
  for (const { channel } of firings) counts.set(channel, (counts.get(channel) ?? 0) + 1);
  return [...counts].map(([channel, count]) => ({ channel, firings: count })).sort((a, b) => a.channel - b.channel);
}

interface Drawable {
  /** Of the rule; null: every channel. */
  readonly ruled: number | null | undefined;
  readonly chosen: number | undefined;
  readonly fired: readonly FiredChannel[];
}

/** The rule's own channel, the chosen one, or the first that fires. */
export function drawnChannel({ ruled, chosen, fired }: Drawable): number {
  if (ruled !== null && ruled !== undefined) return ruled;
  if (chosen !== undefined && fired.some(({ channel }) => channel === chosen)) return chosen;
  return (fired.find(({ firings }) => firings > 0) ?? fired[0])?.channel ?? FIRST_CHANNEL.can;
}
