import type { Frame } from "../../frame/frame.ts";
import { isFromPeer } from "../../isotp/address.ts";
import { SESSION_DEFAULT } from "../services/diagnostic-session-control.ts";
import { type TesterSettings, UdsTester } from "../tester.ts";
import type { JobAction } from "./job-event.ts";
import { type JobOrder, UdsJob } from "./uds-job.ts";

interface Seat {
  settings: TesterSettings;
  tester: UdsTester;
}

/** ISO 14229-1: back to the default session, which ends security, 28 and 85 too. */
const END_SESSION = Uint8Array.of(0x10, SESSION_DEFAULT);

/**
 * Testers of one channel, one for each ECU that was spoken to, and the job that runs. A session stays open between jobs:
 * TesterPresent goes on until `end`.
 */
export class TesterBench {
  private readonly seats = new Map<string, Seat>();
  private job: UdsJob | null = null;

  get isBusy(): boolean {
    return this.job !== null;
  }

  /** A session that TesterPresent keeps open, between jobs too. */
  get holdsSession(): boolean {
    return [...this.seats.values()].some(({ tester }) => tester.client.keepAlive.session !== SESSION_DEFAULT);
  }

  get deadlineUs(): number {
    const testers = [...this.seats.values()].map(({ tester }) => tester.deadlineUs);
    return Math.min(this.job?.deadlineUs ?? Number.POSITIVE_INFINITY, ...testers);
  }

  start(settings: TesterSettings, order: JobOrder, nowUs: number): JobAction[] {
    if (this.job) throw new Error("a job is running");
    const tester = this.take(settings);
    this.job = new UdsJob(tester, settings, order, nowUs);
    return this.after(this.job.begin(nowUs), settings);
  }

  receive(frame: Frame, nowUs: number): JobAction[] {
    if (this.job?.hears(frame)) return this.ofJob((job) => job.receiveOther(frame, nowUs));
    return [...this.seats.values()].flatMap(({ settings, tester }) => {
      if (!isFromPeer(settings.physical, frame)) return [];
      if (this.job?.isOf(tester)) return this.after(this.job.receive(frame, nowUs), settings);
      return framesOf(tester.receive(frame, nowUs));
    });
  }

  tick(nowUs: number): JobAction[] {
    return [...this.seats.values()].flatMap(({ settings, tester }) => {
      if (this.job?.isOf(tester)) return this.after(this.job.tick(nowUs), settings);
      return nowUs >= tester.deadlineUs ? framesOf(tester.tick(nowUs)) : [];
    });
  }

  cancel(): JobAction[] {
    return this.ofJob((job) => job.cancel());
  }

  private ofJob(act: (job: UdsJob) => JobAction[]): JobAction[] {
    const seat = [...this.seats.values()].find(({ tester }) => this.job?.isOf(tester));
    return this.job && seat ? this.after(act(this.job), seat.settings) : [];
  }

  /** Ends every session and forgets the ECUs: from here on nothing is sent. */
  end(nowUs: number): JobAction[] {
    const actions = this.cancel();
    for (const { settings, tester } of this.seats.values()) {
      if (tester.client.keepAlive.session === SESSION_DEFAULT) continue;
      actions.push(...framesOf(new UdsTester(settings).send(END_SESSION, nowUs)));
    }
    this.seats.clear();
    return actions;
  }

  /** Everything is forgotten without a word: the way to the bus or to the orderer is gone. */
  drop(): void {
    this.job = null;
    this.seats.clear();
  }

  /** Other settings make another tester, which holds the same session. */
  private take(settings: TesterSettings): UdsTester {
    const { txId, rxId } = settings.physical;
    const key = `${txId}/${rxId}`;
    const tester = new UdsTester(settings);
    const held = this.seats.get(key)?.tester.client.keepAlive;
    if (held) {
      const { session, isFunctional, deadlineUs } = held;
      Object.assign(tester.client.keepAlive, { session, isFunctional, deadlineUs });
    }
    this.seats.set(key, { settings, tester });
    return tester;
  }

  private after(actions: JobAction[], settings: TesterSettings): JobAction[] {
    if (!actions.some(({ kind }) => kind === "end")) return actions;
    this.job = null;
    // An answer may still be under way; the next job must not take it for its own.
    this.take(settings);
    return actions;
  }
}

function framesOf(actions: readonly { kind: string; frame?: Frame }[]): JobAction[] {
  return actions.flatMap(({ kind, frame }) => (kind === "send" && frame ? [{ kind, frame }] : []));
}
