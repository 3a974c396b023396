import type { TraceEvent } from "@canopy/contract/diagnosis/sessions";
import { csvText } from "@canopy/contract/platform/csv";
import { spaced } from "../hex.ts";

export const TRACE_FORMATS = ["text", "candump", "csv"] as const;
export type TraceFormat = (typeof TRACE_FORMATS)[number];

/** The trace as a file: what happened, the frames for can-utils, or a table. */
export function traceFile(events: readonly TraceEvent[], format: TraceFormat, channel: number): string {
  if (format === "candump") return candump(events, channel);
  return format === "csv" ? csv(events) : text(events);
}

const seconds = (timeUs: number) => `${Math.floor(timeUs / 1e6)}.${String(Math.round(timeUs % 1e6)).padStart(6, "0")}`;

function candump(events: readonly TraceEvent[], channel: number): string {
  const frames = events.flatMap((event) => event.frames);
  return frames.map(([timeUs, id, , data]) => `(${seconds(timeUs)}) can${channel} ${idText(id)}#${data}\n`).join("");
}

/** Three digits are a standard identifier, eight an extended one. */
function idText(id: number): string {
  const hex = id.toString(16).toUpperCase();
  return id > 0x7ff ? hex.padStart(8, "0") : hex.padStart(3, "0");
}

function text(events: readonly TraceEvent[]): string {
  const iso = (timeUs: number) => new Date(timeUs / 1000).toISOString();
  const mark = (kind: TraceEvent["kind"]) => (kind === "request" ? "->" : "<-");
  return events
    .map(({ time_us, kind, data, fault }) =>
      [iso(time_us), mark(kind), kind.padEnd(8), spaced(data), fault].filter(Boolean).join(" "),
    )
    .map((line) => `${line.trimEnd()}\n`)
    .join("");
}

function csv(events: readonly TraceEvent[]): string {
  const rows = events.map(({ job_id, n, time_us, step, kind, data, fault }) =>
    [job_id, n, seconds(time_us), step, kind, data, fault ?? ""].map(String),
  );
  return csvText([["job", "n", "time_s", "step", "kind", "data", "fault"], ...rows]);
}
