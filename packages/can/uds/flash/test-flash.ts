import { crc32 } from "../../bytes/crc32.ts";
import type { UdsOutcome } from "../client.ts";
import { createSimulatedEcu, type SimulatedEcu } from "../server/simulated-ecu.ts";
import type { FlashAction, FlashEvent } from "./flash-events.ts";
import { flashStep } from "./flash-machine.ts";
import { type FlashPlan, flashPlan } from "./flash-plan.ts";
import { type FlashResult, type FlashState, initialFlashState, isFinal } from "./flash-state.ts";
import { FLASH_INTERLOCKS } from "./interlocks.ts";

/** For tests: a whole job against a simulated ECU with a boot loader, on a virtual clock, message by message. */
export const VERSION: Uint8Array = Uint8Array.of(4, 17);
export const OLD_VERSION: Uint8Array = Uint8Array.of(4, 16);
export const FLASH_START = 0x8000;

export const image = (length: number) => Uint8Array.from({ length }, (_, i) => (i * 31 + 7) & 255);
export const hexOf = (data: Uint8Array) => Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");

export function testPlan(sizes: readonly number[], more: Partial<FlashPlan> = {}): FlashPlan {
  const segments = sizes.map((size, i) => ({ address: FLASH_START + i * 0x1000, data: image(size) }));
  const all = new Uint8Array(segments.flatMap(({ data }) => [...data]));
  const crc = new Uint8Array(4);
  new DataView(crc.buffer).setUint32(0, crc32(all));
  return flashPlan({
    segments,
    fingerprint: { identifier: 0xf184, data: Uint8Array.of(1, 2, 3) },
    memoryCheck: { routine: 0x0202, data: crc },
    readBack: { identifier: 0xf195, data: VERSION },
    knownInSilence: ["supply", "package"],
    ...more,
  });
}

export function holds(plan: FlashPlan, memory: Uint8Array): boolean {
  return plan.segments.every(({ address, data }) =>
    data.every((byte, i) => memory[address - FLASH_START + i] === byte),
  );
}

export function testEcu(plan: FlashPlan, maxBlockLength: number): SimulatedEcu {
  const ecu = createSimulatedEcu({
    security: {
      seed: () => Uint8Array.of(1, 2, 3, 4),
      isKey: (_, seed, key) => key.every((byte, i) => byte === ((seed[i] ?? 0) ^ 0x5a)),
    },
    flash: { start: FLASH_START, size: 0x2000 },
    maxBlockLength,
    software: {
      identifier: 0xf195,
      version: OLD_VERSION,
      versionOf: (flash) => (holds(plan, flash) ? VERSION : Uint8Array.of(0, 0)),
    },
  });
  // Another software lies there: what is not erased stays wrong.
  ecu.flash.fill(0x0f);
  return ecu;
}

/** Outcome of one request or one question to the terminal. */
export type Fate =
  | { kind: "good" }
  | { kind: "nrc"; code: number }
  | { kind: "lost"; when: "request" | "answer" }
  | { kind: "garbage"; tail: number }
  /** The terminal loses its power. */
  | { kind: "cut"; when: "request" | "answer" }
  /** The ECU loses its power; half: in the middle of what it was asked. */
  | { kind: "ecuCut"; when: "request" | "answer" | "half" }
  | { kind: "cancel" }
  | { kind: "unsafe" };

export interface Run {
  state: FlashState;
  requests: string[];
  /** Blocks sent, by the number of cuts before them. */
  blocks: { run: number; address: number; data: Uint8Array }[];
  result: FlashResult | undefined;
  ecu: SimulatedEcu;
  /** Requests and gates so far. */
  draws: number;
}

const MAX_TURNS = 3000;

/** Runs a job through all its cuts; when the fates are used up everything goes well. */
export class TestJob implements Run {
  state = initialFlashState();
  requests: string[] = [];
  blocks: Run["blocks"] = [];
  result: FlashResult | undefined;
  draws = 0;
  readonly ecu: SimulatedEcu;
  private readonly plan: FlashPlan;
  private readonly fates: ReadonlyMap<number, Fate>;
  private readonly blockBytes: number;
  private nowUs = 1_000_000;
  private cuts = 0;
  private openAt = 0;
  private events: FlashEvent[] = [];

  constructor(plan: FlashPlan, fates: ReadonlyMap<number, Fate>, maxBlockLength = 12) {
    this.plan = plan;
    this.fates = fates;
    this.ecu = testEcu(plan, maxBlockLength);
    this.blockBytes = maxBlockLength - 2;
  }

  run(first: FlashEvent["kind"] & ("start" | "retry") = "start"): this {
    this.events = [{ kind: first }];
    for (let turns = 0; turns < MAX_TURNS; turns++) {
      const event = this.events.shift() ?? { kind: "tick" };
      if (isFinal(this.state.phase) && event.kind !== "retry") break;
      this.nowUs = event.kind === "tick" ? (this.state.deadlineUs ?? this.nowUs) : this.nowUs + 1000;
      const turn = flashStep(this.plan, this.state, event, this.nowUs);
      this.state = turn.state;
      const before = this.cuts;
      for (const action of turn.actions) if (this.cuts === before) this.act(action);
    }
    return this;
  }

  private act(action: FlashAction): void {
    const fate = this.fates.get(this.draws) ?? { kind: "good" };
    if (action.kind === "request") {
      this.draws++;
      this.note(action.bytes);
      this.ask(action.bytes, fate);
    } else if (action.kind === "download") this.events.push({ kind: "downloaded", ok: true });
    else if (action.kind === "verifyImage") this.events.push({ kind: "verified", ok: true });
    else if (action.kind === "computeKey")
      this.events.push({ kind: "key", key: action.seed.map((byte) => byte ^ 0x5a) });
    else if (action.kind === "finished") this.result = action.result;
    else if (action.kind === "readInterlocks") this.readGate(fate);
  }

  private readGate(fate: Fate): void {
    this.draws++;
    const met = fate.kind !== "unsafe";
    const readings = FLASH_INTERLOCKS.map((name) => ({ name, holds: met, readAtUs: this.nowUs }));
    this.events.push({ kind: "interlocks", readings });
  }

  private ask(request: Uint8Array, fate: Fate): void {
    if (fate.kind === "cut" && fate.when === "request") {
      this.cut();
      return;
    }
    if (fate.kind === "ecuCut" && fate.when !== "answer") this.cutEcu(request, fate.when === "half");
    const outcome = this.outcomeOf(request, fate);
    if (fate.kind === "ecuCut" && fate.when === "answer") this.cutEcu(request, false);
    if (fate.kind === "cancel") this.events.push({ kind: "cancel" });
    this.events.push({ kind: "outcome", outcome });
    if (fate.kind === "cut") this.cut();
  }

  private outcomeOf(request: Uint8Array, fate: Fate): UdsOutcome {
    const sid = request[0] ?? 0;
    if (fate.kind === "nrc") return { kind: "negative", sid, code: fate.code };
    if (fate.kind === "garbage") return { kind: "positive", bytes: Uint8Array.of(sid + 0x40, fate.tail) };
    const silence: UdsOutcome = { kind: "timeout", cause: "p2" };
    if (fate.kind === "lost" && fate.when === "request") return silence;
    if (fate.kind === "ecuCut" && fate.when !== "answer") return silence;
    const [answer] = this.ecu.server.receive(request, this.nowUs);
    if (answer?.[0] === 0x7f) return { kind: "negative", sid: answer[1] ?? 0, code: answer[2] ?? 0 };
    return answer && fate.kind === "good" ? { kind: "positive", bytes: answer } : this.heard(answer, fate, silence);
  }

  private heard(answer: Uint8Array | undefined, fate: Fate, silence: UdsOutcome): UdsOutcome {
    const isHeard = answer !== undefined && fate.kind !== "lost" && fate.kind !== "ecuCut";
    return isHeard ? { kind: "positive", bytes: answer } : silence;
  }

  private cutEcu(request: Uint8Array, isHalf: boolean): void {
    // What the supply interrupts is done in part.
    if (isHalf && request[0] === 0x36 && this.ecu.server.state.transfer) {
      const data = request.subarray(2, 2 + Math.floor((request.length - 2) / 2));
      this.ecu.memory.write(this.ecu.server.state.transfer.address, data);
    }
    this.ecu.losePower();
  }

  private cut(): void {
    this.cuts++;
    this.nowUs += 6_000_000;
    this.ecu.server.tick(this.nowUs);
    this.state = JSON.parse(JSON.stringify(this.state));
    this.events = [{ kind: "resume" }];
  }

  private note(request: Uint8Array): void {
    const hex = hexOf(request);
    this.requests.push(hex);
    if (request[0] === 0x34) this.openAt = Number.parseInt(hex.slice(6, 14), 16);
    if (request[0] !== 0x36) return;
    // The counter starts at one with each download; the address follows from it as the ECU sees it.
    const address = this.openAt + ((request[1] ?? 1) - 1) * this.blockBytes;
    this.blocks.push({ run: this.cuts, address, data: request.slice(2) });
  }
}
