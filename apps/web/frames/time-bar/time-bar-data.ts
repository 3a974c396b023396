import { type LogKind, listDeviceLog } from "@canopy/contract/devices/device-log";
import { listDeviceEvents } from "@canopy/contract/frames/device-messages";
import { frameTimeBar } from "@canopy/contract/frames/history";
import { keepPreviousData, queryOptions, type UseQueryOptions } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import { lengthOf, type TimeSpan } from "../../ui/time/timeline.ts";
import type { Presence } from "./time-bar-shape.ts";

const BUCKETS = 240;
/** More marks than this are not told apart on a bar anyway. */
const MAX_MARKS = 300;

export type AlarmMarkKind = "alarmTip" | "alarmOrdinary" | "alarmUrgent";
export type MarkKind = "command" | "recall" | "config" | "event" | "warning" | "error" | "state" | AlarmMarkKind;

export interface Mark {
  atMs: number;
  kind: MarkKind;
  /** As the device or the log names it: `markText` says it in words. */
  name: string;
  /** The kind of the log entry, or an event of the terminal; absent: an alarm. */
  from?: LogKind;
  /** The name of what a click opens; without it a click puts the cursor there. */
  opens?: string;
}

/** Something that lasted; a click opens it. */
export interface Band {
  kind: "flash" | "test" | "testFailed";
  fromMs: number;
  toMs: number;
  name: string;
  onOpen(): void;
}

/** How a part of the product asks for its marks. */
export type MarksQuery = UseQueryOptions<Mark[]>;

/** A live bar moves on by whole buckets, so that the same question is asked once. */
export function askedSpan(span: TimeSpan, live: boolean): TimeSpan {
  if (!live) return { fromMs: Math.floor(span.fromMs), toMs: Math.ceil(span.toMs) };
  const bucketMs = Math.max(1000, Math.ceil(lengthOf(span) / BUCKETS));
  const toMs = Math.ceil(span.toMs / bucketMs) * bucketMs;
  return { fromMs: toMs - Math.ceil(lengthOf(span) / bucketMs) * bucketMs, toMs };
}

export function presenceQuery(thingsId: string, { fromMs, toMs }: TimeSpan) {
  return queryOptions({
    queryKey: [frameTimeBar.name, thingsId, fromMs, toMs],
    queryFn: async ({ signal }): Promise<Presence> => {
      const query = { start_time: fromMs, end_time: toMs, buckets: BUCKETS };
      const { data } = await api(frameTimeBar, { params: { things_id: thingsId }, query }, { signal });
      const ms = (us: string) => Number(us) / 1000;
      return {
        startMs: data.start_time,
        bucketMs: data.bucket_us / 1000,
        frames: data.frames,
        gaps: data.gaps.map(({ from, to }) => ({ fromMs: ms(from), toMs: ms(to) })),
      };
    },
    placeholderData: keepPreviousData,
  });
}

/** FIL-02: a file of the card was asked for. */
const RECALL_METHOD = "files.upload";

const KIND_OF_LOG: Partial<Record<LogKind, MarkKind>> = {
  command: "command",
  config: "config",
  reboot: "state",
  firmware: "state",
  sd: "state",
};

export function marksQuery(thingsId: string, { fromMs, toMs }: TimeSpan) {
  return queryOptions({
    queryKey: ["frames.marks", thingsId, fromMs, toMs],
    queryFn: async ({ signal }): Promise<Mark[]> => {
      const asked = {
        params: { things_id: thingsId },
        query: { start_time: fromMs, end_time: toMs, page_size: MAX_MARKS },
      };
      const [log, events] = await Promise.all([
        api(listDeviceLog, asked, { signal }),
        api(listDeviceEvents, asked, { signal }),
      ]);
      const logged = log.list.flatMap(({ kind, content, time }): Mark[] => {
        const name = nameOf(kind, content);
        const mark = name === RECALL_METHOD ? "recall" : KIND_OF_LOG[kind];
        return mark ? [{ atMs: time, kind: mark, name, from: kind }] : [];
      });
      const told = events.list.map(
        ({ level, kind, time }): Mark => ({
          atMs: time,
          kind: level === "info" ? "event" : level,
          name: kind,
          from: "event",
        }),
      );
      return [...logged, ...told];
    },
    placeholderData: keepPreviousData,
  });
}

/** What of an entry says most: the method of a command, the new state of a card or firmware. */
function nameOf(kind: LogKind, content: Readonly<Record<string, unknown>>): string {
  const told = content.method ?? content.to ?? content.kind;
  return typeof told === "string" ? told : kind;
}
