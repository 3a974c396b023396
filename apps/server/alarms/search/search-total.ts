import type { AlarmSearch, FoundDevice } from "@canopy/contract/alarms/search";

/** TRG-07: firings and actions of all devices; each has its own frequency, so that they add up. */
export function totalOf(list: readonly Pick<FoundDevice, "fired" | "sent" | "held">[]): AlarmSearch["total"] {
  const total = { fired: 0, sent: {}, held: {} };
  for (const { fired, sent, held } of list) {
    total.fired += fired;
    addTo(total.sent, sent);
    addTo(total.held, held);
  }
  return total;
}

function addTo(sum: Record<string, number>, counts: Readonly<Record<string, number>>): void {
  for (const [kind, count] of Object.entries(counts)) sum[kind] = (sum[kind] ?? 0) + count;
}
