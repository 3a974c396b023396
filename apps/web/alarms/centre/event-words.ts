import type { AlarmEvent } from "@canopy/contract/alarms/events";
import { dataOf } from "@canopy/contract/alarms/rule-content";
import { translate } from "../../platform/i18n.ts";
import "../texts.ts";

/** `3:12`, `1:02:09`. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (n: number) => String(n).padStart(2, "0");
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** How long it lasted, or that it still does. */
export function lastedText(event: Pick<AlarmEvent, "start_time" | "end_time" | "lost_time" | "conditions">): string {
  if (event.lost_time !== null)
    return translate(dataOf(event.conditions) === "fence" ? "alarms.events.noPosition" : "alarms.events.lost");
  if (event.end_time === null) return translate("alarms.events.active");
  return clockText(event.end_time - event.start_time);
}
