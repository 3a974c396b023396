import type { AlarmEvent } from "@canopy/contract/alarms/events";
import type { ReactNode } from "react";

/** Where an event leads; the pages are put together in `app`. */
export interface EventWays {
  /** The link to the event. */
  addressOf(event: AlarmEvent): string;
  onDevice(event: AlarmEvent): void;
  /** Frames, curve (of a fence, track) and download of the event's window. */
  onFrames(event: AlarmEvent): void;
  onCurve(event: AlarmEvent): void;
  onDownload(event: AlarmEvent): void;
  /** Files on the card of the device, of the event's window. */
  onRecall(event: AlarmEvent): void;
  /** Why this person may not file a work order. */
  orderDenied: string | undefined;
  /** A work order about the event. */
  onOrder(event: AlarmEvent): void;
  /** The work orders that it has. */
  orders(event: AlarmEvent): ReactNode;
  /** These were closed: their work orders may end with them. */
  onClosed(ids: readonly string[]): void;
}
