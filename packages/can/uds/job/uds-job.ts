import type { Frame } from "../../frame/frame.ts";
import type { IsoTpProblem } from "../../isotp/problem.ts";
import type { UdsOutcome } from "../client.ts";
import { isUnlockedSeed, securityAccess } from "../services/security-access.ts";
import type { TesterAction, UdsTester } from "../tester.ts";
import type { JobAction, JobEnd, JobEvent, JobFault, TracedFrame } from "./job-event.ts";

export type JobStep =
  | { kind: "request"; bytes: Uint8Array; functional: boolean }
  /** Service 27: asks for the seed of an odd level and answers with its key; null: no key for this seed. */
  | { kind: "unlock"; level: number; keyOf: (seed: Uint8Array) => Uint8Array | null };

export interface JobOrder {
  steps: readonly JobStep[];
  /** Go on behind a refusal or a fault; else the job stops there. */
  goesOn: boolean;
  /** Of the whole job. */
  executionUs: number;
}

type EventBody = JobEvent extends infer E
  ? E extends JobEvent
    ? Omit<E, "timeUs" | "step" | "frames">
    : never
  : never;

/** A list of requests to one ECU, one after the other: a pure machine on a tester that outlives it. */
export class UdsJob {
  private readonly tester: UdsTester;
  private readonly order: JobOrder;
  private readonly endUs: number;
  private step = 0;
  private request: Uint8Array = new Uint8Array(0);
  private frames: TracedFrame[] = [];
  private broken: IsoTpProblem | null = null;
  private hasEnded = false;

  constructor(tester: UdsTester, order: JobOrder, nowUs: number) {
    this.tester = tester;
    this.order = order;
    this.endUs = nowUs + order.executionUs;
  }

  isOf(tester: UdsTester): boolean {
    return this.tester === tester;
  }

  /** When `tick` must be called at the latest. */
  get deadlineUs(): number {
    return Math.min(this.tester.deadlineUs, this.hasEnded ? Number.POSITIVE_INFINITY : this.endUs);
  }

  begin(nowUs: number): JobAction[] {
    return this.next(nowUs);
  }

  receive(frame: Frame, nowUs: number): JobAction[] {
    const actions = this.tester.receive(frame, nowUs);
    this.frames.push({ timeUs: nowUs, id: frame.id, isSent: false, data: frame.data.slice() });
    return this.follow(actions, nowUs);
  }

  tick(nowUs: number): JobAction[] {
    if (!this.hasEnded && nowUs >= this.endUs) return this.end("executionTime");
    return this.follow(this.tester.tick(nowUs), nowUs);
  }

  /** The tester may still wait for an answer: it has to be replaced before the next job. */
  cancel(): JobAction[] {
    return this.end("cancelled");
  }

  private next(nowUs: number): JobAction[] {
    const step = this.order.steps[this.step];
    if (!step) return this.end("done");
    if (step.kind === "unlock") return this.send(Uint8Array.of(0x27, step.level), false, nowUs);
    return this.send(step.bytes, step.functional, nowUs);
  }

  private send(bytes: Uint8Array, functional: boolean, nowUs: number): JobAction[] {
    this.request = bytes;
    this.broken = null;
    // Sent before the event is made, so that the event has the request's first frame.
    const sent = this.tester.send(bytes, nowUs, { functional });
    const isFrame = (action: TesterAction) => action.kind === "send";
    const out = this.follow(sent.filter(isFrame), nowUs);
    const told = this.told({ kind: "request", bytes, functional }, nowUs);
    return [
      ...out,
      told,
      ...this.follow(
        sent.filter((action) => !isFrame(action)),
        nowUs,
      ),
    ];
  }

  private follow(actions: readonly TesterAction[], nowUs: number): JobAction[] {
    return actions.flatMap((action) => this.followOne(action, nowUs));
  }

  private followOne(action: TesterAction, nowUs: number): JobAction[] {
    switch (action.kind) {
      case "send":
        this.frames.push({ timeUs: nowUs, id: action.frame.id, isSent: true, data: action.frame.data.slice() });
        return [action];
      case "broken":
        this.broken = action.problem;
        return [];
      case "pending":
        return this.hasEnded ? [] : [this.told({ kind: "pending", count: action.count }, nowUs)];
      case "stray":
        return this.hasEnded ? [] : [this.told({ kind: "stray", bytes: action.bytes }, nowUs)];
      case "outcome":
        return this.hasEnded ? [] : this.settle(action.outcome, nowUs);
    }
  }

  private settle(outcome: UdsOutcome, nowUs: number): JobAction[] {
    const told = this.told(this.eventOf(outcome), nowUs);
    if (outcome.kind !== "positive") {
      if (!this.order.goesOn) return [told, ...this.end("stopped")];
      return [told, ...this.advance(nowUs)];
    }
    const step = this.order.steps[this.step];
    const isSeed = step?.kind === "unlock" && this.request.length === 2;
    return [told, ...(isSeed ? this.answerSeed(step, outcome.bytes, nowUs) : this.advance(nowUs))];
  }

  private advance(nowUs: number): JobAction[] {
    this.step++;
    return this.next(nowUs);
  }

  private answerSeed(step: Extract<JobStep, { kind: "unlock" }>, bytes: Uint8Array, nowUs: number): JobAction[] {
    const answer = securityAccess.decodeResponse(bytes);
    const seed = answer.ok ? answer.value.seed : new Uint8Array(0);
    if (isUnlockedSeed(seed)) return this.advance(nowUs);
    const key = step.keyOf(seed);
    if (key !== null) return this.send(Uint8Array.of(0x27, step.level + 1, ...key), false, nowUs);
    const told = this.told({ kind: "fault", fault: "noKey", bytes: seed }, nowUs);
    return [told, ...(this.order.goesOn ? this.advance(nowUs) : this.end("stopped"))];
  }

  private eventOf(outcome: UdsOutcome): EventBody {
    switch (outcome.kind) {
      case "positive":
        return outcome.bytes.length === 0 ? { kind: "silent" } : { kind: "positive", bytes: outcome.bytes };
      case "negative":
        return { kind: "negative", sid: outcome.sid, code: outcome.code };
      case "invalid":
      case "unexpected":
        return { kind: "fault", fault: outcome.kind, bytes: outcome.bytes };
      case "timeout":
        return { kind: "fault", fault: this.faultOf(outcome.cause), bytes: new Uint8Array(0) };
    }
  }

  private faultOf(cause: Extract<UdsOutcome, { kind: "timeout" }>["cause"]): JobFault {
    return cause === "transport" ? (this.broken ?? "N_ERROR") : cause;
  }

  private told(body: EventBody, nowUs: number): JobAction {
    const frames = this.frames;
    this.frames = [];
    return { kind: "event", event: { ...body, timeUs: nowUs, step: this.step, frames } };
  }

  private end(end: JobEnd): JobAction[] {
    if (this.hasEnded) return [];
    this.hasEnded = true;
    return [{ kind: "end", end }];
  }
}
