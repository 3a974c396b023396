import { payload, uint } from "../payload.ts";
import { decodeFields, readSubFunction, type Suppressible, subFunctionByte, type UdsService } from "../service.ts";

export const SESSION_DEFAULT = 0x01;
export const SESSION_PROGRAMMING = 0x02;
export const SESSION_EXTENDED = 0x03;
export const SESSION_SAFETY_SYSTEM = 0x04;

export interface SessionRequest extends Suppressible {
  session: number;
}

export interface SessionTiming {
  /** P2server_max. */
  p2Ms: number;
  /** P2*server_max, sent in units of 10 ms. */
  p2StarMs: number;
}

export interface SessionResponse {
  session: number;
  /** Null from servers of the ISO 15765-3 era, which answer without timing. */
  timing: SessionTiming | null;
}

export const diagnosticSessionControl: UdsService<SessionRequest, SessionResponse> = {
  sid: 0x10,
  name: "DiagnosticSessionControl",
  hasSubFunction: true,
  echoSize: 1,
  negativeResponses: [0x12, 0x13, 0x22],
  encodeRequest: (request) => payload(0x10, subFunctionByte(request.session, request)),
  decodeRequest: (bytes) =>
    decodeFields(bytes, 0x10, (reader) => {
      const { subFunction, suppressPositive } = readSubFunction(reader);
      return { session: subFunction, suppressPositive };
    }),
  encodeResponse: ({ session, timing }) =>
    timing
      ? payload(0x50, session, uint(timing.p2Ms, 2), uint(Math.round(timing.p2StarMs / 10), 2))
      : payload(0x50, session),
  decodeResponse: (bytes) =>
    decodeFields(bytes, 0x50, (reader) => {
      const session = reader.u8();
      if (reader.left === 0) return { session, timing: null };
      return { session, timing: { p2Ms: reader.u16(), p2StarMs: reader.u16() * 10 } };
    }),
};
