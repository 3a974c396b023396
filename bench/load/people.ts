// A thread of people at their pages: each makes one call every five seconds. In a thread of its own, so that the generator of frames
// does not delay their clocks.
import { setTimeout as sleep } from "node:timers/promises";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import type { TestDevice } from "../../apps/server/testing/terminals/test-device.ts";
import { prepareCurve } from "./curve-loop.ts";
import type { LoadProgram } from "./load-program.ts";
import { watchers } from "./watchers.ts";

interface PeopleOptions {
  readonly base: string;
  readonly tokens: readonly string[];
  readonly people: number;
  /** The device whose history and curve they look at. */
  readonly thingsId: string;
  readonly curve: unknown;
}

/** Of each kind of call the times since they were last taken, and how many failed. */
export interface CallTimes {
  readonly timesMs: Record<string, number[]>;
  readonly failed: number;
}

const EVERY_MS = 5000;
const PEOPLE_PER_USER = 10;
const HOUR_US = 3_600_000_000;
const PIXELS = 1_000;

export class People {
  readonly #thread: Worker;

  private constructor(thread: Worker) {
    this.#thread = thread;
  }

  /** They look at the history of one device, which is filled first. */
  static async start(
    load: LoadProgram,
    shown: TestDevice,
    wanted: { people: number; frames: number },
  ): Promise<People> {
    const { fromUs, item } = await prepareCurve(load, shown, wanted.frames);
    const curve = { start_time: String(fromUs), end_time: String(fromUs + HOUR_US), pixels: PIXELS, items: [item] };
    // Calls are counted by user, and limited.
    const tokens = await watchers(load, Math.ceil(wanted.people / PEOPLE_PER_USER));
    const { base } = load.program;
    const options: PeopleOptions = { base, tokens, people: wanted.people, thingsId: shown.thingsId, curve };
    return new People(new Worker(new URL(import.meta.url), { workerData: options }));
  }

  take(): Promise<CallTimes> {
    const answer = new Promise<CallTimes>((resolve, reject) => {
      this.#thread.once("message", resolve);
      this.#thread.once("error", reject);
    });
    this.#thread.postMessage("take");
    return answer;
  }

  async stop(): Promise<void> {
    await this.#thread.terminate();
  }
}

function beAtWork({ base, tokens, people, thingsId, curve }: PeopleOptions): void {
  let timesMs: Record<string, number[]> = {};
  let failed = 0;
  const ask = (path: string, token: string, body?: unknown) =>
    fetch(`${base}/api${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).then(async (answer) => {
      await answer.text();
      if (!answer.ok) throw new Error(String(answer.status));
    });
  const calls: Record<string, (token: string) => Promise<unknown>> = {
    list: (token) => ask("/things?page_size=25", token),
    page: (token) => ask(`/things/${thingsId}/frames?page_size=100`, token),
    curve: (token) => ask(`/things/${thingsId}/signals/curves`, token, curve),
    live: (token) => openLive(base, token),
  };
  // A page keeps its live stream open; one address may open 300 in a minute.
  const kinds = ["list", "page", "curve", "list", "page", "curve", "list", "page", "curve", "live"];
  const person = async (number: number) => {
    await sleep((number * EVERY_MS) / people);
    for (let turn = number; ; turn += 1) {
      const kind = kinds[turn % kinds.length] ?? "list";
      const began = performance.now();
      try {
        await calls[kind]?.(tokens[number % tokens.length] ?? "");
        timesMs[kind] ??= [];
        timesMs[kind].push(performance.now() - began);
      } catch (error) {
        if (failed === 0) console.error(`${kind}: ${error}`);
        failed += 1;
      }
      await sleep(Math.max(0, EVERY_MS - (performance.now() - began)));
    }
  };
  for (let number = 0; number < people; number += 1) void person(number);
  parentPort?.on("message", () => {
    parentPort?.postMessage({ timesMs, failed } satisfies CallTimes);
    timesMs = {};
    failed = 0;
  });
}

/** A page that opens the live stream and is welcomed. */
function openLive(base: string, token: string): Promise<void> {
  const socket = new WebSocket(`${base.replace("http", "ws")}/api/live`);
  return new Promise((resolve, reject) => {
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", token }));
    socket.onerror = () => reject(new Error("no live stream"));
    socket.onmessage = ({ data }) => {
      if (typeof data !== "string" || JSON.parse(data).type !== "welcome") return;
      resolve();
      socket.close();
    };
  });
}

if (!isMainThread) beAtWork(workerData as PeopleOptions);
