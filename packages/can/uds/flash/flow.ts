/**
 * The part of a flash that an ECU's maker may order differently: everything from the first request to the checks behind
 * the download. What follows is the way out, and the same in every flow: reset, restore, read back.
 */
export const FLOW_STEP_KINDS = [
  "extendedSession",
  "preconditionRoutine",
  "dtcSettingOff",
  "communicationOff",
  "programmingSession",
  "unlock",
  "fingerprint",
  "erase",
  "download",
  "checkMemory",
  "checkDependencies",
  /** A request of the maker's own, as bytes. */
  "request",
] as const;
export type FlowStepKind = (typeof FLOW_STEP_KINDS)[number];

export interface FlowStep {
  kind: FlowStepKind;
  /** Of `request`; empty for the others. */
  bytes: Uint8Array;
  functional: boolean;
  /** How long the step may take in all, answers of response pending included; null: the plan's own limit. */
  timeoutUs: number | null;
  /** How often it is asked again after silence, or a refusal that time may remove (21, 22, 37). */
  repeat: number;
  /** goOn: a refusal is written down and the flow continues. */
  onRefusal: "stop" | "goOn";
}

const NOTHING: Uint8Array = new Uint8Array(0);

export function flowStep(kind: FlowStepKind, more: Partial<FlowStep> = {}): FlowStep {
  return { kind, bytes: NOTHING, functional: false, timeoutUs: null, repeat: 0, onRefusal: "stop", ...more };
}

export const STANDARD_FLOW: readonly FlowStep[] = FLOW_STEP_KINDS.filter((kind) => kind !== "request").map((kind) =>
  flowStep(kind),
);

export const MAX_FLOW_STEPS = 40;
export const MAX_STEP_REPEATS = 10;

/** A refusal of these leaves the ECU as it was. */
const MAY_GO_ON: ReadonlySet<FlowStepKind> = new Set([
  "preconditionRoutine",
  "dtcSettingOff",
  "communicationOff",
  "fingerprint",
  "request",
]);

/** Services whose effect the machine must know: they have steps of their own. */
const OWN_STEP: ReadonlySet<number> = new Set([0x10, 0x11, 0x27, 0x28, 0x34, 0x35, 0x36, 0x37, 0x38, 0x3e, 0x85]);

export const FLOW_PROBLEMS = [
  "tooManySteps",
  "twice",
  "missing",
  "order",
  "noCheck",
  "mayNotGoOn",
  "requestEmpty",
  "requestOwnStep",
] as const;
export type FlowProblem = (typeof FLOW_PROBLEMS)[number];

/** Each must come before the next, where both are there. */
const ORDERS: readonly (readonly FlowStepKind[])[] = [
  ["extendedSession", "programmingSession", "unlock", "erase", "download", "checkMemory", "checkDependencies"],
  ["extendedSession", "dtcSettingOff", "erase"],
  ["extendedSession", "communicationOff", "erase"],
  ["unlock", "fingerprint", "download"],
];

/** Null: it can be run. `at`: the step that the problem is told of, where it is of one step. */
export function flowProblem(flow: readonly FlowStep[]): { problem: FlowProblem; at: number | null } | null {
  if (flow.length > MAX_FLOW_STEPS) return { problem: "tooManySteps", at: null };
  for (const [at, step] of flow.entries()) {
    const problem = stepProblem(step, flow.slice(0, at));
    if (problem) return { problem, at };
  }
  const has = (kind: FlowStepKind) => flow.some((step) => step.kind === kind);
  if (!has("programmingSession") || !has("erase") || !has("download")) return { problem: "missing", at: null };
  // Without a check by the ECU nothing but its version would tell a good image from a bad one.
  return has("checkMemory") || has("checkDependencies") ? null : { problem: "noCheck", at: null };
}

function stepProblem(step: FlowStep, before: readonly FlowStep[]): FlowProblem | null {
  const { kind, bytes, onRefusal } = step;
  if (onRefusal === "goOn" && !MAY_GO_ON.has(kind)) return "mayNotGoOn";
  if (kind === "request") {
    if (bytes.length === 0) return "requestEmpty";
    return OWN_STEP.has(bytes[0] ?? 0) || isErase(bytes) ? "requestOwnStep" : null;
  }
  if (before.some((other) => other.kind === kind)) return "twice";
  const isLate = ORDERS.some((order) => {
    const place = order.indexOf(kind);
    return place >= 0 && before.some((other) => order.indexOf(other.kind) > place);
  });
  return isLate ? "order" : null;
}

const isErase = (bytes: Uint8Array) => bytes[0] === 0x31 && bytes[2] === 0xff && bytes[3] === 0x00;
