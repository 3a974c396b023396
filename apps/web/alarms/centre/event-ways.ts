import type { AlarmEvent } from "@canopy/contract/alarms/events";

/** Where an event leads; the pages are put together in `app`. */
export interface EventWays {
  /** The link to the event. */
  addressOf(event: AlarmEvent): string;
  onDevice(event: AlarmEvent): void;
  /** Frames, curve (of a fence, track) and download of the event's window. */
  onFrames(event: AlarmEvent): void;
  onCurve(event: AlarmEvent): void;
  onDownload(event: AlarmEvent): void;
}
