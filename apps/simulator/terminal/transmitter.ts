import type { Frame } from "@canopy/can/frame/frame";
import { MAX_SENDING } from "@canopy/contract/device-link/limits";
import type { SendingList } from "@canopy/contract/device-link/sending";
import type { SendJob } from "./send-frames.ts";

interface Running {
  readonly job: SendJob;
  readonly name: string;
  readonly sinceMs: number;
  readonly firstRound: () => void;
  /** It was reported, or will be. */
  isTold: boolean;
}

/** DEV-06: the lists that a terminal sends, side by side, until each has ended or was stopped. */
export class Transmitter {
  private running: Running[] = [];
  /** Counts beginnings and ends, so that a report can tell whether there is news. */
  changes = 0;

  get isFull(): boolean {
    return this.running.length >= MAX_SENDING;
  }

  get isIdle(): boolean {
    return this.running.length === 0;
  }

  /** Resolves when the list was on the bus once, or was stopped. */
  start(name: string, job: SendJob, sinceMs: number): Promise<void> {
    return new Promise((firstRound) => {
      // A single immediate transmission ends before it could be reported.
      const isTold = job.params.repeat !== 1;
      this.running.push({ job, name, sinceMs, firstRound, isTold });
      if (isTold) this.changes++;
    });
  }

  /** One list by its name, or all of them. */
  stop(name?: string): void {
    const ended = this.running.filter((one) => name === undefined || one.name === name);
    for (const { firstRound } of ended) firstRound();
    if (ended.length > 0) this.changes++;
    this.running = this.running.filter((one) => !ended.includes(one));
  }

  due(nowUs: number): Frame[] {
    const frames = this.running.flatMap(({ job }) => job.due(nowUs));
    for (const { job, firstRound } of this.running) if (job.isFirstRoundDone) firstRound();
    const left = this.running.filter(({ job }) => !job.isDone);
    if (this.running.some(({ job, isTold }) => isTold && job.isDone)) this.changes++;
    this.running = left;
    return frames;
  }

  /** As in the terminal's status; the content of a list is only in whole statuses. */
  lists(isWhole: boolean): SendingList[] {
    return this.running.map((running) => {
      running.isTold = true;
      const { job, name, sinceMs } = running;
      const { frames, repeat, period_ms } = job.params;
      return { job: name, since: sinceMs, sent: job.sent, ...(isWhole && { frames, repeat, period_ms }) };
    });
  }
}
