import { eventMessage, logMessage } from "@canopy/contract/device-link/events";
import { filesMessage } from "@canopy/contract/device-link/files";
import { firmwareMessage } from "@canopy/contract/device-link/firmware";
import { flashMessage } from "@canopy/contract/device-link/flash/flash-message";
import { gpsMessage } from "@canopy/contract/device-link/gps";
import { pointsMessage } from "@canopy/contract/device-link/points";
import { replyMessage } from "@canopy/contract/device-link/requests";
import { statusMessage } from "@canopy/contract/device-link/status";
import type { UpTopic } from "@canopy/contract/device-link/topics";
import { udsMessage } from "@canopy/contract/device-link/uds-job";
import type { DeviceMessage } from "./device-message.ts";
import type { Reading } from "./dialect.ts";
import { readFrames } from "./dialect-canopy-frames.ts";
import { parseJson } from "./parse-json.ts";

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
  firmware: (json) => {
    const { data } = firmwareMessage.safeParse(json);
    return data && { kind: "firmware", progress: data };
  },
  uds: (json) => {
    const { data } = udsMessage.safeParse(json);
    return data && { kind: "uds", progress: data };
  },
  flash: (json) => {
    const { data } = flashMessage.safeParse(json);
    return data && { kind: "flash", progress: data };
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
