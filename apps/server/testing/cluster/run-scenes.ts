import { setTimeout as sleep } from "node:timers/promises";
import { makeAccessToken } from "../../accounts/access-tokens.ts";
import { type FaultLine, openLine } from "../faults/fault-line.ts";
import { FaultTerminal } from "../faults/fault-terminal.ts";
import { between, type Random, randomFrom } from "../faults/random.ts";
import { compareAll, killOrder, settleBeside } from "../faults/soak.ts";
import { newTraffic } from "../faults/traffic.ts";
import { until } from "../processes/spawn-program.ts";
import { testDevice } from "../terminals/test-device.ts";
import { type Cluster, READY_WITHIN_MS } from "./cluster.ts";
import { ClusterWatch } from "./cluster-watch.ts";
import type { Scene, SceneTerminal, Stage } from "./scene.ts";

export interface SceneOptions {
  readonly seed: number;
  /** Played once, before the others. */
  readonly first: readonly Scene[];
  readonly scenes: readonly Scene[];
  readonly forMs: number;
  readonly terminals: number;
  /** After each scene. */
  readonly say: (line: string, report: SceneReport) => void;
}

/** One scene as it went. */
export interface SceneRun {
  readonly scene: string;
  /** From the beginning until everything was whole again and every terminal was acknowledged. */
  readonly readyMs: number;
  /** The longest times without an acknowledgement, without an answered command, without live frames. */
  readonly healthyGapMs: number;
  readonly gapMs: number;
  readonly commandGapMs: number;
  readonly liveGapMs: number;
  readonly failedCommands: number;
  readonly errors: number;
}

export interface SceneReport {
  readonly seed: number;
  readonly runs: readonly SceneRun[];
  readonly batches: number;
  readonly frames: number;
  readonly connections: number;
  /** Frames lost, doubled or damaged; processes that ended: empty when all is well. */
  readonly faults: readonly string[];
}

/** Pause between two batches of a terminal: faster than this, hours of frames could not be compared in memory. */
const EVERY_MS = 150;
/** The roles settle too: this adds a third process that settles at the moment of a fault. */
const SETTLE_EVERY_MS = 20_000;
const DRAIN_MS = 600_000;
const CALM_MS = 2_000;

/** Scenes again and again in random order, under terminals that send, until the time is over; then everything is compared. */
export async function runScenes(cluster: Cluster, options: SceneOptions): Promise<SceneReport> {
  const random = randomFrom(options.seed);
  const ways = [await openLine(() => cluster.mqttPort), await openLine(() => cluster.mqttPort)] as const;
  const { terminals, watch } = await connect(cluster, options, ways, random);
  const all = terminals.map(({ terminal }) => terminal);
  const settling = settleBeside(cluster, SETTLE_EVERY_MS);
  const [runs, faults]: [SceneRun[], string[]] = [[], []];
  const report = (frames: number): SceneReport => ({
    seed: options.seed,
    runs,
    frames,
    faults: [...faults, ...cluster.problems],
    batches: sum(all.map(({ made }) => made)),
    connections: sum(all.map(({ connections }) => connections)),
  });
  const stage: Stage = { cluster, random, way: ways[1], problem: (what) => faults.push(what) };
  try {
    await untilWhole(cluster, terminals, watch);
    for (const scene of untilTime(options, random)) {
      await sleep(between(random, CALM_MS / 2, CALM_MS));
      const run = await runScene(scene, stage, terminals, watch).catch((error: Error) => error);
      if (run instanceof Error) faults.push(`${scene.name}: ${run.message}`);
      else runs.push(run);
      options.say(run instanceof Error ? `${scene.name}: ${run.message}` : inWords(run), report(0));
      if (run instanceof Error) break;
    }
    await watch.end();
    await Promise.all(all.map((terminal) => terminal.drain(DRAIN_MS)));
    await settling.stop();
    const compared = await compareAll(cluster, all);
    faults.push(...compared.faults);
    return report(compared.frames);
  } finally {
    await watch.end();
    await settling.stop();
    await Promise.all(all.map((terminal) => terminal.end()));
    await Promise.all(ways.map((line) => line.close()));
  }
}

/** All scenes in an order of chance, and again, until the time is over. */
function* untilTime({ first, scenes, forMs }: SceneOptions, random: Random): Generator<Scene> {
  yield* first;
  for (const end = Date.now() + forMs; ; )
    for (const scene of killOrder(scenes, scenes.length, random)) {
      if (Date.now() >= end) return;
      yield scene;
    }
}

async function runScene(
  scene: Scene,
  stage: Stage,
  terminals: readonly SceneTerminal[],
  watch: ClusterWatch,
): Promise<SceneRun> {
  const { cluster } = stage;
  const before = { failed: watch.failedCommands, errors: cluster.errors };
  for (const { terminal } of terminals) terminal.takeLongestGap();
  watch.commands.take();
  watch.live.take();
  const began = performance.now();
  await scene.run(stage);
  await untilWhole(cluster, terminals, watch);
  const readyMs = performance.now() - began;
  const gaps = terminals.map((one) => ({ isHealthy: scene.isHealthy(one), ms: one.terminal.takeLongestGap() }));
  return {
    scene: scene.name,
    readyMs,
    healthyGapMs: Math.max(...gaps.filter(({ isHealthy }) => isHealthy).map(({ ms }) => ms)),
    gapMs: Math.max(...gaps.map(({ ms }) => ms)),
    commandGapMs: watch.commands.take(),
    liveGapMs: watch.live.take(),
    failedCommands: watch.failedCommands - before.failed,
    errors: cluster.errors - before.errors,
  };
}

/** Every part says so, and every terminal, a command and the live stream show it. */
async function untilWhole(cluster: Cluster, terminals: readonly SceneTerminal[], watch: ClusterWatch): Promise<void> {
  const since = performance.now();
  await cluster.untilReady();
  const waiting = () => terminals.filter(({ terminal }) => terminal.acknowledgedAtMs <= since).length;
  const isWhole = async () => waiting() === 0 && watch.hasGoneOnSince(since);
  await until(isWhole, READY_WITHIN_MS).catch(() => {
    const [command, live] = [watch.commands.lastMs > since, watch.live.lastMs > since];
    throw new Error(`not whole in time: ${waiting()} terminals wait; a command ${command}, live ${live}`);
  });
}

async function connect(
  cluster: Cluster,
  options: SceneOptions,
  ways: readonly [FaultLine, FaultLine],
  random: Random,
): Promise<{ terminals: SceneTerminal[]; watch: ClusterWatch }> {
  const user = await cluster.newUser(`scenes-${Date.now()}`);
  const database = await cluster.openDatabase();
  try {
    const wanted = { ...user, name: "watch", scope: "read-write", devices: null, expiresDays: 30 } as const;
    const { token } = await makeAccessToken(database.db, wanted);
    const terminals: SceneTerminal[] = [];
    for (let i = 0; i < options.terminals; i += 1) {
      const device = await testDevice(database.db, user.tenantId);
      const way = i % 4 < 2 ? 1 : 2;
      const terminal = new FaultTerminal({
        device,
        // One in eight lies across midnight.
        traffic: newTraffic(random, i % 8 === 7 ? "midnight" : "day"),
        version: i % 3 === 0 ? 4 : 5,
        port: ways[way - 1]?.port ?? 0,
        random: randomFrom(between(random, 1, 2 ** 31)),
        everyMs: EVERY_MS,
      });
      terminals.push({ terminal, way, frameServer: await cluster.frameServerOf(device.bindingNumber) });
    }
    const devices = terminals.map(({ terminal }) => terminal.options.device);
    return { terminals, watch: new ClusterWatch({ base: cluster.base, token, devices }) };
  } finally {
    await database.close();
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

const inWords = ({ scene, readyMs, healthyGapMs, gapMs, commandGapMs, liveGapMs, failedCommands, errors }: SceneRun) =>
  `${scene}: ready ${Math.round(readyMs)} ms, gap ${Math.round(healthyGapMs)} (all ${Math.round(gapMs)}) ms, command ${Math.round(commandGapMs)} ms, live ${Math.round(liveGapMs)} ms, ${failedCommands} failed commands, ${errors} errors`;
