import { PayloadReader } from "./payload.ts";

export type DecodeProblem = "wrongService" | "tooShort" | "tooLong" | "badField";

export type Decoded<T> = { ok: true; value: T } | { ok: false; problem: DecodeProblem };

/** A positive response carries the request's service identifier plus this (ISO 14229-1, 7.4). */
export const POSITIVE_OFFSET = 0x40;
/** Bit 7 of a sub-function: suppressPosRspMsgIndicationBit (ISO 14229-1, 8.2.2). */
export const SUPPRESS_BIT = 0x80;

/** One diagnostic service: both messages in both directions, bytes only. */
export interface UdsService<Request, Response> {
  readonly sid: number;
  /** As ISO 14229-1 spells it. */
  readonly name: string;
  readonly hasSubFunction: boolean;
  /** Bytes after the SID that the positive response repeats; they tie it to the request. */
  readonly echoSize: number;
  /** Negative response codes of the service's own table; those of every service are not repeated. */
  readonly negativeResponses: readonly number[];
  encodeRequest(request: Request): Uint8Array;
  decodeRequest(bytes: Uint8Array): Decoded<Request>;
  encodeResponse(response: Response): Uint8Array;
  decodeResponse(bytes: Uint8Array): Decoded<Response>;
}

/** Requests with a sub-function may ask for no positive response. */
export interface Suppressible {
  suppressPositive?: boolean;
}

export function subFunctionByte(subFunction: number, request: Suppressible): number {
  return (subFunction & 0x7f) | (request.suppressPositive ? SUPPRESS_BIT : 0);
}

/** Checks the SID, reads the fields, and demands that they fill the message exactly. */
export function decodeFields<T>(
  bytes: Uint8Array,
  sid: number,
  read: (reader: PayloadReader) => T | "badField",
): Decoded<T> {
  if (bytes.length === 0) return { ok: false, problem: "tooShort" };
  if (bytes[0] !== sid) return { ok: false, problem: "wrongService" };
  const reader = new PayloadReader(bytes, 1);
  const value = read(reader);
  const problem = reader.problem();
  if (problem) return { ok: false, problem };
  return value === "badField" ? { ok: false, problem: "badField" } : { ok: true, value };
}

/** Reads a sub-function and its suppress bit. */
export function readSubFunction(reader: PayloadReader): { subFunction: number; suppressPositive: boolean } {
  const byte = reader.u8();
  return { subFunction: byte & 0x7f, suppressPositive: (byte & SUPPRESS_BIT) !== 0 };
}
