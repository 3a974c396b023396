import type { AlarmEvent } from "@canopy/contract/alarms/events";
import { csvText } from "@canopy/contract/platform/csv";
import { eventPlace } from "../rule-words.ts";

const HEAD = [
  "start (UTC)",
  "end (UTC)",
  "level",
  "rule",
  "device",
  "channel",
  "value",
  "peak",
  "state",
  "taken by",
  "sent",
  "held back",
  "late",
  "muted",
];

/** Alarm events as a table; times in UTC, numbers exact. */
export function eventsCsv(events: readonly AlarmEvent[]): string {
  return `\ufeff${csvText([HEAD, ...events.map(cells)])}`;
}

function cells(event: AlarmEvent): string[] {
  const time = (ms: number | null) => (ms === null ? "" : new Date(ms).toISOString());
  const number = (value: number | null) => (value === null ? "" : String(value));
  return [
    time(event.start_time),
    time(event.end_time),
    event.level,
    event.rule_name,
    event.device_name,
    eventPlace(event) ?? "",
    number(event.value),
    number(event.peak),
    event.state,
    event.assignee ?? "",
    String(event.sent),
    String(event.held),
    String(event.is_late),
    String(event.is_muted),
  ];
}
