import { insertBits } from "../../bytes/bits.ts";
import { failure, type Result, success } from "../../bytes/result.ts";
import { MAX_MESSAGE_LENGTH } from "../edit/check.ts";
import type { Message, Raw, Signal } from "../model.ts";
import { startValue } from "../parse/attributes.ts";
import { isSelected } from "./decode.ts";
import { layoutOf, type MessageLayout, type SignalLayout } from "./layout.ts";
import { bitsOf } from "./raw-bits.ts";
import { compact } from "./read-raw.ts";

/** A physical value, or a text of the signal's value table. */
export type SignalInput = number | bigint | string;

export type EncodeProblemCode =
  | "unknownSignal"
  | "unknownText"
  | "notANumber"
  | "belowMinimum"
  | "aboveMaximum"
  | "doesNotFit"
  | "inactiveBranch"
  | "outsideMessage"
  | "lengthOutOfRange";

export interface EncodeProblem {
  readonly code: EncodeProblemCode;
  readonly signal: string;
}

export interface EncodeOptions {
  /** Bits of no active signal are taken from here; else they are 0. */
  readonly base?: Uint8Array;
  /** Only the bits limit a value, not minimum and maximum. */
  readonly ignoreLimits?: boolean;
}

/** The payload of a message. An active signal without a value gets its start value (GenSigStartValue), else 0. */
export function encodeMessage(
  message: Message,
  values: Readonly<Record<string, SignalInput>>,
  options: EncodeOptions = {},
): Result<Uint8Array<ArrayBuffer>, readonly EncodeProblem[]> {
  if (!Number.isInteger(message.length) || message.length < 0 || message.length > MAX_MESSAGE_LENGTH) {
    return failure([{ code: "lengthOutOfRange", signal: "" }]);
  }
  const { layout, names } = planOf(message);
  const problems = unknownSignals(names, values);
  const payload = new Uint8Array(message.length);
  payload.set((options.base ?? payload).subarray(0, message.length));
  const raws = new Array<Raw | undefined>(layout.signals.length);
  for (const i of layout.order) {
    const signal = message.signals[i] as Signal;
    const raw = rawInput(layout.signals[i] as SignalLayout, signal, raws, message, values, options);
    if (typeof raw === "string") problems.push({ code: raw, signal: signal.name });
    else if (raw !== null) {
      raws[i] = raw;
      insertBits(payload, signal, bitsOf(signal, raw));
    }
  }
  return problems.length === 0 ? success(payload) : failure(problems);
}

interface EncodePlan {
  readonly layout: MessageLayout;
  readonly names: ReadonlySet<string>;
}

/** A sender encodes one message thousands of times a second. */
const plans = new WeakMap<Message, EncodePlan>();

function planOf(message: Message): EncodePlan {
  const known = plans.get(message);
  if (known) return known;
  const plan = { layout: layoutOf(message), names: new Set(message.signals.map(({ name }) => name)) };
  plans.set(message, plan);
  return plan;
}

function unknownSignals(names: ReadonlySet<string>, values: Readonly<Record<string, SignalInput>>): EncodeProblem[] {
  const unknown = Object.keys(values).filter((name) => !names.has(name));
  return unknown.map((signal) => ({ code: "unknownSignal", signal }));
}

/** The raw value to write, null for nothing, or the code of the problem. */
function rawInput(
  layout: SignalLayout,
  signal: Signal,
  raws: readonly (Raw | undefined)[],
  message: Message,
  values: Readonly<Record<string, SignalInput>>,
  options: EncodeOptions,
): Raw | EncodeProblemCode | null {
  const input = Object.hasOwn(values, signal.name) ? values[signal.name] : undefined;
  const isActive = layout.selector === null || isSelected(layout.ranges, raws[layout.selector]);
  if (!isActive) return input === undefined ? null : "inactiveBranch";
  if (layout.minimumLength > message.length) return input === undefined ? null : "outsideMessage";
  if (input === undefined) return checkedRaw(signal, startValue(signal));
  if (typeof input === "string") return signal.values.find((value) => value.text === input)?.raw ?? "unknownText";
  return encodeSignal(signal, input, options);
}

/** The raw value that stands for a physical one, to the nearest step. */
export function encodeSignal(
  signal: Signal,
  physical: number | bigint,
  options: EncodeOptions = {},
): Raw | EncodeProblemCode {
  const hasLimits = (signal.minimum !== 0 || signal.maximum !== 0) && !options.ignoreLimits;
  if (hasLimits && physical < signal.minimum) return "belowMinimum";
  if (hasLimits && physical > signal.maximum) return "aboveMaximum";
  return checkedRaw(signal, unscale(signal, physical));
}

function unscale(signal: Signal, physical: number | bigint): Raw {
  const { factor, offset } = signal;
  if (signal.valueType !== "integer") return (Number(physical) - offset) / factor;
  if (typeof physical === "number") {
    const raw = factor === 1 && offset === 0 ? physical : (physical - offset) / factor;
    return Math.round(raw);
  }
  if (!Number.isSafeInteger(factor) || !Number.isSafeInteger(offset) || factor === 0) {
    return Math.round((Number(physical) - offset) / factor);
  }
  return (physical - BigInt(offset)) / BigInt(factor);
}

function checkedRaw(signal: Signal, raw: Raw): Raw | EncodeProblemCode {
  if (signal.valueType !== "integer") return raw;
  if (typeof raw === "number" && !Number.isFinite(raw)) return "notANumber";
  if (typeof raw === "number" && Number.isSafeInteger(raw) && signal.length <= 32)
    // Never -0.
    return raw >= leastOf(signal) && raw <= mostOf(signal) ? raw + 0 : "doesNotFit";
  const exact = BigInt(raw);
  const bits = signal.isSigned ? BigInt.asIntN(signal.length, exact) : BigInt.asUintN(signal.length, exact);
  return bits === exact ? compact(exact) : "doesNotFit";
}

const leastOf = ({ isSigned, length }: Signal) => (isSigned ? -(2 ** (length - 1)) : 0);
const mostOf = ({ isSigned, length }: Signal) => 2 ** (isSigned ? length - 1 : length) - 1;
