import { randomBytes } from "node:crypto";
import { PageTerminal } from "../../apps/server/testing/faults/page-terminal.ts";
import type { TestDevice } from "../../apps/server/testing/test-device.ts";
import { stamp } from "../../apps/simulator/load/templates.ts";

interface FleetOptions {
  readonly port: number;
  readonly devices: readonly TestDevice[];
  readonly templates: readonly Uint8Array[];
  readonly framesPerMessage: number;
  /** Unacknowledged messages of each terminal: with more of them the server is always busy. */
  readonly window: number;
}

interface Sender {
  readonly terminal: PageTerminal;
  readonly epoch: number;
  sequence: number;
}

/** Terminals that send as fast as they are acknowledged, and count what was. */
export class LoadFleet {
  frames = 0;
  messages = 0;
  bytes = 0;
  /** Milliseconds from PUBLISH to PUBACK since they were last taken. */
  latencies: number[] = [];
  readonly #options: FleetOptions;
  readonly #senders: Sender[];
  #window: number;

  private constructor(options: FleetOptions, terminals: readonly PageTerminal[]) {
    this.#options = options;
    this.#window = 0;
    this.#senders = terminals.map((terminal) => ({ terminal, epoch: randomBytes(4).readUInt32LE(), sequence: 0 }));
  }

  static async connect(options: FleetOptions): Promise<LoadFleet> {
    const { port, devices } = options;
    const terminals = await Promise.all(devices.map((device) => PageTerminal.open({ port, ...device })));
    return new LoadFleet(options, terminals);
  }

  get waiting(): number {
    return this.#senders.reduce((total, { terminal }) => total + terminal.waiting, 0);
  }

  get epochs(): number[] {
    return this.#senders.map(({ epoch }) => epoch);
  }

  /** From now on so many messages of each terminal wait; none: it stops. */
  send(window = this.#options.window): void {
    this.#window = window;
    for (const sender of this.#senders) this.#top(sender);
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
    while (sender.terminal.waiting < this.#window) this.#sendOne(sender);
  }

  #sendOne(sender: Sender): void {
    const { templates, framesPerMessage } = this.#options;
    const template = templates[sender.sequence % templates.length];
    if (template === undefined) throw new Error("no templates");
    const payload = stamp(template, sender.epoch, sender.sequence++, Date.now() * 1000);
    const sentAt = performance.now();
    sender.terminal.publish(payload, () => {
      this.frames += framesPerMessage;
      this.messages += 1;
      this.bytes += payload.length;
      this.latencies.push(performance.now() - sentAt);
      this.#top(sender);
    });
  }
}
