import { insertBits } from "../../bytes/bits.ts";
import { failure, type Result, success } from "../../bytes/result.ts";
import { checksum, isProtection, type Protection } from "../../frame/protect.ts";
import type { Dbc, Message, Signal } from "../model.ts";
import { attributeValue } from "../parse/attributes.ts";
import { type EncodeProblem, encodeMessage, type SignalInput } from "./encode.ts";

/** Signals of a message that its sender fills in by itself. */
export interface OwnSignals {
  readonly counter: Signal | null;
  readonly checksum: Signal | null;
  readonly protection: Protection;
}

const COUNTER = /alive|roll(ing)?_?c|counter$|_?cnt$|_?ctr$/i;
const CHECKSUM = /checksum|chksum|_?crc(_?\d*)?$|^cs$/i;
/** A round of a wider one is longer than a list that a terminal takes. */
const MAX_COUNTER_BITS = 6;
const MAX_CHECKSUM_BITS = 16;

/** By name, and by the attribute E2EProfile where the file has it. */
export function ownSignals(dbc: Dbc, message: Message): OwnSignals {
  const isPlain = (signal: Signal, bits: number) =>
    signal.multiplexed === null && !signal.isMultiplexor && signal.valueType === "integer" && signal.length <= bits;
  const find = (name: RegExp, bits: number) =>
    message.signals.find((signal) => name.test(signal.name) && isPlain(signal, bits) && signal.values.length < 2) ??
    null;
  const told = attributeValue(dbc, message, "E2EProfile");
  return {
    counter: find(COUNTER, MAX_COUNTER_BITS),
    checksum: find(CHECKSUM, MAX_CHECKSUM_BITS),
    protection: isProtection(told) ? told : "none",
  };
}

/** The payload of the n-th frame: counter and checksum are filled in behind the values. */
export function encodeSent(
  message: Message,
  values: Readonly<Record<string, SignalInput>>,
  own: OwnSignals,
  n: number,
): Result<Uint8Array<ArrayBuffer>, readonly EncodeProblem[]> {
  const { counter, checksum: sum, protection } = own;
  const encoded = encodeMessage(message, values);
  if (!encoded.ok) return failure(encoded.problem);
  const payload = encoded.value;
  if (counter) insertBits(payload, counter, n % 2 ** counter.length);
  if (sum && protection !== "none") {
    insertBits(payload, sum, 0);
    insertBits(payload, sum, checksum(protection, message.id, payload));
  }
  return success(payload);
}

/** After so many frames the counter begins anew. */
export function framesOfRound({ counter }: OwnSignals): number {
  return counter ? 2 ** counter.length : 1;
}
