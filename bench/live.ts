// From the terminal's PUBLISH to the browser's WebSocket message at 100,000 frames a second: 50 terminals, a batch every
// 20 ms each, all of them watched; generator and clients on the same machine. `--seconds=N`, `--rate=FRAMES`.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { FrameBatch } from "@canopy/can/frame/batch";
import { encodeCb1 } from "@canopy/can/frame/cb1-encode";
import type { LiveRequest } from "@canopy/contract/frames/live";
import { LIVE_FRAMES_HEAD_BYTES } from "@canopy/contract/frames/live-binary";
import { PageTerminal } from "../apps/server/testing/faults/page-terminal.ts";
import { openFolder } from "../apps/server/testing/spawn-host.ts";
import type { TestDevice } from "../apps/server/testing/test-device.ts";
import { stamp } from "../apps/simulator/load/templates.ts";
import type { LiveServerReport } from "./load/live-server.ts";
import { cpuSeconds, rssMb } from "./load/process-use.ts";
import { quantile } from "./load/quantile.ts";
import type { BenchResult } from "./run.ts";

const DEVICES = 50;
const EVERY_MS = 20;
/** Browsers, each with a tenth of the devices. */
const CLIENTS = 10;
const WARM_UP_MS = 3000;
/** For the way itself, without a queue before it. */
const QUIET_RATE = 5000;
const QUIET_MS = 5000;

const LIMIT = { p99Ms: 15 };
/** Published, 16 vCPU: one hop of QoS 0 messages. */
const PEERS = { emqx: { p50Ms: 1, p99Ms: 19 } };

const flag = (name: string, otherwise: number) =>
  Number(process.argv.find((arg) => arg.startsWith(`--${name}=`))?.split("=")[1] ?? otherwise);

export async function run(): Promise<BenchResult> {
  const folder = openFolder();
  const child = fork(join(import.meta.dirname, "load/live-server.ts"), [folder, String(DEVICES), String(CLIENTS)]);
  const ended = once(child, "exit");
  try {
    const report = await reported(child);
    const { pid } = child;
    if (pid === undefined) throw new Error("the server has no process");
    const watch = await Watch.open(report);
    const terminals = await Promise.all(
      report.devices.map((device) => PageTerminal.open({ port: report.mqttPort, ...device })),
    );
    const quiet = await measure(watch, { ...report, terminals, pid }, QUIET_RATE, QUIET_MS);
    const loud = await measure(watch, { ...report, terminals, pid }, flag("rate", 100_000), flag("seconds", 20) * 1000);
    for (const terminal of terminals) terminal.end();
    watch.close();
    console.log("without the frame store: the live path does not wait for it");
    const metrics = { ...loud, quietP50Ms: quiet.p50Ms, quietP99Ms: quiet.p99Ms };
    const ratios = { limit: loud.p99Ms / LIMIT.p99Ms, emqx: loud.p99Ms / PEERS.emqx.p99Ms };
    return { metrics, peers: { limit: LIMIT, ...PEERS }, ratios };
  } finally {
    child.disconnect();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

async function reported(child: ChildProcess): Promise<LiveServerReport> {
  const gone = once(child, "exit").then(() => Promise.reject(new Error("the server did not start")));
  const [report] = await Promise.race([once(child, "message"), gone]);
  return report as LiveServerReport;
}

interface Load {
  readonly devices: readonly TestDevice[];
  readonly terminals: readonly PageTerminal[];
  readonly pid: number;
}

async function measure(watch: Watch, { terminals, pid }: Load, framesPerSecond: number, forMs: number) {
  const perBatch = Math.max(1, Math.round((framesPerSecond * EVERY_MS) / 1000 / DEVICES));
  const sending = terminals.map((terminal, i) => new Sender(terminal, i, batchOf(perBatch), watch));
  for (const [i, sender] of sending.entries()) sender.start((i * EVERY_MS) / DEVICES);
  await sleep(WARM_UP_MS);
  watch.take();
  const [cpuBefore, began] = [cpuSeconds(pid), performance.now()];
  await sleep(forMs);
  const [elapsedMs, cpu] = [performance.now() - began, cpuSeconds(pid) - cpuBefore];
  const { latencies, missed } = watch.take();
  for (const sender of sending) sender.stop();
  await sleep(500);
  return {
    framesPerSecond: (latencies.length * perBatch * 1000) / elapsedMs,
    messagesPerSecond: (latencies.length * 1000) / elapsedMs,
    p50Ms: quantile(latencies, 0.5),
    p95Ms: quantile(latencies, 0.95),
    p99Ms: quantile(latencies, 0.99),
    serverCores: (cpu * 1000) / elapsedMs,
    framesPerCpuSecond: (latencies.length * perBatch) / cpu,
    missedFrames: missed,
    rssMb: rssMb(pid),
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
  private timer: NodeJS.Timeout | undefined;
  private readonly terminal: PageTerminal;
  private readonly index: number;
  private readonly template: Uint8Array;
  private readonly watch: Watch;

  constructor(terminal: PageTerminal, index: number, template: Uint8Array, watch: Watch) {
    this.terminal = terminal;
    this.index = index;
    this.template = template;
    this.watch = watch;
  }

  start(afterMs: number): void {
    this.timer = setTimeout(() => {
      this.timer = setInterval(() => this.send(), EVERY_MS);
    }, afterMs);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private send(): void {
    const sequence = this.watch.sent();
    this.terminal.publish(stamp(this.template, this.index, sequence, Date.now() * 1000), () => undefined);
  }
}

/** The browsers: each message is timed against its batch's way out. */
class Watch {
  private readonly sockets: WebSocket[] = [];
  private readonly sentAt = new Map<number, number>();
  private lastSequence = 0;
  private latencies: number[] = [];
  private missed = 0;

  static async open({ httpPort, tokens, devices }: LiveServerReport): Promise<Watch> {
    const watch = new Watch();
    const share = devices.length / tokens.length;
    await Promise.all(
      tokens.map((token, i) => watch.connect(httpPort, token, devices.slice(i * share, (i + 1) * share))),
    );
    return watch;
  }

  sent(): number {
    this.lastSequence += 1;
    this.sentAt.set(this.lastSequence, performance.now());
    return this.lastSequence;
  }

  take(): { latencies: number[]; missed: number } {
    const taken = { latencies: this.latencies, missed: this.missed };
    this.latencies = [];
    this.missed = 0;
    return taken;
  }

  close(): void {
    for (const socket of this.sockets) socket.close();
  }

  private connect(port: number, token: string, devices: readonly TestDevice[]): Promise<void> {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/live`);
    socket.binaryType = "arraybuffer";
    this.sockets.push(socket);
    const send = (request: LiveRequest) => socket.send(JSON.stringify(request));
    socket.onopen = () => send({ type: "hello", token });
    let opened = 0;
    return new Promise((resolve, reject) => {
      socket.onclose = ({ code, reason }) => reject(new Error(`the live stream ended: ${code} ${reason}`));
      socket.onmessage = ({ data }) => {
        if (data instanceof ArrayBuffer) {
          this.arrived(data);
          return;
        }
        const notice = JSON.parse(String(data));
        if (notice.type === "welcome") {
          for (const [i, { thingsId }] of devices.entries()) send({ type: "frames", id: i + 1, device_id: thingsId });
        }
        if (notice.type === "missed") this.missed += notice.frames;
        if (notice.type === "opened" && ++opened === devices.length) resolve();
      };
    });
  }

  private arrived(message: ArrayBuffer): void {
    const sequence = Number(new DataView(message).getBigUint64(LIVE_FRAMES_HEAD_BYTES + 8, true));
    const sentAt = this.sentAt.get(sequence);
    if (sentAt === undefined) return;
    this.sentAt.delete(sequence);
    this.latencies.push(performance.now() - sentAt);
  }
}
