// From the terminal's PUBLISH to the browser's WebSocket message at 100,000 frames a second, and to the PUBACK: the whole
// program, 50 terminals, a batch every 20 ms each, all of them watched; generator and clients on the same machine.
// Then the same without anybody who watches: the difference is the processor time of a watched frame.
// `--seconds=N`, `--rate=FRAMES`; `--curves=8` with so many curves of 24 h in a loop beside it (`--frames=N` of the device).
import { setTimeout as sleep } from "node:timers/promises";
import { FrameBatch } from "@canopy/can/frame/batch";
import { encodeCb1 } from "@canopy/can/frame/cb1-encode";
import type { PageTerminal } from "../apps/server/testing/faults/page-terminal.ts";
import { stamp } from "../apps/simulator/load/templates.ts";
import { connectTerminals } from "./load/connect-terminals.ts";
import { CurveLoops } from "./load/curve-loop.ts";
import { flag } from "./load/flags.ts";
import { againstLimits, type Limits, limitsOf } from "./load/limits.ts";
import { LiveWatch } from "./load/live-watch.ts";
import { type LoadProgram, startLoad } from "./load/load-program.ts";
import { quantile } from "./load/quantile.ts";
import { watchers } from "./load/watchers.ts";
import type { BenchResult } from "./run.ts";

const DEVICES = 50;
const EVERY_MS = 20;
/** Browsers, each with a tenth of the devices. */
const CLIENTS = 10;
const WARM_UP_MS = 3000;
/** For the way itself, without a queue before it. */
const QUIET_RATE = 5000;
const QUIET_MS = 5000;

const LIMITS: Limits = { atMost: { p99Ms: 10, pubackP99Ms: 500 } };
/** Published, 16 vCPU: one hop of QoS 0 messages. */
const PEERS = { emqx: { p50Ms: 1, p99Ms: 19 } };

export async function run(): Promise<BenchResult> {
  const curves = flag("curves", 0);
  // The last device is the one whose curves are drawn.
  const load = await startLoad(DEVICES + 1);
  try {
    const tokens = await watchers(load, CLIENTS + curves);
    const devices = load.devices.slice(0, DEVICES);
    const [drawn] = load.devices.slice(DEVICES);
    const loops = curves > 0 && drawn && (await CurveLoops.prepare(load, drawn, flag("frames", 100_000_000)));
    const url = load.program.base.replace("http", "ws");
    const watch = await LiveWatch.open({ url, tokens: tokens.slice(0, CLIENTS), devices });
    const terminals = await connectTerminals(load.program.mqttPort, devices);
    const senders = terminals.map((terminal, i) => new Sender(terminal, 1 + i, watch));
    const quiet = await measure(load, watch, senders, { framesPerSecond: QUIET_RATE, forMs: QUIET_MS });
    if (loops) loops.start(tokens.slice(CLIENTS));
    const wanted = { framesPerSecond: flag("rate", 100_000), forMs: flag("seconds", 20) * 1000 };
    const loud = await measure(load, watch, senders, wanted, loops || undefined);
    if (loops) await loops.stop();
    watch.close();
    const unwatched = await measure(load, watch, senders, wanted);
    for (const terminal of terminals) terminal.end();
    const metrics = {
      ...loud,
      ...{ quietP50Ms: quiet.p50Ms, quietP99Ms: quiet.p99Ms },
      watchedNsPerFrame: (loud.serverSecondsPerFrame - unwatched.serverSecondsPerFrame) * 1e9,
      unwatchedNsPerFrame: unwatched.serverSecondsPerFrame * 1e9,
    };
    const ratios = { ...againstLimits(metrics, LIMITS), emqx: PEERS.emqx.p99Ms / loud.p99Ms };
    return { metrics, peers: { limit: limitsOf(LIMITS), ...PEERS }, ratios };
  } finally {
    await load.stop();
  }
}

async function measure(
  load: LoadProgram,
  watch: LiveWatch,
  senders: readonly Sender[],
  { framesPerSecond, forMs }: { framesPerSecond: number; forMs: number },
  loops?: CurveLoops,
) {
  const perBatch = Math.max(1, Math.round((framesPerSecond * EVERY_MS) / 1000 / DEVICES));
  const template = batchOf(perBatch);
  for (const [i, sender] of senders.entries()) sender.start(template, (i * EVERY_MS) / DEVICES);
  await sleep(WARM_UP_MS);
  const takeAll = () => ({
    ...watch.take(),
    pubacks: senders.flatMap((sender) => sender.takePubacks()),
    curves: loops?.takeTimesMs(),
  });
  takeAll();
  const [before, began] = [load.use(), performance.now()];
  await sleep(forMs);
  const [elapsedMs, after] = [performance.now() - began, load.use()];
  const { latencies, missed, pubacks, curves } = takeAll();
  const acknowledged = pubacks.length * perBatch;
  for (const sender of senders) sender.stop();
  await sleep(500);
  return {
    framesPerSecond: (latencies.length * perBatch * 1000) / elapsedMs,
    messagesPerSecond: (latencies.length * 1000) / elapsedMs,
    p50Ms: quantile(latencies, 0.5),
    p95Ms: quantile(latencies, 0.95),
    p99Ms: quantile(latencies, 0.99),
    pubackP50Ms: quantile(pubacks, 0.5),
    pubackP99Ms: quantile(pubacks, 0.99),
    cores: ((after.cpu - before.cpu) * 1000) / elapsedMs,
    serverCores: ((after.serverCpu - before.serverCpu) * 1000) / elapsedMs,
    serverSecondsPerFrame: (after.serverCpu - before.serverCpu) / acknowledged,
    framesPerCpuSecond: (latencies.length * perBatch) / (after.cpu - before.cpu),
    missedFrames: missed,
    rssMb: after.rssMb,
    ...(curves && { curves: curves.length, curveP50Ms: quantile(curves, 0.5), curveP95Ms: quantile(curves, 0.95) }),
  };
}

/** A batch of CAN frames as a terminal makes it every 20 ms. */
function batchOf(frames: number): Uint8Array {
  const batch = new FrameBatch(frames);
  for (let i = 0; i < frames; i++) {
    const data = Uint8Array.of(i, i * 7, 0x55, 0xaa, i >> 3, 1, 2, 3);
    batch.push(Math.floor((i * EVERY_MS * 1000) / frames), i % 2, 0x100 + (i % 30), 0, 8, data);
  }
  const encoded = encodeCb1(batch, { epoch: 0, sequence: 0 });
  if (!encoded.ok) throw new Error(encoded.problem.code);
  return encoded.value;
}

/** One terminal that sends on time, whether or not the last batch has arrived. */
class Sender {
  readonly #terminal: PageTerminal;
  readonly #epoch: number;
  readonly #watch: LiveWatch;
  #sequence = 0;
  #pubacks: number[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(terminal: PageTerminal, epoch: number, watch: LiveWatch) {
    this.#terminal = terminal;
    this.#epoch = epoch;
    this.#watch = watch;
  }

  start(template: Uint8Array, afterMs: number): void {
    this.#timer = setTimeout(() => {
      this.#timer = setInterval(() => this.#send(template), EVERY_MS);
    }, afterMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  takePubacks(): number[] {
    const taken = this.#pubacks;
    this.#pubacks = [];
    return taken;
  }

  #send(template: Uint8Array): void {
    const sequence = this.#sequence++;
    const sentAt = performance.now();
    this.#watch.sent(this.#epoch, sequence);
    this.#terminal.publish(stamp(template, this.#epoch, sequence, Date.now() * 1000), () => {
      this.#pubacks.push(performance.now() - sentAt);
    });
  }
}
