import { formatHex } from "@canopy/can/bytes/hex";
import type { Frame } from "@canopy/can/frame/frame";
import type { FlashState } from "@canopy/can/uds/flash/flash-state";
import { unlockKey } from "@canopy/can/uds/unlock/unlock-algorithm";
import { type ImageStore, isSignedText } from "../fetch-firmware.ts";
import { unlockAlgorithm } from "../unlock-operations.ts";
import { type Condition, FlashGates } from "./flash-gates.ts";
import { fetchImage } from "./flash-image.ts";
import type { FlashProgress } from "./flash-message.ts";
import { type FlashOrder, flashManifestText } from "./flash-order.ts";
import { bytesOf } from "./flash-plan-of.ts";
import { FlashRun, toldResult } from "./flash-run.ts";
import type { FlashTerminal, HostAnswer } from "./flash-terminal.ts";
import { FlashTrace } from "./flash-trace.ts";

const PART_ENTRIES = 200;
const TELL_EVERY_US = 200_000;

type Told = Omit<FlashProgress, "run" | "trace">;

/** UDS-04: flashing on a terminal: fetch, verify, gates, run, report; one run at a time, through any loss of power. */
export class FlashHost {
  private readonly terminal: FlashTerminal;
  private run: FlashRun | null = null;
  private gates: { sources: string; watch: FlashGates } | null = null;
  private trace = new FlashTrace();
  private kept = 0;
  private toldTo = 0;
  private told: Told | null = null;
  private name = "";
  private nextTellUs = 0;
  private abort: AbortController | null = null;
  private isSigned = false;
  private isOnlyCheck = false;
  /** Asked for in the midst of its own check: begins when the check is over. */
  private next: FlashOrder | null = null;
  /** How the run ended: told again with each connection, as nobody knows what arrived. */
  private ended: Told | null = null;

  constructor(terminal: FlashTerminal) {
    this.terminal = terminal;
  }

  get isBusy(): boolean {
    return this.abort !== null || (this.run !== null && !this.run.isOver);
  }

  get deadlineUs(): number {
    const waits = this.told !== null || (!this.isOnlyCheck && this.toldTo < this.trace.entries.length);
    return Math.min(
      this.run?.deadlineUs ?? Number.POSITIVE_INFINITY,
      waits ? this.nextTellUs : Number.POSITIVE_INFINITY,
    );
  }

  /** Reads the gate; the answer comes as a message. Nothing is fetched and nothing is changed. */
  async check(order: FlashOrder): Promise<HostAnswer> {
    if (this.isBusy) return this.name === order.run ? "ok" : "busy";
    this.watch(order);
    await this.verifySignature(order);
    if (this.isBusy) return "busy";
    const image = this.terminal.card.image(order.sha256);
    const whole = image !== null && image.length === order.size ? image.bytes() : null;
    // The card keeps what is on it: a check is no run.
    this.trace = new FlashTrace();
    Object.assign(this, { name: order.run, kept: 0, toldTo: 0, told: null, ended: null, isOnlyCheck: true });
    this.run = this.newRun(order, whole);
    this.emit(this.run.check(this.terminal.nowUs()), order);
    return "ok";
  }

  start(order: FlashOrder): HostAnswer {
    if (this.isBusy && this.name !== order.run) return "busy";
    if (this.terminal.card.image(order.sha256) === null) return "noCard";
    if (this.isBusy && this.isOnlyCheck) this.next = order;
    if (this.isBusy) return "ok";
    this.watch(order);
    this.begin(order.run);
    void this.fetchAndRun(order, "start");
    return "ok";
  }

  /** Another try of a run that is on the card. */
  retry(name: string): HostAnswer {
    const journal = this.terminal.card.journal();
    if (this.isBusy) return this.name === name ? "ok" : "busy";
    if (journal?.order.run !== name) return "unknownRun";
    this.watch(journal.order);
    this.take(name);
    void this.fetchAndRun(journal.order, "retry", journal.state);
    return "ok";
  }

  cancel(name: string): HostAnswer {
    if (this.name !== name || !this.isBusy) return "unknownRun";
    if (this.next) this.giveUp(this.next, "cancelled");
    else if (this.abort) this.abort.abort();
    else if (this.run) this.emit(this.run.take("cancel", this.terminal.nowUs()), this.run.order);
    return "ok";
  }

  /** The cloud's answer to a seed. */
  key(name: string, hex: string): HostAnswer {
    if (this.name !== name || !this.run) return "unknownRun";
    this.emit(this.run.takeKey(bytesOf(hex), this.terminal.nowUs()), this.run.order);
    return "ok";
  }

  hear(frame: Frame): void {
    this.gates?.watch.hear(frame, this.terminal.nowUs());
  }

  /** Frames of the ECU that is flashed. */
  receive(frame: Frame, nowUs: number): Frame[] {
    if (!this.run || this.run.order.settings.channel !== frame.channel) return [];
    const frames = this.run.receive(frame, nowUs);
    this.persist();
    return frames;
  }

  tick(nowUs: number): Frame[] {
    const frames = this.run && nowUs >= this.run.deadlineUs ? this.run.tick(nowUs) : [];
    this.persist();
    if (nowUs >= this.nextTellUs) this.flush(nowUs);
    if (this.next && !this.isBusy) this.start(this.next);
    return frames;
  }

  get channel(): number | undefined {
    return this.run?.order.settings.channel;
  }

  measured(volts: number): void {
    this.gates?.watch.measured(volts, this.terminal.nowUs());
  }

  /** Connected again: everything of the run is told again, what was told already is passed over there. */
  online(): void {
    this.toldTo = 0;
    this.nextTellUs = 0;
    if (this.ended) this.told = { ...this.told, ...this.ended };
  }

  /** The terminal's power is gone: only the card is left. */
  losePower(): void {
    this.abort?.abort();
    this.run = null;
    this.gates = null;
    this.told = null;
    this.next = null;
  }

  /** The power is back: a run that was under way goes on. */
  restore(): void {
    const journal = this.terminal.card.journal();
    if (!journal || this.isBusy) return;
    this.watch(journal.order);
    this.take(journal.order.run);
    const { phase } = journal.state;
    if (phase === "success" || phase === "failure") {
      this.tell({ stage: "ended", result: toldResult(journal.state) });
      return;
    }
    void this.fetchAndRun(journal.order, "resume", journal.state);
  }

  private begin(name: string): void {
    this.terminal.card.clear();
    this.trace = new FlashTrace();
    Object.assign(this, { name, kept: 0, toldTo: 0, told: null, ended: null, isOnlyCheck: false, next: null });
  }

  private take(name: string): void {
    this.trace = new FlashTrace(this.terminal.card.trace());
    const kept = this.trace.entries.length;
    Object.assign(this, { name, kept, toldTo: 0, told: null, ended: null, isOnlyCheck: false });
  }

  private watch(order: FlashOrder): void {
    const sources = JSON.stringify(order.gates);
    if (this.gates?.sources !== sources) this.gates = { sources, watch: new FlashGates(order.gates) };
  }

  private async fetchAndRun(order: FlashOrder, event: "start" | "resume" | "retry", state?: FlashState): Promise<void> {
    const abort = new AbortController();
    this.abort = abort;
    const image = this.terminal.card.image(order.sha256);
    const code = image === null ? "noCard" : await this.fetch(order, image, abort.signal, state !== undefined);
    if (code === undefined) await this.verifySignature(order);
    if (this.abort === abort) this.abort = null;
    if (abort.signal.aborted) {
      if (this.gates !== null) this.giveUp(order, "cancelled");
      return;
    }
    if (code !== undefined || image === null) {
      this.giveUp(order, code ?? "noCard");
      return;
    }
    this.run = this.newRun(order, image.bytes(), state);
    this.emit(this.run.take(event, this.terminal.nowUs()), order);
  }

  private async fetch(order: FlashOrder, image: ImageStore, signal: AbortSignal, isBegun: boolean) {
    this.tell({ stage: "downloading", received: image.length });
    const told = (received: number) => this.tell({ stage: "downloading", received });
    return fetchImage(order, image, { signal, told, wait: (ms) => this.terminal.wait(ms), isBegun });
  }

  private giveUp(order: FlashOrder, code: string): void {
    this.next = null;
    if (code === "size") this.terminal.card.image(order.sha256)?.clear();
    this.tell({ stage: "ended", code });
    this.flush(this.terminal.nowUs());
  }

  private async verifySignature(order: FlashOrder): Promise<void> {
    this.isSigned = await isSignedText(flashManifestText(order), order.signature, this.terminal.keys);
  }

  private newRun(order: FlashOrder, image: Uint8Array | null, state?: FlashState): FlashRun {
    const { card } = this.terminal;
    const watch = this.gates?.watch ?? new FlashGates(order.gates);
    const algorithm = order.unlock && unlockAlgorithm(order.unlock);
    return new FlashRun(
      order,
      image,
      {
        gates: watch,
        trace: this.trace,
        toClockUs: (timeUs) => this.terminal.toClockUs(timeUs),
        keyOf: (level, seed) => {
          if (algorithm) return unlockKey(algorithm, level, seed);
          this.tell({ seed: { level, seed: formatHex(seed) } });
          this.nextTellUs = 0;
          return undefined;
        },
        own: (nowUs) => this.conditions(order, image, nowUs),
        keep: (now) => {
          if (!this.isOnlyCheck) card.keep({ order, state: now });
        },
        tell: (told) => this.tell(told, order),
      },
      state,
    );
  }

  private conditions(order: FlashOrder, image: Uint8Array | null, nowUs: number): Condition[] {
    const { manifest } = order;
    const { card } = this.terminal;
    const isExpired = this.terminal.toClockUs(nowUs) / 1000 > manifest.expires;
    const isOlder = manifest.counter < card.counter(manifest.part_number);
    const wrong = !this.isSigned ? "signature" : isExpired ? "expired" : isOlder ? "older" : "";
    const isWhole = image !== null && image.length === order.size;
    const isFree = this.terminal.isFree();
    // An image that is not there yet is fetched before the run; without a card it never is.
    const hasCard = card.image(order.sha256) !== null;
    const onCard = isWhole ? "whole" : hasCard ? "ready" : "none";
    return [
      { name: "package", holds: wrong === "", readAtUs: nowUs, value: wrong },
      { name: "card", holds: hasCard, readAtUs: nowUs, value: onCard },
      { name: "exclusive", holds: isFree, readAtUs: nowUs, value: "" },
    ];
  }

  private tell(told: Told, order?: FlashOrder): void {
    this.told = { ...this.told, ...told };
    if (told.result?.success && order)
      this.terminal.card.setCounter(order.manifest.part_number, order.manifest.counter);
    if (told.stage === "ended") this.ended = told;
    if (told.stage === "ended" || told.gates) this.nextTellUs = 0;
  }

  private emit(frames: readonly Frame[], order: FlashOrder): void {
    this.persist();
    this.terminal.send(frames, order.settings.channel);
  }

  private persist(): void {
    if (this.isOnlyCheck) return;
    const fresh = this.trace.entries.slice(this.kept);
    if (fresh.length === 0) return;
    this.terminal.card.append(fresh);
    this.kept = this.trace.entries.length;
  }

  /** What is not taken is told with the next one. */
  private flush(nowUs: number): void {
    const all = this.isOnlyCheck ? [] : this.trace.entries;
    const entries = all.slice(this.toldTo, this.toldTo + PART_ENTRIES);
    if (this.told === null && entries.length === 0) return;
    const isLast = this.toldTo + entries.length >= all.length;
    this.nextTellUs = isLast ? nowUs + TELL_EVERY_US : nowUs;
    // The result is told behind the last entry of its trace.
    const told = isLast || !this.told?.result ? this.told : null;
    if (!this.terminal.publish({ run: this.name, ...told, trace: entries })) return;
    this.toldTo += entries.length;
    if (told !== null) this.told = null;
  }
}
