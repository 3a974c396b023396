import { FLAG_TX, type Frame } from "@canopy/can/frame/frame";
import type { UdsRun } from "@canopy/contract/device-link/uds-job";
import { TerminalJobs } from "@canopy/contract/device-link/uds-terminal";
import type { BusNode } from "../bus/virtual-bus.ts";
import type { RunningVehicle } from "../vehicles/load-vehicle.ts";

/** The terminal's tester on one channel of the vehicle. */
class JobNode implements BusNode {
  readonly channel: number;
  readonly jobs: TerminalJobs;

  constructor(channel: number, toClockUs: (timeUs: number) => number) {
    this.channel = channel;
    this.jobs = new TerminalJobs(toClockUs);
  }

  receive(frame: Frame, nowUs: number): Frame[] {
    return this.jobs.receive(frame, nowUs).map(asSent);
  }

  tick(nowUs: number): Frame[] {
    return nowUs >= this.jobs.deadlineUs ? this.jobs.tick(nowUs).map(asSent) : [];
  }
}

const asSent = (frame: Frame): Frame => ({ ...frame, flags: frame.flags | FLAG_TX });

/** The view that diagnosis has of its terminal. */
export interface DiagnosingTerminal {
  readonly vehicle: RunningVehicle;
  toClockUs(timeUs: number): number;
  publish(topic: "uds", message: unknown): void;
}

/** UDS jobs of a simulated terminal: one at a time, on any channel; sessions stay open until they are ended. */
export class DiagnosisJobs {
  private readonly terminal: DiagnosingTerminal;
  private readonly nodes = new Map<number, JobNode>();

  constructor(terminal: DiagnosingTerminal) {
    this.terminal = terminal;
  }

  get isBusy(): boolean {
    return [...this.nodes.values()].some(({ jobs }) => jobs.isBusy);
  }

  /** No job, and no session that is held open. */
  get isFree(): boolean {
    return [...this.nodes.values()].every(({ jobs }) => jobs.isFree);
  }

  start(run: UdsRun): void {
    const node = this.nodeOf(run.settings.channel);
    this.send(node, node.jobs.start(run, this.nowUs));
  }

  cancel(job: string): void {
    for (const node of this.nodes.values()) this.send(node, node.jobs.cancel(job));
    this.tell();
  }

  end(): void {
    for (const node of this.nodes.values()) this.send(node, node.jobs.end(this.nowUs));
    this.tell();
  }

  drop(): void {
    for (const { jobs } of this.nodes.values()) jobs.drop();
  }

  /** After each slice of time. */
  tell(): void {
    for (const { jobs } of this.nodes.values()) {
      for (const message of jobs.messages()) this.terminal.publish("uds", message);
    }
  }

  private get nowUs(): number {
    return this.terminal.vehicle.timeUs;
  }

  private nodeOf(channel: number): JobNode {
    const known = this.nodes.get(channel);
    if (known) return known;
    const node = new JobNode(channel, (timeUs) => this.terminal.toClockUs(timeUs));
    this.nodes.set(channel, node);
    this.terminal.vehicle.bus.attach(node);
    return node;
  }

  private send(node: JobNode, frames: readonly Frame[]): void {
    for (const frame of frames) this.terminal.vehicle.bus.send(asSent(frame), node);
  }
}
