import { channelName } from "@canopy/contract/device-link/channels";
import { type LogEntry, type LogKind, listDeviceLog } from "@canopy/contract/devices/device-log";
import { type BusTrouble, listBusTroubles } from "@canopy/contract/frames/bus-troubles";
import { listConnections, listDeviceEvents } from "@canopy/contract/frames/device-messages";
import { frameTimeBar } from "@canopy/contract/frames/history";
import { keepPreviousData, queryOptions, type UseQueryOptions } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import { formatNumber } from "../../platform/formats.ts";
import { lengthOf, type TimeSpan } from "../../ui/time/timeline.ts";
import type { Presence } from "./time-bar-shape.ts";

const BUCKETS = 240;
/** More marks than this are not told apart on a bar anyway. */
const MAX_MARKS = 300;

export type AlarmMarkKind = "alarmTip" | "alarmOrdinary" | "alarmUrgent";
/** Of the story of a drive beside the log. */
export type StoryMarkKind = "diagnosis" | "import" | "data" | "fence" | "bookmark" | BusTrouble["kind"];
export type MarkKind =
  | "command"
  | "recall"
  | "config"
  | "event"
  | "warning"
  | "error"
  | "state"
  | StoryMarkKind
  | AlarmMarkKind;

export interface Mark {
  atMs: number;
  /** Of something that lasted. */
  toMs?: number;
  kind: MarkKind;
  /** As the device or the log names it: `markText` says it in words. */
  name: string;
  /** The kind of the log entry, or an event of the terminal; absent: an alarm. */
  from?: LogKind;
  /** GPS-03: of an alarm of a fence. */
  reason?: "enter" | "exit" | "passed" | "alreadyOutside";
  /** The name of what a click opens; without it a click goes there. */
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
  diagnosis: "diagnosis",
  data: "data",
};

export function marksQuery(thingsId: string, { fromMs, toMs }: TimeSpan) {
  return queryOptions({
    queryKey: ["frames.marks", thingsId, fromMs, toMs],
    queryFn: async ({ signal }): Promise<Mark[]> => {
      const asked = {
        params: { things_id: thingsId },
        query: { start_time: fromMs, end_time: toMs, page_size: MAX_MARKS },
      };
      const [log, events, troubles] = await Promise.all([
        api(listDeviceLog, asked, { signal }),
        api(listDeviceEvents, asked, { signal }),
        api(listBusTroubles, asked, { signal }),
      ]);
      const logged = log.list.flatMap(markOfEntry);
      const told = events.list.map(
        ({ level, kind, time }): Mark => ({
          atMs: time,
          kind: level === "info" ? "event" : level,
          name: kind,
          from: "event",
        }),
      );
      return [...logged, ...told, ...troubles.list.map(markOfTrouble)];
    },
    placeholderData: keepPreviousData,
  });
}

/** When the device was online: also what began before the span. */
export function staysQuery(thingsId: string, { fromMs, toMs }: TimeSpan) {
  return queryOptions({
    queryKey: [listConnections.name, "bar", thingsId, fromMs, toMs],
    queryFn: async ({ signal }) => {
      const query = { start_time: fromMs, end_time: toMs, page_size: MAX_MARKS };
      return (await api(listConnections, { params: { things_id: thingsId }, query }, { signal })).list;
    },
    placeholderData: keepPreviousData,
  });
}

function markOfEntry({ kind, content, time }: LogEntry): Mark[] {
  const name = nameOf(kind, content);
  // Of diagnosis that it began and ended: what the steps of a flash log belongs to its band.
  if (kind === "diagnosis" && !["opened", "ended"].includes(name)) return [];
  const mark = name === RECALL_METHOD ? "recall" : content.action === "import" ? "import" : KIND_OF_LOG[kind];
  return mark ? [{ atMs: time, kind: mark, name, from: kind }] : [];
}

function markOfTrouble({ kind, channel, from_time, to_time, errors }: BusTrouble): Mark {
  const name = kind === "busOff" ? channelName(channel) : `${channelName(channel)} · ${formatNumber(errors)}`;
  return { atMs: from_time, toMs: to_time, kind, name };
}

/** What of an entry says most: the method of a command, the new state of a card or firmware, the file of an import. */
function nameOf(kind: LogKind, content: Readonly<Record<string, unknown>>): string {
  const told = content.method ?? content.to ?? content.kind ?? content.name ?? content.action;
  return typeof told === "string" ? told : kind;
}
