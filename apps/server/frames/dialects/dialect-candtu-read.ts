import type { CandtuFields } from "@canopy/contract/device-link/candtu-packet";
import type { CandtuUpTopic } from "@canopy/contract/device-link/candtu-topics";
import { EVENT_LEVELS, eventMessage, logMessage } from "@canopy/contract/device-link/events";
import { pointsMessage } from "@canopy/contract/device-link/points";
import { replyMessage } from "@canopy/contract/device-link/requests";
import { sendingLists } from "@canopy/contract/device-link/sending";
import { type CARD_STATES, statusMessage } from "@canopy/contract/device-link/status";
import type { DeviceMessage } from "./device-message.ts";
import type { Reading } from "./dialect.ts";
import { candtuPosition } from "./dialect-candtu-position.ts";
import { parseJson } from "./parse-json.ts";

const BAD: Reading = { kind: "bad", code: "badMessage" };

/** Text messages in the words of the native dialect, checked by the same schemas. */
export function readCandtuText({ kind, name }: CandtuUpTopic, fields: CandtuFields, nowMs: number): Reading {
  switch (kind) {
    case "online":
      return { kind: "timeAsked", messages: statusOf(fields, nowMs) };
    case "status":
      return { kind: "messages", messages: statusOf(fields, nowMs) };
    case "data":
      return messagesOr(BAD, dataOf(fields, name ?? "data", nowMs));
    case "log":
      return messagesOr(BAD, logOf(fields, nowMs));
    case "error":
    case "warning":
      return messagesOr(BAD, eventOf(fields, kind, nowMs));
    case "function":
      return fields.function?.toLowerCase() === "getservertime"
        ? { kind: "timeAsked", messages: [] }
        : { kind: "nothing" };
    case "result":
      return resultOf(fields);
    default:
      return { kind: "nothing" };
  }
}

function messagesOr(bad: Reading, messages: readonly DeviceMessage[]): Reading {
  return messages.length === 0 ? bad : { kind: "messages", messages };
}

/** Seconds, or milliseconds where the number can be nothing else. */
function timeOf({ time }: CandtuFields, nowMs: number): number {
  const number = Number(time);
  if (time === undefined || !Number.isFinite(number)) return nowMs;
  return Math.round(number > 1e11 ? number : number * 1000);
}

const CARD_OF_STATE = new Map<string, (typeof CARD_STATES)[number]>([
  ["-1", "unsupported"],
  ["0", "not_inserted"],
  ["1", "not_recording"],
  ["2", "recording"],
]);

function statusOf(fields: CandtuFields, nowMs: number): DeviceMessage[] {
  const { data } = statusMessage.safeParse({
    time: timeOf(fields, nowMs),
    firmware_version: fields.version ?? fields.Version,
    sd_state: CARD_OF_STATE.get(fields.SDStat ?? ""),
    // Words that cannot be read are none: version and card are still good.
    sending: sendingLists.safeParse(parseJson(Buffer.from(fields.Sending ?? ""))).data,
  });
  return data === undefined ? [] : [{ kind: "status", status: data }];
}

function dataOf(fields: CandtuFields, group: string, nowMs: number): DeviceMessage[] {
  const { time: _, ...others } = fields;
  const time = timeOf(fields, nowMs);
  const position = candtuPosition(fields, time);
  const values = Object.fromEntries(Object.entries(others).map(([key, text]) => [key, numberOrText(text)]));
  const { data } = pointsMessage.safeParse({ points: [{ time, group, values }] });
  const points: DeviceMessage[] = data === undefined ? [] : [{ kind: "points", points: data.points }];
  return position === undefined ? points : [...points, { kind: "gps", positions: [position] }];
}

function numberOrText(text: string): number | string {
  const number = Number(text);
  return text.trim() !== "" && Number.isFinite(number) ? number : text;
}

function logOf(fields: CandtuFields, nowMs: number): DeviceMessage[] {
  const level = EVENT_LEVELS[Number(fields.level ?? 0)];
  const { data } = logMessage.safeParse({ lines: [{ time: timeOf(fields, nowMs), level, text: fields.info ?? "" }] });
  return data === undefined ? [] : [{ kind: "log", lines: data.lines }];
}

function eventOf(fields: CandtuFields, level: "error" | "warning", nowMs: number): DeviceMessage[] {
  const { time: _, ...content } = fields;
  const { data } = eventMessage.safeParse({ time: timeOf(fields, nowMs), kind: `device.${level}`, level, content });
  return data === undefined ? [] : [{ kind: "event", event: data }];
}

function resultOf({ cmdid, result, msg = "", msg_format }: CandtuFields): Reading {
  const isOk = result === "1" || result?.toLowerCase() === "true";
  const isPlain = msg_format !== "json";
  const answer = isOk
    ? { id: cmdid, ok: true, result: isPlain ? { message: msg } : parseJson(Buffer.from(msg)) }
    : { id: cmdid, ok: false, code: "failed", message: msg };
  const { data } = replyMessage.safeParse(answer);
  return data === undefined ? BAD : { kind: "reply", reply: data, isPlain };
}
