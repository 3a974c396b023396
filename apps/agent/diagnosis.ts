import { spawn } from "node:child_process";
import { once } from "node:events";
import { formatHex } from "@canopy/can/bytes/hex";
import type { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_EXTENDED, FLAG_FD, type Frame } from "@canopy/can/frame/frame";
import { methods } from "@canopy/contract/device-link/methods";
import { TerminalJobs } from "@canopy/contract/device-link/uds-terminal";

/** Puts a frame on a bus; what it sends in turn keeps its order. */
export type SendFrame = (frame: Frame) => void;

export type DiagnosisAnswer = { ok: true } | { ok: false; code: string };

export interface DiagnosisSettings {
  /** Those that it may send on. */
  readonly channels: readonly number[];
  readonly send: SendFrame;
  readonly publish: (message: unknown) => void;
  /** True: a flash has the vehicle to itself. */
  readonly isFlashing: () => boolean;
}

const nowUs = () => Math.round((performance.timeOrigin + performance.now()) * 1000);

/** UDS jobs on the interfaces of this machine: one at a time, with the times of this machine. */
export class AgentDiagnosis {
  private readonly settings: DiagnosisSettings;
  private readonly jobs = new Map<number, TerminalJobs>();
  private timer: NodeJS.Timeout | undefined;

  constructor(settings: DiagnosisSettings) {
    this.settings = settings;
  }

  /** No job, and no session that is held open. */
  get isFree(): boolean {
    return [...this.jobs.values()].every(({ isFree }) => isFree);
  }

  private get isBusy(): boolean {
    return [...this.jobs.values()].some(({ isBusy }) => isBusy);
  }

  answer(method: string, params: unknown): DiagnosisAnswer {
    if (method === "uds.end") return this.end();
    if (method === "uds.cancel") {
      const asked = methods["uds.cancel"].params.safeParse(params);
      return asked.success ? this.each((jobs) => jobs.cancel(asked.data.job)) : { ok: false, code: "badParams" };
    }
    return method === "uds.run" ? this.run(params) : { ok: false, code: "unknownMethod" };
  }

  take(frames: FrameBatch): void {
    if (this.jobs.size === 0) return;
    for (let i = 0; i < frames.length; i++) {
      const frame = frames.at(i);
      const jobs = this.jobs.get(frame.channel);
      // The time of arrival: requests are timed by the same clock.
      if (jobs) this.sendAll(jobs.receive({ ...frame, data: frame.data.slice() }, nowUs()));
    }
    this.follow();
  }

  /** The connection is gone: nothing may go on that nobody could stop. */
  drop(): void {
    clearTimeout(this.timer);
    for (const jobs of this.jobs.values()) jobs.drop();
    this.jobs.clear();
  }

  private run(params: unknown): DiagnosisAnswer {
    const asked = methods["uds.run"].params.safeParse(params);
    if (!asked.success) return { ok: false, code: "badParams" };
    const { channel } = asked.data.settings;
    if (!this.settings.channels.includes(channel)) return { ok: false, code: "channelListens" };
    if (this.isBusy || this.settings.isFlashing()) return { ok: false, code: "busy" };
    const jobs = this.jobs.get(channel) ?? new TerminalJobs((timeUs) => timeUs);
    this.jobs.set(channel, jobs);
    this.sendAll(jobs.start(asked.data, nowUs()));
    this.follow();
    return { ok: true };
  }

  /** Frames of another tester, 10 01 above all, would break a flash. */
  private end(): DiagnosisAnswer {
    if (!this.settings.isFlashing()) return this.each((jobs) => jobs.end(nowUs()));
    this.drop();
    return { ok: true };
  }

  private each(act: (jobs: TerminalJobs) => Frame[]): DiagnosisAnswer {
    for (const jobs of this.jobs.values()) this.sendAll(act(jobs));
    this.follow();
    return { ok: true };
  }

  /** Tells what happened, and waits for the next deadline. */
  private follow(): void {
    for (const jobs of this.jobs.values()) for (const message of jobs.messages()) this.settings.publish(message);
    clearTimeout(this.timer);
    const deadlineUs = Math.min(...[...this.jobs.values()].map((jobs) => jobs.deadlineUs));
    if (!Number.isFinite(deadlineUs)) return;
    this.timer = setTimeout(() => this.tick(), Math.max(0, Math.ceil((deadlineUs - nowUs()) / 1000)));
  }

  private tick(): void {
    for (const jobs of this.jobs.values()) this.sendAll(jobs.tick(nowUs()));
    this.follow();
  }

  private sendAll(frames: readonly Frame[]): void {
    for (const frame of frames) this.settings.send(frame);
  }
}

/** Sends through `cansend` of can-utils, one frame behind the other. */
export function canSender(
  interfaceOf: (channel: number) => string | undefined,
  complain: (text: string) => void,
): SendFrame {
  let last: Promise<unknown> = Promise.resolve();
  return (frame) => {
    const name = interfaceOf(frame.channel);
    if (name === undefined) return;
    last = last.then(async () => {
      const child = spawn("cansend", [name, frameText(frame)], { stdio: "ignore" });
      await once(child, "exit").catch((error: Error) => complain(`cansend: ${error.message}`));
    });
  };
}

/** As cansend reads it: 7E0#0210, 18DA10F1#…, with FD and its bit rate switch 7E0##1…. */
export function frameText({ id, flags, data }: Pick<Frame, "id" | "flags" | "data">): string {
  const isExtended = (flags & FLAG_EXTENDED) !== 0;
  const name = id
    .toString(16)
    .toUpperCase()
    .padStart(isExtended ? 8 : 3, "0");
  return `${name}${(flags & FLAG_FD) !== 0 ? "##1" : "#"}${formatHex(data)}`;
}
