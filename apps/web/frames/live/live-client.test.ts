import { deflateRawSync } from "node:zlib";
import { FrameBatch } from "@canopy/can/frame/batch";
import { encodeCb1 } from "@canopy/can/frame/cb1-encode";
import type { LiveNotice, LiveRequest } from "@canopy/contract/frames/live";
import {
  LIVE_FRAMES_HEAD_BYTES,
  type LiveStatus,
  writeFramesHead,
  writeStatusMessage,
} from "@canopy/contract/frames/live-binary";
import { writePlacesMessage } from "@canopy/contract/frames/live-places";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createLiveClient, type LiveClient } from "./live-client.ts";
import type { LiveSocket } from "./live-connection.ts";

/** The other end of the client's socket. */
class ServerSide implements LiveSocket {
  binaryType = "blob";
  onopen: LiveSocket["onopen"] = null;
  onmessage: LiveSocket["onmessage"] = null;
  onclose: LiveSocket["onclose"] = null;
  onerror: LiveSocket["onerror"] = null;
  readonly heard: LiveRequest[] = [];
  isClosed = false;

  send(text: string): void {
    this.heard.push(JSON.parse(text));
  }

  close(): void {
    this.isClosed = true;
  }

  accept(): void {
    this.onopen?.(new Event("open"));
    this.say({ type: "welcome" });
  }

  say(notice: LiveNotice): void {
    this.onmessage?.(new MessageEvent("message", { data: JSON.stringify(notice) }));
  }

  sayBytes(bytes: Uint8Array): void {
    this.onmessage?.(new MessageEvent("message", { data: bytes.slice().buffer }));
  }

  break(): void {
    this.onclose?.(new Event("close") as CloseEvent);
  }

  batch(id: number, batch: Uint8Array, isFilled = false): void {
    const message = new Uint8Array(LIVE_FRAMES_HEAD_BYTES + batch.length);
    writeFramesHead(new DataView(message.buffer), id, isFilled);
    message.set(batch, LIVE_FRAMES_HEAD_BYTES);
    this.sayBytes(message);
  }
}

const NOW_MS = 1_790_000_000_000;
let sockets: ServerSide[];
let client: LiveClient;
let token: string | null;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW_MS });
  sockets = [];
  token = "secret";
  client = createLiveClient({
    openSocket: () => {
      const socket = new ServerSide();
      sockets.push(socket);
      return socket;
    },
    token: () => token,
    now: Date.now,
    random: () => 1,
  });
});
afterEach(() => {
  vi.useRealTimers();
});

const last = () => sockets.at(-1) as ServerSide;
const opened = () => {
  last().accept();
  return last();
};

/** A microsecond apart; the payload says of which batch a frame is. */
const pushFrames = (batch: FrameBatch, sequence: number, count: number) => {
  for (let i = 0; i < count; i++) {
    batch.push((NOW_MS - 1000 + sequence) * 1000 + i, 0, 0x100, 0, 2, Uint8Array.of(sequence, i));
  }
};

function encoded(batch: FrameBatch, identity: { epoch: number; sequence: number }, deflate = false): Uint8Array {
  const result = encodeCb1(batch, identity, deflate ? deflateRawSync : undefined);
  if (!result.ok) throw new Error(result.problem.code);
  return result.value;
}

function batchOf(sequence: number, count = 3, deflate = false): Uint8Array {
  const batch = new FrameBatch();
  pushFrames(batch, sequence, count);
  return encoded(batch, { epoch: 1, sequence }, deflate);
}

/** Of the store: frames of several batches as one of its own. */
function filledOf(...sequences: readonly number[]): Uint8Array {
  const batch = new FrameBatch();
  for (const sequence of sequences) pushFrames(batch, sequence, 3);
  return encoded(batch, { epoch: 0, sequence: 0 });
}

/** How many frames of which batches. */
function contents(batch: FrameBatch): string {
  const sequences = Array.from({ length: batch.length }, (_, i) => batch.at(i).data[0]);
  return [...Map.groupBy(sequences, (sequence) => sequence)]
    .map(([sequence, all]) => `${sequence}:${all.length}`)
    .join();
}

const row = (deviceId: string, rate: number): LiveStatus => ({
  deviceId,
  online: true,
  at: NOW_MS,
  framesPerSecond: rate,
  channels: [{ channel: 0, framesPerSecond: rate, load: 0.5, lastFrameAt: NOW_MS }],
});
const A = "0190a3c4-0000-7000-8000-00000000000a";
const B = "0190a3c4-0000-7000-8000-00000000000b";

function watchFrames() {
  const heard: string[] = [];
  const stop = client.watchFrames(
    { deviceId: A },
    {
      onBatch: (batch, { isFilled }) => heard.push(`${isFilled ? "filled" : "live"} ${contents(batch)}`),
      onMissed: (frames) => heard.push(`missed ${frames}`),
      onGap: (from, to) => heard.push(`gap ${from}-${to}`),
      onError: (code) => heard.push(`error ${code}`),
    },
  );
  return { heard, stop };
}

describe("the connection of a tab", () => {
  it("opens at the first watch, says who is there in its first message, closes when nobody watches", () => {
    expect(client.state()).toBe("idle");
    const states: string[] = [];
    client.onState(() => states.push(client.state()));
    const { stop } = watchFrames();
    const second = client.watchFrames({ deviceId: B, channels: [1] }, { onBatch: () => undefined });
    expect(sockets).toHaveLength(1);
    const server = opened();
    expect(server.heard).toEqual([
      { type: "hello", token: "secret" },
      { type: "frames", id: 1, device_id: A },
      { type: "frames", id: 2, device_id: B, channels: [1] },
    ]);
    stop();
    second();
    expect(server.heard.slice(3)).toEqual([
      { type: "stop", id: 1 },
      { type: "stop", id: 2 },
    ]);
    vi.advanceTimersByTime(5000);
    expect(server.isClosed).toBe(true);
    expect(states).toEqual(["connecting", "open", "idle"]);
  });

  it("stays for a page that follows at once", () => {
    const { stop } = watchFrames();
    opened();
    stop();
    vi.advanceTimersByTime(1000);
    watchFrames();
    vi.advanceTimersByTime(10_000);
    expect(sockets).toHaveLength(1);
    expect(client.state()).toBe("open");
  });

  it("comes again by itself, later each time, at most every half minute", () => {
    watchFrames();
    const waits: number[] = [];
    for (let i = 0; i < 9; i++) {
      last().break();
      expect(client.state()).toBe("waiting");
      const count = sockets.length;
      let waited = 0;
      while (sockets.length === count) {
        vi.advanceTimersByTime(100);
        waited += 100;
      }
      waits.push(waited);
    }
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
    opened();
    last().break();
    vi.advanceTimersByTime(500);
    expect(sockets).toHaveLength(11);
  });

  it("that falls silent is given up", () => {
    watchFrames();
    const server = opened();
    vi.advanceTimersByTime(20_000);
    server.say({ type: "beat" });
    vi.advanceTimersByTime(20_000);
    expect(client.state()).toBe("open");
    vi.advanceTimersByTime(10_000);
    expect(client.state()).not.toBe("open");
    expect(server.isClosed).toBe(true);
  });

  it("is not tried without a token, and takes the one of the moment", () => {
    token = null;
    watchFrames();
    expect(sockets).toHaveLength(0);
    token = "another";
    vi.advanceTimersByTime(1000);
    expect(opened().heard[0]).toEqual({ type: "hello", token: "another" });
  });
});

describe("frames", () => {
  it("are decoded; what comes twice is told once; what the server says is passed on", () => {
    const { heard } = watchFrames();
    const server = opened();
    server.batch(1, batchOf(1));
    server.batch(1, batchOf(2, 5));
    server.batch(1, batchOf(2, 5));
    server.batch(7, batchOf(3));
    server.say({ type: "missed", id: 1, frames: 12 });
    server.say({ type: "closed", id: 1, code: "frames.liveRevoked" });
    server.batch(1, batchOf(4));
    expect(heard).toEqual(["live 1:3", "live 2:5", "missed 12", "error frames.liveRevoked"]);
  });

  it("that are deflated keep their place", async () => {
    vi.useRealTimers();
    const { heard } = watchFrames();
    const server = opened();
    server.batch(1, batchOf(1, 900, true));
    server.batch(1, batchOf(2));
    server.batch(1, batchOf(3, 900, true));
    await vi.waitFor(() => expect(heard).toEqual(["live 1:900", "live 2:3", "live 3:900"]));
    server.batch(1, batchOf(4));
    await vi.waitFor(() => expect(heard).toHaveLength(4));
  });

  it("missed while the connection was broken are asked for after the last one, and told apart", () => {
    const { heard } = watchFrames();
    opened().batch(1, batchOf(1));
    last().break();
    vi.advanceTimersByTime(500);
    const server = opened();
    const position = { time_us: (NOW_MS - 999) * 1000 + 2, k: 0 };
    expect(server.heard[1]).toEqual({ type: "frames", id: 1, device_id: A, after: position });
    server.batch(1, batchOf(5));
    // What was live is in the store by now.
    server.batch(1, filledOf(2, 3, 5), true);
    server.say({ type: "gap", id: 1, from_ms: 1, to_ms: 2 });
    expect(heard).toEqual(["live 1:3", "live 5:3", "filled 2:3,3:3", "gap 1-2"]);
  });

  it("that came from the store before they came live are told once", () => {
    const { heard } = watchFrames();
    opened().batch(1, batchOf(1));
    last().break();
    vi.advanceTimersByTime(500);
    const server = opened();
    server.batch(1, filledOf(2, 3), true);
    server.say({ type: "filled", id: 1 });
    server.batch(1, batchOf(3));
    server.batch(1, batchOf(4));
    expect(heard).toEqual(["live 1:3", "filled 2:3,3:3", "live 4:3"]);
  });

  it("of one time stamp are counted over batches", () => {
    watchFrames();
    const tied = (sequence: number) => {
      const batch = new FrameBatch();
      for (const channel of [0, 1]) batch.push(NOW_MS * 1000, channel, 0x100, 0, 1, Uint8Array.of(sequence));
      return encoded(batch, { epoch: 1, sequence });
    };
    opened().batch(1, tied(1));
    last().batch(1, tied(2));
    last().batch(1, batchOf(1));
    last().break();
    vi.advanceTimersByTime(500);
    expect(opened().heard[1]).toMatchObject({ after: { time_us: NOW_MS * 1000, k: 3 } });
  });

  it("that were still being filled in when the connection broke again are asked for again", () => {
    const { heard } = watchFrames();
    const lastOf = (sequence: number) => ({ after: { time_us: (NOW_MS - 1000 + sequence) * 1000 + 2, k: 0 } });
    opened().batch(1, batchOf(1));
    last().break();
    vi.advanceTimersByTime(500);
    opened().batch(1, batchOf(9));
    last().batch(1, filledOf(2), true);
    last().break();
    vi.advanceTimersByTime(1000);
    expect(opened().heard[1]).toMatchObject(lastOf(2));
    last().batch(1, filledOf(3, 9), true);
    last().say({ type: "filled", id: 1 });
    last().break();
    vi.advanceTimersByTime(1000);
    expect(opened().heard[1]).toMatchObject(lastOf(9));
    expect(heard).toEqual(["live 1:3", "live 9:3", "filled 2:3", "filled 3:3"]);
  });

  it("of a clock that is far ahead cannot be asked for: the time without a connection is told [DAT-01]", () => {
    const { heard } = watchFrames();
    const ahead = new FrameBatch();
    ahead.push((NOW_MS + 120_000) * 1000, 0, 0x100, 0, 1, Uint8Array.of(7));
    opened().batch(1, encoded(ahead, { epoch: 1, sequence: 7 }));
    vi.advanceTimersByTime(1000);
    last().break();
    vi.advanceTimersByTime(500);
    expect(opened().heard[1]).toEqual({ type: "frames", id: 1, device_id: A });
    expect(heard).toEqual(["live 7:1", `gap ${NOW_MS}-${NOW_MS + 1500}`]);
    // Nothing has come since.
    last().break();
    vi.advanceTimersByTime(1000);
    opened();
    expect(heard).toHaveLength(2);
  });

  it("of a refused subscription are not asked for again", () => {
    watchFrames();
    opened().say({ type: "closed", id: 1, code: "platform.forbidden" });
    last().break();
    vi.advanceTimersByTime(500);
    expect(opened().heard).toHaveLength(1);
  });
});

describe("deleted frames", () => {
  it("of a device are told to who watches it, and nobody else [DAT-04]", () => {
    const told: unknown[] = [];
    const stop = client.watchDeleted(A, (range) => told.push(range));
    opened();
    vi.advanceTimersByTime(100);
    expect(last().heard.slice(1)).toEqual([{ type: "status", devices: [A] }]);
    last().say({ type: "deleted", device_id: A, from_ms: 10, to_ms: 20 });
    last().say({ type: "deleted", device_id: B, from_ms: 30, to_ms: 40 });
    stop();
    last().say({ type: "deleted", device_id: A, from_ms: 50, to_ms: 60 });
    expect(told).toEqual([{ fromMs: 10, toMs: 20 }]);
  });
});

describe("statuses", () => {
  it("are one watch of the server for all who watch here, each with its own", async () => {
    const [all, one]: [string[], string[]] = [[], []];
    const stop = client.watchStatus([A], (rows) => one.push(...rows.map(({ deviceId }) => deviceId)));
    opened();
    vi.advanceTimersByTime(100);
    expect(last().heard.slice(1)).toEqual([{ type: "status", devices: [A] }]);
    const stopAll = client.watchStatus("all", (rows) => all.push(...rows.map(({ deviceId }) => deviceId)));
    vi.advanceTimersByTime(100);
    expect(last().heard.at(-1)).toEqual({ type: "status", devices: "all" });
    last().sayBytes(writeStatusMessage([row(A, 10), row(B, 20)], NOW_MS));
    expect({ all, one }).toEqual({ all: [A, B], one: [A] });
    stopAll();
    vi.advanceTimersByTime(100);
    expect(last().heard.at(-1)).toEqual({ type: "status", devices: [A] });
    stop();
    vi.advanceTimersByTime(100);
    expect(last().heard.at(-1)).toEqual({ type: "status", devices: [] });
  });

  it("are watched with positions while somebody asks for those [GPS-04]", () => {
    const got: number[] = [];
    const stop = client.watchPlaces(({ rows }) => got.push(...rows.map(({ latitude }) => latitude)));
    opened();
    vi.advanceTimersByTime(100);
    expect(last().heard.slice(1)).toEqual([{ type: "status", devices: "all", places: true }]);
    const place = { deviceId: A, time: NOW_MS, latitude: 31.5, longitude: 121, speedKmh: null, course: null };
    last().sayBytes(writePlacesMessage({ atMs: NOW_MS, rows: [place] }));
    expect(got).toEqual([31.5]);
    client.watchStatus("all", () => undefined);
    stop();
    vi.advanceTimersByTime(100);
    expect(last().heard.at(-1)).toEqual({ type: "status", devices: "all" });
  });

  it("that are known come at once to who watches later, and are asked for again after a break", async () => {
    client.watchStatus("all", () => undefined);
    opened().sayBytes(writeStatusMessage([row(A, 10)], NOW_MS));
    const late: LiveStatus[] = [];
    client.watchStatus([A.toUpperCase()], (rows) => late.push(...rows));
    await Promise.resolve();
    expect(late).toEqual([row(A, 10)]);
    last().break();
    vi.advanceTimersByTime(500);
    expect(opened().heard.slice(1)).toEqual([{ type: "status", devices: "all" }]);
  });
});
