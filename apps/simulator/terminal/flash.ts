import { setTimeout as sleep } from "node:timers/promises";
import { FLAG_TX, type Frame } from "@canopy/can/frame/frame";
import { FlashHost } from "@canopy/contract/device-link/flash/flash-host";
import type { FlashProgress, FlashTraceEntry } from "@canopy/contract/device-link/flash/flash-message";
import type { FlashOrder } from "@canopy/contract/device-link/flash/flash-order";
import type { FlashCard, FlashJournal, HostAnswer } from "@canopy/contract/device-link/flash/flash-terminal";
import type { BusNode } from "../bus/virtual-bus.ts";
import type { RunningVehicle } from "../vehicles/load-vehicle.ts";
import { simulatorPublicKey } from "./firmware-key.ts";
import { MemoryImage } from "./memory-image.ts";

/** The view that flashing has of its terminal. */
export interface FlashingTerminal {
  readonly vehicle: RunningVehicle;
  readonly isOnline: boolean;
  /** No tester but the flash's own has anything to do with it. */
  readonly isVehicleFree: boolean;
  toClockUs(timeUs: number): number;
  publish(topic: "flash", message: FlashProgress): void;
}

const asSent = (frame: Frame): Frame => ({ ...frame, flags: frame.flags | FLAG_TX });

class FlashNode implements BusNode {
  readonly channel: number;
  private readonly host: FlashHost;

  constructor(channel: number, host: FlashHost) {
    this.channel = channel;
    this.host = host;
  }

  receive(frame: Frame, nowUs: number): Frame[] {
    return this.host.receive(frame, nowUs).map(asSent);
  }

  tick(nowUs: number): Frame[] {
    const isDue = this.host.channel === this.channel && nowUs >= this.host.deadlineUs;
    return isDue ? this.host.tick(nowUs).map(asSent) : [];
  }
}

/** UDS-04: flashing by a simulated terminal. Its card is memory that outlives a simulated loss of power. */
export class SimulatedFlash {
  private readonly terminal: FlashingTerminal;
  private readonly host: FlashHost;
  private readonly nodes = new Map<number, FlashNode>();
  private downUntilUs: number | null = null;

  constructor(terminal: FlashingTerminal, hasCard: boolean) {
    this.terminal = terminal;
    this.host = new FlashHost({
      card: new MemoryCard(hasCard),
      keys: [simulatorPublicKey()],
      nowUs: () => terminal.vehicle.timeUs,
      toClockUs: (timeUs) => terminal.toClockUs(timeUs),
      isFree: () => terminal.isVehicleFree,
      send: (frames, channel) => this.send(frames, channel),
      publish: (message) => {
        if (terminal.isOnline) terminal.publish("flash", message);
        return terminal.isOnline;
      },
      wait: (ms) => sleep(ms),
    });
  }

  get isBusy(): boolean {
    return this.host.isBusy;
  }

  check(order: FlashOrder): Promise<HostAnswer> {
    this.nodeOf(order.settings.channel);
    return this.host.check(order);
  }

  start(order: FlashOrder): HostAnswer {
    this.nodeOf(order.settings.channel);
    return this.host.start(order);
  }

  retry(run: string): HostAnswer {
    return this.host.retry(run);
  }

  cancel(run: string): HostAnswer {
    return this.host.cancel(run);
  }

  key(run: string, key: string): HostAnswer {
    return this.host.key(run, key);
  }

  hear(frame: Frame): void {
    this.host.hear(frame);
  }

  online(): void {
    this.host.online();
  }

  losePower(untilUs: number): void {
    this.host.losePower();
    this.downUntilUs = untilUs;
  }

  /** After each slice of time. */
  advance(volts: number): void {
    const nowUs = this.terminal.vehicle.timeUs;
    if (this.downUntilUs !== null && nowUs >= this.downUntilUs) {
      this.downUntilUs = null;
      this.host.restore();
    }
    this.host.measured(volts);
    const frames = this.host.tick(nowUs);
    if (frames.length > 0) this.send(frames, this.host.channel ?? 0);
  }

  private nodeOf(channel: number): FlashNode {
    const known = this.nodes.get(channel);
    if (known) return known;
    const node = new FlashNode(channel, this.host);
    this.nodes.set(channel, node);
    this.terminal.vehicle.bus.attach(node);
    return node;
  }

  private send(frames: readonly Frame[], channel: number): void {
    const node = this.nodeOf(channel);
    for (const frame of frames) this.terminal.vehicle.bus.send(asSent(frame), node);
  }
}

class MemoryCard implements FlashCard {
  private readonly hasCard: boolean;
  private readonly images = new Map<string, MemoryImage>();
  private readonly counters = new Map<string, number>();
  private kept = "";
  private entries: FlashTraceEntry[] = [];

  constructor(hasCard: boolean) {
    this.hasCard = hasCard;
  }

  image(sha256: string): MemoryImage | null {
    if (!this.hasCard) return null;
    const known = this.images.get(sha256) ?? new MemoryImage();
    this.images.set(sha256, known);
    return known;
  }

  keep(journal: FlashJournal): void {
    this.kept = JSON.stringify(journal);
  }

  journal(): FlashJournal | null {
    return this.kept === "" ? null : JSON.parse(this.kept);
  }

  append(entries: readonly FlashTraceEntry[]): void {
    this.entries.push(...entries);
  }

  trace(): readonly FlashTraceEntry[] {
    return this.entries;
  }

  clear(): void {
    this.kept = "";
    this.entries = [];
  }

  counter(part: string): number {
    return this.counters.get(part) ?? 0;
  }

  setCounter(part: string, counter: number): void {
    this.counters.set(part, counter);
  }
}
