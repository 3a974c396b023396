import type { EventServices } from "../alarms/events/change-events.ts";
import type { Bus } from "../platform/bus/bus.ts";

export interface OrderServices extends EventServices {
  readonly bus: Bus;
  now(): number;
}
