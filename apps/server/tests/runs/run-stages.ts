import { sendingMs } from "@canopy/contract/device-link/sent-frame";
import type { RoutineContent } from "@canopy/contract/tests/routines";
import type { Stage, StageFailure } from "@canopy/contract/tests/runs";
import type { Verdict } from "@canopy/contract/tests/scripts";
import type { LinkOutcome, LinkRequest } from "../../devices/link/device-link.ts";
import type { ScriptOutcome } from "../scripts/run-test-script.ts";
import type { ScriptCheck, ScriptData } from "../scripts/script-api.ts";
import { verdictOf } from "../scripts/verdict.ts";
import { limitChecks } from "./limit-checks.ts";

export interface RunResult {
  readonly verdict: Verdict;
  readonly failure: StageFailure | null;
  readonly checks: readonly ScriptCheck[];
  readonly output: string;
  /** The window of the data, in milliseconds. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** What was stored of the signals of a routine. */
export interface CollectedData extends ScriptData {
  /** By `Message.Signal`. */
  readonly channels: Readonly<Record<string, number>>;
}

/** All that a run needs of the outside. */
export interface RunPorts {
  /** Rejects with the signal of the run. */
  ask(request: LinkRequest): Promise<LinkOutcome>;
  now(): number;
  /** Ends early with the signal of the run. */
  sleep(ms: number): Promise<void>;
  isOnline(): Promise<boolean>;
  /** The signals of the window that are stored by now. */
  read(fromMs: number, toMs: number): Promise<CollectedData>;
  /** Undefined: the script of the routine is gone. */
  runScript?: ((data: ScriptData) => Promise<ScriptOutcome>) | undefined;
  stage(stage: Stage): Promise<void>;
}

/** For the answer to a command that is sent at once. */
export const ANSWER_MS = 30_000;
/** Between looks at the device while data is collected. */
const LOOK_MS = 1000;
/** The last frames are on their way for so long. */
const ARRIVAL_MS = 3000;

/** Sends, collects, judges. Each stage ends the run with its own reason. */
export async function runStages(ports: RunPorts, routine: RoutineContent): Promise<RunResult> {
  await ports.stage("commandSending");
  const fromMs = ports.now();
  const ended = (verdict: Verdict, failure: StageFailure): RunResult => {
    return { verdict, failure, checks: [], output: "", fromMs, toMs: ports.now() };
  };
  const unsent = await sendAll(ports, routine);
  if (unsent !== undefined) return ended("error", unsent);
  // What is sent may take minutes: all of it is in the window, and the duration behind it.
  const untilMs = ports.now() + routine.duration_ms;
  await ports.stage("dataCollecting");
  if (!(await collect(ports, untilMs))) return ended("inconclusive", failureIn("dataCollecting", "wentOffline"));
  const data = await ports.read(fromMs, untilMs);
  const silent = silentChannel(data);
  if (silent !== undefined) {
    const values = { channel: silent, seconds: Math.round((untilMs - fromMs) / 1000) };
    return ended("inconclusive", failureIn("dataCollecting", "noData", values));
  }
  await ports.stage("dataAnalysing");
  const judged = await judge(ports, routine, data);
  await ports.stage("analysed");
  return { ...judged, fromMs, toMs: untilMs };
}

function failureIn(stage: Stage, code: StageFailure["code"], values: StageFailure["values"] = {}): StageFailure {
  return { stage, code, values };
}

async function sendAll(ports: RunPorts, routine: RoutineContent): Promise<StageFailure | undefined> {
  const { frames, repeat, period_ms, uds_steps } = routine;
  if (frames.length > 0) {
    const params = { frames, repeat, period_ms };
    const timeoutMs = ANSWER_MS + sendingMs(frames);
    const outcome = await ports.ask({ method: "frames.send", params, timeoutMs });
    const failed = unanswered(outcome) ?? unsentItem(outcome, frames.length);
    if (failed !== undefined) return failed;
  }
  for (const [at, step] of uds_steps.entries()) {
    const outcome = await ports.ask({ method: "uds.request", params: step, timeoutMs: ANSWER_MS });
    const failed = unanswered(outcome) ?? refusedStep(outcome, at + 1, uds_steps.length);
    if (failed !== undefined) return failed;
  }
  // A routine that sends nothing needs its device too.
  if (frames.length + uds_steps.length === 0 && !(await ports.isOnline()))
    return failureIn("commandSending", "offline");
  return undefined;
}

function unanswered(outcome: LinkOutcome): StageFailure | undefined {
  if (outcome.kind === "done") return undefined;
  if (outcome.kind === "failed") return failureIn("commandSending", "refused", { code: outcome.code });
  return failureIn("commandSending", outcome.kind);
}

/** The terminal tells for each frame whether it was on the bus. */
function unsentItem(outcome: LinkOutcome, count: number): StageFailure | undefined {
  const result = outcome.kind === "done" ? (outcome.result as { items?: readonly { ok: boolean }[] }) : {};
  const at = result.items?.findIndex(({ ok }) => !ok) ?? -1;
  return at < 0 ? undefined : failureIn("commandSending", "stoppedAfter", { item: at, count });
}

function refusedStep(outcome: LinkOutcome, step: number, count: number): StageFailure | undefined {
  const result = outcome.kind === "done" ? (outcome.result as { responses?: readonly { data: string }[] }) : {};
  const last = result.responses?.at(-1)?.data ?? "";
  const refusal = /^7f..(..)/i.exec(last)?.[1];
  return refusal === undefined ? undefined : failureIn("commandSending", "udsRefused", { step, count, refusal });
}

/** False: the device went away and was not back when the time had passed. */
async function collect(ports: RunPorts, untilMs: number): Promise<boolean> {
  let isHere = true;
  while (ports.now() < untilMs) {
    await ports.sleep(Math.min(LOOK_MS, untilMs - ports.now()));
    isHere = await ports.isOnline();
  }
  if (isHere) await ports.sleep(ARRIVAL_MS);
  return isHere;
}

/** A channel of which nothing at all arrived. A single signal without data is told by its check. */
function silentChannel({ signals, channels }: CollectedData): number | undefined {
  const heard = new Map<number, boolean>();
  for (const [name, { times }] of Object.entries(signals)) {
    const channel = channels[name] ?? 0;
    heard.set(channel, heard.get(channel) === true || times.length > 0);
  }
  return [...heard].find(([, isHeard]) => !isHeard)?.[0];
}

async function judge(
  ports: RunPorts,
  routine: RoutineContent,
  data: ScriptData,
): Promise<Pick<RunResult, "verdict" | "failure" | "checks" | "output">> {
  const limits = limitChecks(routine.limits, data);
  if (routine.script_id === null) return { verdict: verdictOf(limits), failure: null, checks: limits, output: "" };
  if (ports.runScript === undefined)
    return { verdict: "error", failure: failureIn("dataAnalysing", "scriptGone"), checks: limits, output: "" };
  const outcome = await ports.runScript(data);
  if (outcome.kind === "done") {
    const checks = [...limits, ...outcome.checks];
    return { verdict: verdictOf(checks), failure: null, checks, output: outcome.output };
  }
  const [message, line] =
    outcome.kind === "failed"
      ? [outcome.message, outcome.line]
      : [outcome.problems[0]?.what ?? "", outcome.problems[0]?.line ?? null];
  const failure = failureIn("dataAnalysing", "script", { message, line });
  return { verdict: "error", failure, checks: limits, output: outcome.kind === "failed" ? outcome.output : "" };
}
