import type { Frame } from "@canopy/can/frame/frame";
import { isFromPeer } from "@canopy/can/isotp/address";
import type { UdsOutcome } from "@canopy/can/uds/client";
import type { FlashAction, FlashEvent } from "@canopy/can/uds/flash/flash-events";
import { flashStep } from "@canopy/can/uds/flash/flash-machine";
import type { FlashPlan } from "@canopy/can/uds/flash/flash-plan";
import {
  type FlashResult,
  type FlashState,
  initialFlashState,
  isFinal,
  outcomeOf,
} from "@canopy/can/uds/flash/flash-state";
import { denials, FLASH_INTERLOCKS } from "@canopy/can/uds/flash/interlocks";
import { type TesterAction, type TesterSettings, UdsTester } from "@canopy/can/uds/tester";
import { testerSettings } from "../uds-terminal.ts";
import type { Condition, FlashGates } from "./flash-gates.ts";
import { FlashIdentity } from "./flash-identity.ts";
import { isImageOf } from "./flash-image.ts";
import type { FlashProgress, GateReading, ToldProgress, ToldResult } from "./flash-message.ts";
import type { FlashOrder } from "./flash-order.ts";
import { planOf } from "./flash-plan-of.ts";
import type { FlashTrace } from "./flash-trace.ts";

/** What a run needs of its terminal. */
export interface FlashParts {
  readonly gates: FlashGates;
  readonly trace: FlashTrace;
  toClockUs(timeUs: number): number;
  /** Undefined: it is asked for and comes by `takeKey`. */
  keyOf(level: number, seed: Uint8Array): Uint8Array | null | undefined;
  /** Conditions that only the terminal can judge: package, card, exclusive. */
  own(nowUs: number): Condition[];
  /** The journal: written before anything is sent. */
  keep(state: FlashState): void;
  tell(told: Omit<FlashProgress, "run" | "trace">): void;
}

/** An erase, or a check, may ask for time very often. */
const PENDING_US = 600_000_000;

/** One run of the flash machine on a tester: frames in, frames out. Nothing here knows of clouds or disks. */
export class FlashRun {
  readonly order: FlashOrder;
  private readonly parts: FlashParts;
  private readonly image: Uint8Array | null;
  private readonly plan: FlashPlan;
  private readonly settings: TesterSettings;
  private state: FlashState;
  private tester: UdsTester;
  private identity: FlashIdentity | null = null;
  private isChecking = false;
  private out: Frame[] = [];

  /** Without an image it can only read the gate. */
  constructor(order: FlashOrder, image: Uint8Array | null, parts: FlashParts, state = initialFlashState()) {
    this.order = order;
    this.parts = parts;
    this.image = image;
    this.state = state;
    this.plan = planOf(order, image ?? new Uint8Array(0), this.silentKnown());
    const settings = testerSettings(order.settings);
    this.settings = { ...settings, timing: { ...settings.timing, pendingCapUs: PENDING_US } };
    this.tester = new UdsTester(this.settings);
  }

  get isOver(): boolean {
    const { phase } = this.state;
    return (isFinal(phase) || phase === "queued") && this.identity === null;
  }

  get deadlineUs(): number {
    return Math.min(this.tester.deadlineUs, this.state.deadlineUs ?? Number.POSITIVE_INFINITY);
  }

  take(kind: "start" | "resume" | "retry" | "cancel", nowUs: number): Frame[] {
    this.step({ kind }, nowUs);
    return this.sent();
  }

  /** Reads the gate and tells it, without a run. */
  check(nowUs: number): Frame[] {
    if (this.identity === null) {
      this.isChecking = true;
      this.readIdentity(nowUs);
    }
    return this.sent();
  }

  /** Of the seed that was told. */
  takeKey(key: Uint8Array, nowUs: number): Frame[] {
    this.step({ kind: "key", key: key.length > 0 ? key : null }, nowUs);
    return this.sent();
  }

  receive(frame: Frame, nowUs: number): Frame[] {
    if (isFromPeer(this.settings.physical, frame)) this.follow(this.tester.receive(frame, nowUs), nowUs);
    return this.sent();
  }

  tick(nowUs: number): Frame[] {
    if (nowUs >= this.tester.deadlineUs) this.follow(this.tester.tick(nowUs), nowUs);
    if (nowUs >= (this.state.deadlineUs ?? Number.POSITIVE_INFINITY)) {
      // What the old tester still waits for is of no use any more.
      if (!this.state.isPausing && this.tester.client.isBusy) this.tester = new UdsTester(this.settings);
      this.step({ kind: "tick" }, nowUs);
    }
    return this.sent();
  }

  private sent(): Frame[] {
    const { out } = this;
    this.out = [];
    return out;
  }

  private step(event: FlashEvent, nowUs: number): void {
    const turn = flashStep(this.plan, this.state, event, nowUs);
    this.state = turn.state;
    this.parts.keep(this.state);
    for (const action of turn.actions) this.act(action, nowUs);
  }

  private act(action: FlashAction, nowUs: number): void {
    if (action.kind === "download") this.step({ kind: "downloaded", ok: this.image !== null }, nowUs);
    else if (action.kind === "verifyImage") {
      this.parts.tell({ stage: "verifying" });
      this.step({ kind: "verified", ok: this.isImageRight() }, nowUs);
    } else if (action.kind === "readInterlocks") {
      this.parts.tell({ stage: "gates" });
      this.readIdentity(nowUs);
    } else if (action.kind === "computeKey") {
      const key = this.parts.keyOf(action.level, action.seed);
      if (key !== undefined) this.step({ kind: "key", key }, nowUs);
    } else if (action.kind === "request") this.ask(action, nowUs);
    else if (action.kind === "progress") this.parts.tell({ stage: "flashing", progress: this.progress() });
    else if (action.kind === "refused") this.note("cancel refused: past the erase", nowUs);
    else this.finish(action.result, nowUs);
  }

  private isImageRight(): boolean {
    const { image, order } = this;
    const wanted = order.segments.reduce((sum, { size }) => sum + size, 0);
    return image !== null && wanted === order.size && isImageOf(order, image);
  }

  private ask({ phase, bytes, functional }: Extract<FlashAction, { kind: "request" }>, nowUs: number): void {
    this.parts.trace.add({ kind: "request", phase, bytes }, this.parts.toClockUs(nowUs));
    const stage = phase === "readBack" || phase === "clearDtcs" || phase === "readDtcs" ? "readingBack" : "flashing";
    this.parts.tell({ stage, progress: this.progress() });
    if (this.tester.client.isBusy) this.tester = new UdsTester(this.settings);
    this.follow(this.tester.send(bytes, nowUs, { functional }), nowUs);
  }

  private follow(actions: readonly TesterAction[], nowUs: number): void {
    const { trace, toClockUs } = this.parts;
    for (const action of actions) {
      const { phase } = this.state;
      if (action.kind === "send") this.out.push(action.frame);
      else if (action.kind === "pending")
        trace.add({ kind: "pending", phase, text: String(action.count) }, toClockUs(nowUs));
      else if (action.kind === "outcome") this.settle(action.outcome, nowUs);
    }
  }

  private settle(outcome: UdsOutcome, nowUs: number): void {
    this.traceOutcome(outcome, nowUs);
    if (this.identity) {
      this.identity.take(outcome.kind === "positive" ? outcome.bytes : null);
      this.readIdentity(nowUs);
    } else this.step({ kind: "outcome", outcome }, nowUs);
  }

  private traceOutcome(outcome: UdsOutcome, nowUs: number): void {
    const at = this.parts.toClockUs(nowUs);
    const { phase } = this.state;
    if (outcome.kind === "positive") this.parts.trace.add({ kind: "positive", phase, bytes: outcome.bytes }, at);
    else if (outcome.kind === "negative") {
      const bytes = Uint8Array.of(0x7f, outcome.sid, outcome.code);
      this.parts.trace.add({ kind: "negative", phase, bytes }, at);
    } else if (outcome.kind === "timeout") this.parts.trace.add({ kind: "silence", phase, text: outcome.cause }, at);
    else this.parts.trace.add({ kind: "note", phase, bytes: outcome.bytes }, at);
  }

  private readIdentity(nowUs: number): void {
    this.identity ??= new FlashIdentity(this.order, this.state.isPastErase || this.order.in_boot);
    const request = this.identity.next();
    if (request === null) {
      this.judge(nowUs);
      return;
    }
    const { phase } = this.state;
    this.parts.trace.add({ kind: "request", phase, bytes: request }, this.parts.toClockUs(nowUs));
    if (this.tester.client.isBusy) this.tester = new UdsTester(this.settings);
    this.follow(this.tester.send(request, nowUs), nowUs);
  }

  private judge(nowUs: number): void {
    const verdict = this.identity?.verdict() ?? { holds: null, value: "" };
    this.identity = null;
    const { gates, own, trace, toClockUs, tell } = this.parts;
    const identity: Condition = { name: "identity", readAtUs: nowUs, ...verdict };
    const conditions = [...gates.conditions(nowUs), identity, ...own(nowUs)];
    tell({ gates: readingsOf(conditions, nowUs) });
    const isCheck = this.isChecking;
    this.isChecking = false;
    const text = conditions.map(({ name, holds, value }) => `${name}=${holds ?? "?"} ${value}`.trim()).join("; ");
    trace.add({ kind: "gate", phase: this.state.phase, text: text.slice(0, 512) }, toClockUs(nowUs));
    if (!isCheck) this.step({ kind: "interlocks", readings: conditions }, nowUs);
  }

  private progress(): ToldProgress {
    const { phase, segment, acknowledged, blockBytes } = this.state;
    const { segments } = this.plan;
    const done = segments.slice(0, segment).reduce((sum, { data }) => sum + data.length, 0) + acknowledged;
    const blocksOf = (bytes: number) => (blockBytes > 0 ? Math.ceil(bytes / blockBytes) : 0);
    const blocks = segments.reduce((sum, { data }) => sum + blocksOf(data.length), 0);
    const before = segments.slice(0, segment).reduce((sum, { data }) => sum + blocksOf(data.length), 0);
    return {
      phase,
      acknowledged: done,
      total: this.order.size,
      block: before + blocksOf(acknowledged),
      blocks,
      segment: Math.min(segment + 1, segments.length),
      segments: segments.length,
    };
  }

  private finish(result: FlashResult, nowUs: number): void {
    this.tester = new UdsTester(this.settings);
    this.note(`result ${result.outcome ?? "unknown"}`, nowUs);
    this.parts.tell({ stage: "ended", progress: this.progress(), result: toldResult(this.state) });
  }

  private note(text: string, nowUs: number): void {
    this.parts.trace.add({ kind: "note", phase: this.state.phase, text }, this.parts.toClockUs(nowUs));
  }

  private silentKnown(): string[] {
    return ["identity", "package", "card", "exclusive", ...this.parts.gates.knownInSilence];
  }
}

export function toldResult(state: FlashState): ToldResult {
  const { phase, failure, isCommunicationOff, isDtcSettingOff, isPastErase } = state;
  return {
    success: phase === "success",
    outcome: outcomeOf(state),
    failure: failure && { ...failure, denials: [...failure.denials] },
    communication_restored: !isCommunicationOff,
    dtc_setting_restored: !isDtcSettingOff,
    past_erase: isPastErase,
  };
}

/** As people see them: with age and reason. */
function readingsOf(conditions: readonly Condition[], nowUs: number): GateReading[] {
  const denied = new Map(denials(FLASH_INTERLOCKS, conditions, nowUs).map(({ name, reason }) => [name, reason]));
  return conditions.map(({ name, holds, readAtUs, value }) => ({
    name,
    holds,
    age_ms: Number.isNaN(readAtUs) ? null : Math.max(0, Math.round((nowUs - readAtUs) / 1000)),
    value,
    reason: denied.get(name) ?? null,
  }));
}
