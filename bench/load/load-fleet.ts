import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { PageTerminal } from "../../apps/server/testing/faults/page-terminal.ts";
import type { TestDevice } from "../../apps/server/testing/terminals/test-device.ts";
import { LOAD_BATCH_FRAMES, loadTemplates, stamp } from "../../apps/simulator/load/templates.ts";
import { connectTerminals } from "./connect-terminals.ts";

interface FleetOptions {
  readonly port: number;
  readonly devices: readonly TestDevice[];
  readonly templates: readonly Uint8Array[];
  readonly framesPerMessage: number;
  /** What a message covers: times of one terminal do not overlap, also where it sends faster than a real one would. */
  readonly messageUs: number;
}

interface Sender {
  readonly terminal: PageTerminal;
  readonly epoch: number;
  sequence: number;
  /** Behind the last frame sent. */
  nextUs: number;
}

/** How often a fleet that sends at a rate looks what is due. */
const TICK_MS = 2;
/** Frames of a car in a second, which spreads the times inside a batch. */
const CAR_RATE = 2_500;

/** Terminals that send as fast as they are acknowledged, or at a rate, and count what was acknowledged. */
export class LoadFleet {
  frames = 0;
  messages = 0;
  bytes = 0;
  /** Milliseconds from PUBLISH to PUBACK since they were last taken. */
  latencies: number[] = [];
  readonly #options: FleetOptions;
  readonly #senders: Sender[];
  #window = 0;

  private constructor(options: FleetOptions, terminals: readonly PageTerminal[]) {
    this.#options = options;
    this.#senders = terminals.map((terminal) => ({
      terminal,
      epoch: randomBytes(4).readUInt32LE(),
      sequence: 0,
      nextUs: 0,
    }));
  }

  static async connect(options: FleetOptions): Promise<LoadFleet> {
    return new LoadFleet(options, await connectTerminals(options.port, options.devices));
  }

  /** Simulated electric cars, a batch of the usual size in a message. */
  static ofCars(port: number, devices: readonly TestDevice[]): Promise<LoadFleet> {
    return LoadFleet.connect({
      port,
      devices,
      templates: loadTemplates("ev", CAR_RATE),
      framesPerMessage: LOAD_BATCH_FRAMES,
      messageUs: (LOAD_BATCH_FRAMES * 1e6) / CAR_RATE,
    });
  }

  get waiting(): number {
    return this.#senders.reduce((total, { terminal }) => total + terminal.waiting, 0);
  }

  /** From now on so many messages of each terminal wait, so that the server is always busy; none: it stops. */
  send(window: number): void {
    this.#window = window;
    for (const sender of this.#senders) this.#top(sender);
  }

  /**
   * Sends on time, whether or not the last message was acknowledged, one terminal after the other. The time of a message
   * runs from when it was due.
   */
  async sendAtRate(messagesPerSecond: number, forMs: number): Promise<void> {
    const began = performance.now();
    for (let sent = 0; ; await sleep(TICK_MS)) {
      const elapsedMs = performance.now() - began;
      if (elapsedMs >= forMs) return;
      for (const due = Math.floor((elapsedMs * messagesPerSecond) / 1000); sent < due; sent += 1) {
        const sender = this.#senders[sent % this.#senders.length] as Sender;
        this.#sendOne(sender, began + (sent * 1000) / messagesPerSecond);
      }
    }
  }

  /** Everything is acknowledged, or this long has passed. */
  async drain(withinMs = Number.POSITIVE_INFINITY): Promise<void> {
    this.#window = 0;
    const end = performance.now() + withinMs;
    while (this.waiting > 0 && performance.now() < end) await sleep(20);
  }

  takeLatencies(): number[] {
    const taken = this.latencies;
    this.latencies = [];
    return taken;
  }

  end(): void {
    for (const { terminal } of this.#senders) terminal.end();
  }

  #top(sender: Sender): void {
    while (sender.terminal.waiting < this.#window) this.#sendOne(sender, performance.now());
  }

  #sendOne(sender: Sender, dueAt: number): void {
    const { templates, framesPerMessage, messageUs } = this.#options;
    const template = templates[sender.sequence % templates.length];
    if (template === undefined) throw new Error("no templates");
    const t0Us = Math.max(sender.nextUs, Date.now() * 1000);
    sender.nextUs = t0Us + messageUs;
    const payload = stamp(template, sender.epoch, sender.sequence++, t0Us);
    sender.terminal.publish(payload, () => {
      this.frames += framesPerMessage;
      this.messages += 1;
      this.bytes += payload.length;
      this.latencies.push(performance.now() - dueAt);
      this.#top(sender);
    });
  }
}
