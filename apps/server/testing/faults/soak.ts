import { setTimeout as sleep } from "node:timers/promises";
import type { FrameStore } from "../../frames/store/frame-store.ts";
import type { OpenFrames } from "../../open-frames.ts";
import type { Database } from "../../platform/postgres/open-database.ts";
import { testDevice } from "../terminals/test-device.ts";
import { compareFrames } from "./compare-frames.ts";
import { type FaultLine, openLine } from "./fault-line.ts";
import { FaultTerminal } from "./fault-terminal.ts";
import { between, pick, type Random, randomFrom } from "./random.ts";
import { newTraffic } from "./traffic.ts";

/** One process or a cluster of them, with parts that can be killed. */
export interface SoakTarget<Victim> {
  readonly mqttPort: number;
  /** Answers how long it took to be ready again. */
  kill(victim: Victim): Promise<number>;
  newTenant(name: string): Promise<string>;
  openDatabase(): Promise<Database>;
  /** The stored truth. */
  openFrames(): Promise<OpenFrames>;
}

export interface SoakOptions<Victim> {
  readonly seed: number;
  /** Parts to kill, in order. */
  readonly victims: readonly Victim[];
  readonly terminals: number;
  readonly say: (line: string) => void;
}

export interface SoakReport<Victim> {
  readonly batches: number;
  readonly frames: number;
  readonly connections: number;
  /** Lost, doubled, changed or out of order: empty when all is well. */
  readonly faults: readonly string[];
  /** From the kill until ready again. */
  readonly recoveries: readonly { readonly victim: Victim; readonly ms: number }[];
}

const DRAIN_MS = 600_000;
const SETTLE_EVERY_MS = 500;

/** Each as often as the others, in an order of chance. */
export function killOrder<Victim>(victims: readonly Victim[], kills: number, random: Random): Victim[] {
  const all = Array.from({ length: kills }, (_, i) => victims.slice(i % victims.length)[0]);
  return all
    .flatMap((victim) => (victim === undefined ? [] : [[random(), victim] as const]))
    .sort(([a], [b]) => a - b)
    .map(([, victim]) => victim);
}

/**
 * Terminals send without pause while parts of the program are killed at random moments and the network is cut or goes
 * silent; afterwards every frame they made is looked for, and every file of the store is verified.
 */
export async function soak<Victim>(
  program: SoakTarget<Victim>,
  options: SoakOptions<Victim>,
): Promise<SoakReport<Victim>> {
  const random = randomFrom(options.seed);
  const lines = [await openLine(program.mqttPort), await openLine(program.mqttPort)];
  const terminals = await connectTerminals(program, options, lines, random);
  const settling = settleBeside(program);
  try {
    const recoveries = [];
    for (const victim of options.victims) {
      await untilUnderWay(terminals);
      await sleep(between(random, 0, 1_000));
      corruptLines(lines, random);
      const ms = await program.kill(victim);
      recoveries.push({ victim, ms });
      options.say(`killed ${victim}, ready after ${Math.round(ms)} ms, ${progressOf(terminals)}`);
    }
    await Promise.all(terminals.map((terminal) => terminal.drain(DRAIN_MS)));
    await settling.stop();
    return { ...(await compareAll(program, terminals)), ...totals(terminals), recoveries };
  } finally {
    await settling.stop();
    await Promise.all(terminals.map((terminal) => terminal.end()));
    await Promise.all(lines.map((line) => line.close()));
  }
}

async function connectTerminals(
  program: Pick<SoakTarget<never>, "newTenant" | "openDatabase">,
  { terminals }: { readonly terminals: number },
  lines: readonly FaultLine[],
  random: Random,
): Promise<FaultTerminal[]> {
  const tenantId = await program.newTenant(`soak-${Date.now()}`);
  const database = await program.openDatabase();
  try {
    const connected = [];
    for (let i = 0; i < terminals; i += 1) {
      connected.push(
        new FaultTerminal({
          device: await testDevice(database.db, tenantId),
          // Every fourth lies across midnight, where a kill may come between the two parts.
          traffic: newTraffic(random, i % 4 === 3 ? "midnight" : "day"),
          version: i % 2 === 0 ? 4 : 5,
          port: pick(random, lines).port,
          random: randomFrom(between(random, 1, 2 ** 31)),
          everyMs: 40,
        }),
      );
    }
    return connected;
  } finally {
    await database.close();
  }
}

/** Frames are being stored again: a kill now comes in the middle of it. */
async function untilUnderWay(terminals: readonly FaultTerminal[]): Promise<void> {
  const acknowledged = () => sum(terminals.map((terminal) => terminal.acknowledged));
  const wanted = acknowledged() + 1;
  const end = Date.now() + DRAIN_MS;
  while (acknowledged() < wanted) {
    if (Date.now() > end) throw new Error("nothing was acknowledged for long");
    await sleep(20);
  }
}

function corruptLines(lines: readonly FaultLine[], random: Random): void {
  const chance = random();
  if (chance < 0.25) pick(random, lines).cut();
  else if (chance < 0.5) pick(random, lines).freeze();
}

/**
 * Settles beside the program's own worker, whose pauses are long: so kills come in the middle of it, and two settle at
 * once. A call that a kill ends is made again; what the kill did to the frames is seen in the end.
 */
export function settleBeside(
  program: Pick<SoakTarget<never>, "openFrames">,
  everyMs = SETTLE_EVERY_MS,
): { stop(): Promise<void> } {
  let isStopping = false;
  const settleUntilKilled = async () => {
    const { store, close } = await program.openFrames();
    try {
      while (!isStopping) {
        await store.settleAll();
        await sleep(everyMs);
      }
    } finally {
      await close();
    }
  };
  const settle = async () => {
    while (!isStopping) {
      await settleUntilKilled().catch(() => undefined);
      await sleep(everyMs);
    }
  };
  const settled = settle();
  return {
    async stop() {
      isStopping = true;
      await settled;
    },
  };
}

/** Compares the terminals of a soak with the store: as it is, and after settling everything. */
export async function compareAll(
  program: Pick<SoakTarget<never>, "openFrames">,
  terminals: readonly FaultTerminal[],
): Promise<{ frames: number; faults: string[] }> {
  const { store, close } = await program.openFrames();
  try {
    const before = await compareEach(store.frames, terminals);
    await store.settleAll();
    const after = await compareEach(store.frames, terminals);
    const faults = [...before.faults, ...after.faults.map((fault) => `settled, ${fault}`)];
    await store.verify((problem) => faults.push(`verify, ${problem.where}: ${problem.what}`));
    return { frames: after.frames, faults };
  } finally {
    await close();
  }
}

async function compareEach(
  store: FrameStore,
  terminals: readonly FaultTerminal[],
): Promise<{ frames: number; faults: string[] }> {
  const faults: string[] = [];
  let frames = 0;
  for (const { options, made } of terminals) {
    const { bindingNumber } = options.device;
    const compared = await compareFrames(store, bindingNumber, options.traffic, made);
    frames += compared.frames;
    faults.push(...compared.faults.map((fault) => `binding ${bindingNumber}: ${fault}`));
  }
  return { frames, faults };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

const totals = (terminals: readonly FaultTerminal[]) => ({
  batches: sum(terminals.map(({ made }) => made)),
  connections: sum(terminals.map(({ connections }) => connections)),
});

function progressOf(terminals: readonly FaultTerminal[]): string {
  const made = sum(terminals.map((terminal) => terminal.made));
  return `${made} batches made, ${sum(terminals.map(({ acknowledged }) => acknowledged))} acknowledged`;
}
