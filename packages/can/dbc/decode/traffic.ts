import { type BitField, byteSpan, extractBits } from "../../bytes/bits.ts";
import { MessageIndex } from "../find.ts";
import type { Dbc, Message, Signal } from "../model.ts";
import { cycleTimeMs } from "../parse/attributes.ts";
import { MessageDecoder } from "./decode.ts";

/** Observations of one identifier on a bus. */
export interface ObservedId {
  readonly id: number;
  readonly isExtended: boolean;
  readonly frames: number;
  readonly firstUs: number;
  readonly lastUs: number;
  /** Every length that its frames had. */
  readonly lengths: readonly number[];
  /** Some payloads that followed each other, in order. */
  readonly payloads: readonly Uint8Array[];
}

interface MessageName {
  readonly id: number;
  readonly isExtended: boolean;
  readonly name: string;
}

export interface TrafficCheck {
  readonly frames: number;
  readonly matchedFrames: number;
  readonly matchedIds: number;
  /** Those with most frames first. */
  readonly unknown: readonly Pick<ObservedId, "id" | "isExtended" | "frames">[];
  readonly lengths: readonly (MessageName & { readonly expected: number; readonly found: readonly number[] })[];
  readonly outside: readonly (MessageName & {
    readonly signal: string;
    readonly minimum: number;
    readonly maximum: number;
    readonly lowest: number;
    readonly highest: number;
    readonly count: number;
    readonly of: number;
  })[];
  /** The signal jumps as declared and runs smoothly in the other byte order. */
  readonly byteOrders: readonly (MessageName & { readonly signal: string; readonly declared: BitField["byteOrder"] })[];
  /** Cyclic messages that never came, or came much more seldom than the file says. */
  readonly cycles: readonly (MessageName & { readonly expectedMs: number; readonly foundMs: number | null })[];
  /** Messages of the file that came. */
  readonly seenMessages: number;
  readonly messages: number;
}

/** A bus may be late; twice its cycle is another cycle. */
const LATE = 2;
/** Factor of smoothness above which the other byte order is suggested. */
const SMOOTHER = 8;
const FEWEST_SAMPLES = 16;

/** Compares a DBC with a bus: explained messages and contradictions. */
export function checkTraffic(dbc: Dbc, observed: readonly ObservedId[]): TrafficCheck {
  const index = new MessageIndex(dbc);
  const known = observed.flatMap((one) => {
    const message = dbc.messages[index.find(one.id, one.isExtended)];
    return message ? [{ ...one, message }] : [];
  });
  const matched = new Set(known.map(({ id, isExtended }) => `${id}/${isExtended}`));
  const unknown = observed.filter(({ id, isExtended }) => !matched.has(`${id}/${isExtended}`));
  const sum = (list: readonly { frames: number }[]) => list.reduce((total, { frames }) => total + frames, 0);
  return {
    frames: sum(observed),
    matchedFrames: sum(known),
    matchedIds: known.length,
    unknown: unknown
      .map(({ id, isExtended, frames }) => ({ id, isExtended, frames }))
      .sort((a, b) => b.frames - a.frames),
    lengths: known.flatMap(({ message, lengths, id, isExtended }) => {
      const found = lengths.filter((length) => length !== message.length);
      return found.length === 0 ? [] : [{ id, isExtended, name: message.name, expected: message.length, found }];
    }),
    outside: known.flatMap(({ message, payloads }) => outsideOf(message, payloads)),
    byteOrders: known.flatMap(({ message, payloads }) => doubtfulOrders(message, payloads)),
    cycles: dbc.messages.flatMap((message) => lateCycle(dbc, message, known)),
    seenMessages: new Set(known.map(({ message }) => message)).size,
    messages: dbc.messages.filter(({ isDecodable }) => isDecodable).length,
  };
}

function outsideOf(message: Message, payloads: readonly Uint8Array[]): TrafficCheck["outside"][number][] {
  const decoder = new MessageDecoder(message);
  const seen = new Map<Signal, { lowest: number; highest: number; count: number; of: number }>();
  for (const payload of payloads) {
    for (const { signal, value } of decoder.decode(payload)) {
      if (signal.minimum === 0 && signal.maximum === 0) continue;
      const number = Number(value);
      const so = seen.get(signal) ?? { lowest: number, highest: number, count: 0, of: 0 };
      so.lowest = Math.min(so.lowest, number);
      so.highest = Math.max(so.highest, number);
      so.of += 1;
      if (isOutside(number, signal)) so.count += 1;
      seen.set(signal, so);
    }
  }
  const { id, isExtended, name } = message;
  return [...seen].flatMap(([signal, so]) => {
    const { minimum, maximum } = signal;
    return so.count === 0 ? [] : [{ id, isExtended, name, signal: signal.name, minimum, maximum, ...so }];
  });
}

/** Limits are written with few digits: half a step beyond one is still inside. */
function isOutside(value: number, { minimum, maximum, factor }: Signal): boolean {
  const slack = Math.abs(factor) / 2;
  return !(value >= minimum - slack && value <= maximum + slack);
}

function doubtfulOrders(message: Message, payloads: readonly Uint8Array[]): TrafficCheck["byteOrders"][number][] {
  const { id, isExtended, name } = message;
  return message.signals.flatMap((signal) => {
    const other = otherOrder(signal);
    // Only plain whole-byte numbers of this message; a multiplexed one is not in every payload.
    if (!other || signal.multiplexed || signal.valueType !== "integer") return [];
    const fitting = payloads.filter(({ length }) => length >= byteSpan(signal).first + byteSpan(signal).count);
    if (fitting.length < FEWEST_SAMPLES) return [];
    const declared = roughness(fitting, signal);
    const swapped = roughness(fitting, other);
    if (declared === 0 || swapped * SMOOTHER > declared) return [];
    return [{ id, isExtended, name, signal: signal.name, declared: signal.byteOrder }];
  });
}

/** The same bytes read the other way round; undefined where that makes no sense. */
function otherOrder(signal: Signal): (BitField & Pick<Signal, "isSigned">) | undefined {
  const { first, count, shift } = byteSpan(signal);
  if (count < 2 || shift !== 0 || signal.length !== count * 8) return undefined;
  const byteOrder = signal.byteOrder === "intel" ? "motorola" : "intel";
  return {
    startBit: first * 8 + (byteOrder === "intel" ? 0 : 7),
    length: signal.length,
    byteOrder,
    isSigned: signal.isSigned,
  };
}

/** The mean step from one payload to the next, against the whole range. */
function roughness(payloads: readonly Uint8Array[], field: BitField & Pick<Signal, "isSigned">): number {
  let before: number | undefined;
  let steps = 0;
  for (const payload of payloads) {
    const bits = extractBits(payload, field);
    const value = Number(field.isSigned ? BigInt.asIntN(field.length, bits) : bits);
    if (before !== undefined) steps += Math.abs(value - before);
    before = value;
  }
  return steps / (payloads.length - 1) / 2 ** field.length;
}

function lateCycle(
  dbc: Dbc,
  message: Message,
  known: readonly (ObservedId & { readonly message: Message })[],
): TrafficCheck["cycles"][number][] {
  const expectedMs = cycleTimeMs(dbc, message);
  if (expectedMs === null || !message.isDecodable) return [];
  const { id, isExtended, name } = message;
  const seen = known.filter((one) => one.message === message);
  if (seen.length === 0) return [{ id, isExtended, name, expectedMs, foundMs: null }];
  return seen.flatMap(({ frames, firstUs, lastUs }) => {
    if (frames < 3) return [];
    const foundMs = (lastUs - firstUs) / 1000 / (frames - 1);
    return foundMs > expectedMs * LATE ? [{ id, isExtended, name, expectedMs, foundMs }] : [];
  });
}
