import { inflateRawSync } from "node:zlib";
import { FrameBatch } from "@canopy/can/frame/batch";
import { decodeCb1 } from "@canopy/can/frame/cb1-decode";
import { type CandtuFields, encodeCandtuFields } from "@canopy/contract/device-link/candtu-packet";
import { encodeCandtuRaw } from "@canopy/contract/device-link/candtu-records";
import type { CandtuUp } from "@canopy/contract/device-link/candtu-topics";
import { EVENT_LEVELS, eventMessage, logMessage } from "@canopy/contract/device-link/events";
import { gpsMessage } from "@canopy/contract/device-link/gps";
import { replyMessage } from "@canopy/contract/device-link/requests";
import { statusMessage } from "@canopy/contract/device-link/status";
import type { UpTopic } from "@canopy/contract/device-link/topics";

export interface CandtuMessage {
  kind: CandtuUp;
  payload: Uint8Array;
}

const SD_STATES = { not_inserted: "0", not_recording: "1", recording: "2", unsupported: "-1" } as const;

/** A message of canopy/1 in the format of the fielded terminals; parts without an equivalent are dropped. */
export function candtuMessages(topic: UpTopic, payload: Uint8Array | string): CandtuMessage[] {
  if (topic === "frames") return typeof payload === "string" ? [] : [{ kind: "raw", payload: rawOf(payload) }];
  const json: unknown = JSON.parse(String(payload));
  const words = WORDS[topic]?.(json) ?? [];
  return words.map(({ kind, fields }) => ({ kind, payload: encodeCandtuFields(fields) }));
}

/** Records have a base time in milliseconds that none of them lies before. */
function rawOf(cb1: Uint8Array): Uint8Array {
  const batch = new FrameBatch();
  decodeCb1(cb1, batch, (body, maxOutputLength) => inflateRawSync(body, { maxOutputLength }));
  let firstUs = Number.POSITIVE_INFINITY;
  for (let i = 0; i < batch.length; i++) firstUs = Math.min(firstUs, batch.timeUs[i] ?? 0);
  return encodeCandtuRaw(batch, Math.floor(firstUs / 1000));
}

interface Words {
  kind: CandtuUp;
  fields: CandtuFields;
}

const WORDS: Partial<Record<UpTopic, (json: unknown) => Words[]>> = {
  gps: (json) =>
    gpsMessage.parse(json).positions.map(({ time, latitude, longitude, altitude_m, speed_kmh, course }) => ({
      kind: "data",
      fields: texts({ time: seconds(time), latitude, longitude, altitude: altitude_m, speed: speed_kmh, course }),
    })),
  status: (json) => {
    const { firmware_version, sd_state, sending } = statusMessage.parse(json);
    const words = { version: firmware_version, SDStat: sd_state && SD_STATES[sd_state] };
    return [{ kind: "status", fields: texts({ ...words, Sending: sending && JSON.stringify(sending) }) }];
  },
  event: (json) => {
    const { time, kind, level } = eventMessage.parse(json);
    if (kind === "time.ask") return [{ kind: "function", fields: { function: "GetServerTime" } }];
    return level === "info" ? [] : [{ kind: level, fields: texts({ name: kind, time: seconds(time) }) }];
  },
  log: (json) =>
    logMessage.parse(json).lines.map(({ time, level, text }) => ({
      kind: "log",
      fields: texts({ level: EVENT_LEVELS.indexOf(level), info: text, time: seconds(time) }),
    })),
  reply: (json) => {
    const reply = replyMessage.parse(json);
    if ("progress" in reply) return [];
    const answer = reply.ok
      ? { result: "1", msg: JSON.stringify(reply.result ?? {}), msg_format: "json" }
      : { result: "0", msg: reply.message ?? reply.code };
    return [{ kind: "result", fields: { cmdid: reply.id, ...answer } }];
  },
};

function seconds(timeMs: number): number {
  return Math.floor(timeMs / 1000);
}

function texts(fields: Readonly<Record<string, string | number | undefined>>): CandtuFields {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([key, value]) => [key, String(value)]));
}
