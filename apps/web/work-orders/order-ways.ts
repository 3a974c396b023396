import type { OrderDetail } from "@canopy/contract/work-orders/orders";
import { windowOf } from "../alarms/centre/evidence.ts";
import type { TimeSpan } from "../ui/time/timeline.ts";

/** Where an order leads; the pages are put together in `app`. */
export interface OrderWays {
  onBack(): void;
  onDevice(thingsId: string): void;
  onEvent(eventId: string): void;
  onCurve(thingsId: string, span: TimeSpan): void;
  onFrames(thingsId: string, span: TimeSpan): void;
}

/** The time on the device that an order is about: its own window, else that of its alarm. */
export function spanOf({ from_time, to_time, event }: OrderDetail): TimeSpan | undefined {
  if (from_time !== null && to_time !== null) return { fromMs: from_time, toMs: to_time };
  return event ? windowOf(event) : undefined;
}
