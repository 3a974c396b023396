import type { Frame } from "../../frame/frame.ts";
import type { IsoTpProblem } from "../../isotp/problem.ts";
import type { UdsOutcome } from "../client.ts";
import { matchResponse, suppressesPositive } from "../match-response.ts";
import { NRC_RESPONSE_PENDING } from "../negative-response.ts";
import { isUnlockedSeed, securityAccess } from "../services/security-access.ts";
import type { TesterAction, TesterSettings, UdsTester } from "../tester.ts";
import { FunctionalListener, type Heard, type OtherAnswer } from "./functional-listener.ts";
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
    ? Omit<E, "timeUs" | "step" | "frames" | "from">
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
  private readonly settings: TesterSettings;
  /** Of a functional request: the other ECUs, what they said, and how the tester's own one ended. */
  private others: FunctionalListener | null = null;
  private answers = 0;
  private held: UdsOutcome | null = null;

  constructor(tester: UdsTester, settings: TesterSettings, order: JobOrder, nowUs: number) {
    this.tester = tester;
    this.settings = settings;
    this.order = order;
    this.endUs = nowUs + order.executionUs;
  }

  isOf(tester: UdsTester): boolean {
    return this.tester === tester;
  }

  /** When `tick` must be called at the latest. */
  get deadlineUs(): number {
    const others = this.others?.deadlineUs ?? Number.POSITIVE_INFINITY;
    return Math.min(this.tester.deadlineUs, others, this.hasEnded ? Number.POSITIVE_INFINITY : this.endUs);
  }

  begin(nowUs: number): JobAction[] {
    return this.next(nowUs);
  }

  receive(frame: Frame, nowUs: number): JobAction[] {
    const actions = this.tester.receive(frame, nowUs);
    this.frames.push({ timeUs: nowUs, id: frame.id, isSent: false, data: frame.data.slice() });
    return this.follow(actions, nowUs);
  }

  /** An answer of another ECU to the functional request under way. */
  hears(frame: Frame): boolean {
    return this.others?.hears(frame) === true;
  }

  receiveOther(frame: Frame, nowUs: number): JobAction[] {
    this.frames.push({ timeUs: nowUs, id: frame.id, isSent: false, data: frame.data.slice() });
    return this.heard(this.others?.receive(frame, nowUs), nowUs);
  }

  tick(nowUs: number): JobAction[] {
    if (!this.hasEnded && nowUs >= this.endUs) return this.end("executionTime");
    return [
      ...this.follow(this.tester.tick(nowUs), nowUs),
      ...this.heard(this.others?.tick(nowUs), nowUs),
      ...this.closeRound(nowUs),
    ];
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
    const wantsAnswers = functional && !suppressesPositive(bytes);
    this.others = wantsAnswers ? new FunctionalListener(this.settings, nowUs) : null;
    this.answers = 0;
    this.held = null;
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

  private heard(heard: Heard | undefined, nowUs: number): JobAction[] {
    if (!heard || this.hasEnded) return [];
    const frames = heard.frames.map((frame): JobAction => {
      this.frames.push({ timeUs: nowUs, id: frame.id, isSent: true, data: frame.data.slice() });
      return { kind: "send", frame };
    });
    return [...frames, ...heard.answers.flatMap((answer) => this.otherAnswer(answer, nowUs))];
  }

  private otherAnswer({ from, bytes }: OtherAnswer, nowUs: number): JobAction[] {
    const match = matchResponse(this.request, bytes);
    const isPending = match.kind === "negative" && match.code === NRC_RESPONSE_PENDING;
    if (isPending) {
      this.others?.extend(nowUs);
      return [this.told({ kind: "pending", count: 1 }, nowUs, from)];
    }
    this.answers += 1;
    if (match.kind === "negative")
      return [this.told({ kind: "negative", sid: this.request[0] ?? 0, code: match.code }, nowUs, from)];
    return [this.told({ kind: match.kind === "positive" ? "positive" : "stray", bytes }, nowUs, from)];
  }

  /** Nobody can answer a functional request any more: it counts as answered when anybody did. */
  private closeRound(nowUs: number): JobAction[] {
    const { others, held } = this;
    if (!others?.isOver(nowUs) || held === null || this.hasEnded) return [];
    this.others = null;
    const isAnswered = held.kind === "positive" || this.answers > 0;
    if (isAnswered || this.order.goesOn) return this.advance(nowUs);
    return this.end("stopped");
  }

  private settle(outcome: UdsOutcome, nowUs: number): JobAction[] {
    if (this.others) return this.settleRound(outcome, nowUs);
    const told = this.told(this.eventOf(outcome), nowUs);
    if (outcome.kind !== "positive") {
      if (!this.order.goesOn) return [told, ...this.end("stopped")];
      return [told, ...this.advance(nowUs)];
    }
    const step = this.order.steps[this.step];
    const isSeed = step?.kind === "unlock" && this.request.length === 2;
    return [told, ...(isSeed ? this.answerSeed(step, outcome.bytes, nowUs) : this.advance(nowUs))];
  }

  /** The tester's own ECU has ended; silence of it alone is no fault while others answer. */
  private settleRound(outcome: UdsOutcome, nowUs: number): JobAction[] {
    this.held = outcome;
    const isSilence = outcome.kind === "timeout" && outcome.cause === "p2" && this.answers > 0;
    const from = outcome.kind === "positive" || outcome.kind === "negative" ? this.settings.physical.rxId : undefined;
    const told = isSilence ? [] : [this.told(this.eventOf(outcome), nowUs, from)];
    return [...told, ...this.closeRound(nowUs)];
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

  private told(body: EventBody, nowUs: number, from?: number): JobAction {
    const frames = this.frames;
    this.frames = [];
    const of = from === undefined ? {} : { from };
    return { kind: "event", event: { ...body, timeUs: nowUs, step: this.step, frames, ...of } };
  }

  private end(end: JobEnd): JobAction[] {
    if (this.hasEnded) return [];
    this.hasEnded = true;
    return [{ kind: "end", end }];
  }
}
