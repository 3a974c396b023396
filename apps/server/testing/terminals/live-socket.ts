import { type LiveNotice, type LiveRequest, liveNotice } from "@canopy/contract/frames/live";
import {
  type FramesMessage,
  type LiveStatus,
  readFramesMessage,
  readStatusMessage,
} from "@canopy/contract/frames/live-binary";
import { onTestFinished } from "vitest";
import { type ClientOptions, WebSocket } from "ws";
import { until } from "../processes/spawn-program.ts";

export interface LiveSocket {
  readonly socket: WebSocket;
  readonly notices: LiveNotice[];
  readonly batches: FramesMessage[];
  /** One entry per message. */
  readonly statuses: { readonly atMs: number; readonly rows: LiveStatus[] }[];
  readonly closed: Promise<{ code: number; reason: string }>;
  send(request: LiveRequest): void;
  /** Waits for the first notice of this kind that is not older than the call. */
  next<T extends LiveNotice["type"]>(type: T): Promise<Extract<LiveNotice, { type: T }>>;
}

/** A client of the live stream on a real socket, not yet connectLive. */
export async function liveSocket(base: string, options: ClientOptions = {}, path = "/api/live"): Promise<LiveSocket> {
  const socket = new WebSocket(`${base.replace("http", "ws")}${path}`, options);
  onTestFinished(() => socket.terminate());
  const notices: LiveNotice[] = [];
  const batches: FramesMessage[] = [];
  const statuses: LiveSocket["statuses"] = [];
  socket.on("message", (data: Buffer, isBinary) => {
    if (!isBinary) {
      notices.push(liveNotice.parse(JSON.parse(String(data))));
      return;
    }
    const frames = readFramesMessage(data);
    if (frames) batches.push(frames);
    else statuses.push({ atMs: performance.now(), rows: readStatusMessage(data) ?? [] });
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.once("close", (code, reason) => resolve({ code, reason: String(reason) }));
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("open", () => resolve());
    socket.once("error", reject);
  });
  socket.on("error", () => undefined);
  return {
    socket,
    notices,
    batches,
    statuses,
    closed,
    send: (request) => socket.send(JSON.stringify(request)),
    async next(type) {
      const from = notices.length;
      const find = () => notices.slice(from).find((notice) => notice.type === type);
      await until(async () => find() !== undefined);
      return find() as never;
    },
  };
}

/** The same, known to the server as the holder of this token. */
export async function connectLive(base: string, token: string, options: ClientOptions = {}): Promise<LiveSocket> {
  const live = await liveSocket(base, options);
  const welcome = live.next("welcome");
  live.send({ type: "hello", token });
  await welcome;
  return live;
}
