import { bytesNeeded } from "../../bytes/bits.ts";
import { MAX_EXTENDED_ID, MAX_STANDARD_ID } from "../../frame/frame.ts";
import { MAX_NAME_LENGTH, type Message, type Signal } from "../model.ts";
import { MAX_MESSAGE_LENGTH } from "./check.ts";

export type EditProblemCode =
  | "unknownMessage"
  | "unknownSignal"
  | "unknownNode"
  | "invalidName"
  | "nameTaken"
  | "idTaken"
  | "idOutOfRange"
  | "lengthOutOfRange"
  | "signalOutOfRange"
  | "signalOutsideMessage"
  | "floatLength"
  | "zeroFactor"
  | "limitsReversed"
  | "unknownSelector"
  | "selectorCycle"
  | "rangeReversed"
  | "signalIsSelector";

export interface EditProblem {
  readonly code: EditProblemCode;
  /** Where it is about one signal. */
  readonly signal?: string;
}

/** DBC: a C identifier. Longer than 32 characters needs a short symbol beside it. */
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
export const MAX_SYMBOL_LENGTH = 32;

export function nameProblem(name: string, symbol: string | null = null): EditProblem | null {
  const written = symbol ?? name;
  const isValid = NAME.test(written) && written.length <= MAX_SYMBOL_LENGTH && name.length <= MAX_NAME_LENGTH;
  return isValid && name !== "" ? null : { code: "invalidName" };
}

/**
 * Reasons against a message in a file with these others. Only the edited parts are checked: files in the wild break
 * many of these rules, and their comments must be editable all the same.
 */
export function messageProblem(
  message: Message,
  before: Message | null,
  others: readonly Message[],
): EditProblem | null {
  const touches = touched(message, before);
  const { id, isExtended, length } = message;
  if (touches("name", "symbol")) {
    const problem = nameProblem(message.name, message.symbol);
    if (problem !== null) return problem;
    if (others.some((other) => other.name === message.name)) return { code: "nameTaken" };
  }
  if (touches("id", "isExtended", "isDecodable")) {
    const maximum = isExtended ? MAX_EXTENDED_ID : MAX_STANDARD_ID;
    if (!Number.isInteger(id) || id < 0 || id > maximum || !message.isDecodable) return { code: "idOutOfRange" };
    if (others.some((other) => other.id === id && other.isExtended === isExtended)) return { code: "idTaken" };
  }
  if (!touches("length")) return null;
  if (!Number.isInteger(length) || length < 0 || length > MAX_MESSAGE_LENGTH) return { code: "lengthOutOfRange" };
  return before === null ? signalsProblem(message) : outsideProblem(message);
}

function touched<Item extends object>(item: Item, before: Item | null): (...fields: (keyof Item)[]) => boolean {
  return (...fields) => before === null || fields.some((field) => item[field] !== before[field]);
}

function signalsProblem(message: Message): EditProblem | null {
  for (const [index, signal] of message.signals.entries()) {
    const problem = signalProblem(message, signal, null, message.signals.toSpliced(index, 1));
    if (problem !== null) return problem;
  }
  return null;
}

function outsideProblem(message: Message): EditProblem | null {
  const outside = message.signals.find((signal) => bytesNeeded(signal) > message.length);
  return outside === undefined ? null : { code: "signalOutsideMessage", signal: outside.name };
}

/** Reasons against a signal in a message with these others; as above, only the edited parts. */
export function signalProblem(
  message: Message,
  signal: Signal,
  before: Signal | null,
  others: readonly Signal[],
): EditProblem | null {
  const code = signalProblemCode(message, signal, before, others);
  return code === null ? null : { code, signal: signal.name };
}

function signalProblemCode(
  message: Message,
  signal: Signal,
  before: Signal | null,
  others: readonly Signal[],
): EditProblemCode | null {
  const touches = touched(signal, before);
  if (touches("name", "symbol") && nameProblem(signal.name, signal.symbol) !== null) return "invalidName";
  if (touches("name") && others.some((other) => other.name === signal.name)) return "nameTaken";
  const layout = touches("startBit", "length", "byteOrder", "valueType") ? layoutProblem(message, signal) : null;
  const scale = touches("factor", "offset", "minimum", "maximum") ? scaleProblem(signal) : null;
  const selector = touches("multiplexed", "isMultiplexor") ? selectorProblem(signal, others) : null;
  return layout ?? scale ?? selector;
}

function layoutProblem(message: Message, signal: Signal): EditProblemCode | null {
  const { startBit, length, valueType } = signal;
  if (!Number.isInteger(startBit) || startBit < 0 || !Number.isInteger(length) || length < 1) return "signalOutOfRange";
  if (valueType === "float" && length !== 32) return "floatLength";
  if (valueType === "double" && length !== 64) return "floatLength";
  return bytesNeeded(signal) > message.length ? "signalOutsideMessage" : null;
}

function scaleProblem({ factor, offset, minimum, maximum }: Signal): EditProblemCode | null {
  if (factor === 0 || !Number.isFinite(factor) || !Number.isFinite(offset)) return "zeroFactor";
  // A DBC has no word for infinity.
  return minimum <= maximum && Number.isFinite(minimum) && Number.isFinite(maximum) ? null : "limitsReversed";
}

function selectorProblem(signal: Signal, others: readonly Signal[]): EditProblemCode | null {
  const hasDependents = others.some((other) => other.multiplexed?.selector === signal.name);
  if (hasDependents && !signal.isMultiplexor) return "signalIsSelector";
  if (signal.multiplexed === null) return null;
  const { selector, ranges } = signal.multiplexed;
  const isOrdered = ranges.every(({ from, to }) => Number.isSafeInteger(from) && from >= 0 && from <= to);
  if (ranges.length === 0 || !isOrdered) return "rangeReversed";
  const byName = new Map(others.map((other) => [other.name, other]));
  if (byName.get(selector)?.isMultiplexor !== true) return "unknownSelector";
  let above = byName.get(selector);
  for (let steps = 0; above !== undefined; steps++) {
    if (above.multiplexed?.selector === signal.name || steps > others.length) return "selectorCycle";
    above = byName.get(above.multiplexed?.selector ?? "");
  }
  return null;
}
