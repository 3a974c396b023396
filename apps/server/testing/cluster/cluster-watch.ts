import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { sendCommand } from "@canopy/contract/devices/commands";
import { addressOf } from "@canopy/contract/platform/http-call";
import { WebSocket } from "ws";
import type { TestDevice } from "../terminals/test-device.ts";

const EVERY_MS = 500;
const AGAIN_MS = 250;
const ANSWER_MS = 10_000;
const STATUS_OK = 200;

interface WatchOptions {
  /** Where browsers find the installation. */
  readonly base: string;
  readonly token: string;
  readonly devices: readonly TestDevice[];
}

/** The longest time without what a clock notes, also the time that runs now. */
class GapClock {
  #lastMs = performance.now();
  #longestMs = 0;

  get lastMs(): number {
    return this.#lastMs;
  }

  note(): void {
    const now = performance.now();
    this.#longestMs = Math.max(this.#longestMs, now - this.#lastMs);
    this.#lastMs = now;
  }

  take(): number {
    const longest = Math.max(this.#longestMs, performance.now() - this.#lastMs);
    this.#longestMs = 0;
    return longest;
  }
}

/** Somebody at a page: sends a command to one device after the other, and watches the frames of all of them live. */
export class ClusterWatch {
  readonly commands = new GapClock();
  readonly live = new GapClock();
  failedCommands = 0;
  readonly #options: WatchOptions;
  #isEnded = false;
  #socket: WebSocket | undefined;
  readonly #running: Promise<unknown>;

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#running = Promise.all([this.#command(), this.#watch()]);
  }

  /** Both have gone on since this moment. */
  hasGoneOnSince(atMs: number): boolean {
    return this.commands.lastMs > atMs && this.live.lastMs > atMs;
  }

  async end(): Promise<void> {
    this.#isEnded = true;
    this.#socket?.terminate();
    await this.#running;
  }

  async #command(): Promise<void> {
    const { base, token, devices } = this.#options;
    for (let i = 0; !this.#isEnded; i += 1) {
      const device = devices[i % devices.length];
      if (device === undefined) return;
      const url = addressOf(`${base}/api`, sendCommand, { params: { things_id: device.thingsId } });
      const status = await post(url, token, { method: "record.stop", params: {} }).catch(() => 0);
      if (status === STATUS_OK) this.commands.note();
      else this.failedCommands += 1;
      await sleep(EVERY_MS);
    }
  }

  async #watch(): Promise<void> {
    while (!this.#isEnded) {
      await this.#watchOnce();
      await sleep(AGAIN_MS);
    }
  }

  /** One connection, to its end. */
  #watchOnce(): Promise<void> {
    const { base, token, devices } = this.#options;
    const socket = new WebSocket(`${base.replace("http", "ws")}/api/live`, { handshakeTimeout: ANSWER_MS });
    this.#socket = socket;
    const say = (what: Record<string, unknown>) => socket.send(JSON.stringify(what));
    socket.on("error", () => undefined);
    socket.on("open", () => say({ type: "hello", token }));
    socket.on("message", (data: Buffer, isBinary) => {
      if (isBinary) this.live.note();
      else if (String(data).includes('"welcome"'))
        for (const [id, { thingsId }] of devices.entries()) say({ type: "frames", id: id + 1, device_id: thingsId });
    });
    return new Promise((resolve) => socket.once("close", () => resolve()));
  }
}

/** On a connection of its own, as the balancer chooses. */
function post(url: string, token: string, body: unknown): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const sent = request(url, { method: "POST", agent: false, headers, timeout: ANSWER_MS }, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode ?? 0));
      answer.on("error", reject);
    });
    sent.on("error", reject);
    sent.on("timeout", () => sent.destroy(new Error("no answer")));
    sent.end(JSON.stringify(body));
  });
}
