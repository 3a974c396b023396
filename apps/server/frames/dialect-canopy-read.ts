import { FrameBatch } from "@canopy/can/frame/batch";
import { CB1_HEADER_BYTES } from "@canopy/can/frame/cb1";
import { decodeCb1, readCb1Header } from "@canopy/can/frame/cb1-decode";
import { eventMessage, logMessage } from "@canopy/contract/device-link/events";
import { filesMessage } from "@canopy/contract/device-link/files";
import { gpsMessage } from "@canopy/contract/device-link/gps";
import { MAX_BATCH_FRAMES } from "@canopy/contract/device-link/limits";
import { pointsMessage } from "@canopy/contract/device-link/points";
import { replyMessage } from "@canopy/contract/device-link/requests";
import { statusMessage } from "@canopy/contract/device-link/status";
import type { UpTopic } from "@canopy/contract/device-link/topics";
import type { DeviceMessage } from "./device-message.ts";
import type { Reading } from "./dialect.ts";
import { inflate } from "./inflate.ts";
import { parseJson } from "./parse-json.ts";

/** Two bytes of identifier, a head and a time: no frame is shorter. */
const MIN_FRAME_BYTES = 4;
/** A deflated batch that claims more starts here and grows. */
const FIRST_CAPACITY = 1024;

const messageReaders: Record<Exclude<UpTopic, "frames" | "reply">, (json: unknown) => DeviceMessage | undefined> = {
  gps: (json) => {
    const { data } = gpsMessage.safeParse(json);
    return data && { kind: "gps", positions: data.positions };
  },
  points: (json) => {
    const { data } = pointsMessage.safeParse(json);
    return data && { kind: "points", points: data.points };
  },
  status: (json) => {
    const { data } = statusMessage.safeParse(json);
    return data && { kind: "status", status: data };
  },
  event: (json) => {
    const { data } = eventMessage.safeParse(json);
    return data && { kind: "event", event: data };
  },
  log: (json) => {
    const { data } = logMessage.safeParse(json);
    return data && { kind: "log", lines: data.lines };
  },
  files: (json) => {
    const { data } = filesMessage.safeParse(json);
    return data && { kind: "files", progress: data };
  },
};

export function readCanopyMessage(name: UpTopic, payload: Buffer): Reading {
  if (name === "frames") return readFrames(payload);
  const json = parseJson(payload);
  if (json === undefined) return { kind: "bad", code: "notJson" };
  if (name === "reply") {
    const { data } = replyMessage.safeParse(json);
    return data ? { kind: "reply", reply: data } : { kind: "bad", code: "badMessage" };
  }
  const message = messageReaders[name](json);
  if (message === undefined) return { kind: "bad", code: "badMessage" };
  const isTimeAsked = message.kind === "event" && message.event.kind === "time.ask";
  return isTimeAsked ? { kind: "timeAsked", messages: [] } : { kind: "messages", messages: [message] };
}

function readFrames(payload: Buffer): Reading {
  const header = readCb1Header(payload);
  if (!header.ok) return { kind: "bad", code: header.problem.code };
  const { epoch, sequence, frames: count, isDeflated } = header.value;
  const body = payload.length - CB1_HEADER_BYTES;
  if (count > MAX_BATCH_FRAMES) return { kind: "bad", code: "tooManyFrames", epoch, sequence };
  if (!isDeflated && body < count * MIN_FRAME_BYTES) return { kind: "bad", code: "truncated", epoch, sequence };
  const capacity = Math.max(1, isDeflated ? Math.min(count, FIRST_CAPACITY) : count);
  const frames = new FrameBatch(capacity, isDeflated ? capacity * 8 : Math.max(8, body));
  const decoded = decodeCb1(payload, frames, inflate);
  if (!decoded.ok) return { kind: "bad", code: decoded.problem.code, epoch, sequence };
  return { kind: "batch", batch: { epoch, sequence, frames, raw: payload } };
}
