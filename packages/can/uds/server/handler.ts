import { NRC_INCORRECT_LENGTH, NRC_REQUEST_OUT_OF_RANGE } from "../negative-response.ts";
import type { UdsService } from "../service.ts";
import type { UdsServerState } from "./state.ts";

export interface HandlerContext {
  state: UdsServerState;
  nowUs: number;
  functional: boolean;
}

export type Reply<Response> =
  | { kind: "positive"; response: Response }
  | { kind: "negative"; code: number }
  /** The work takes a while: the server answers response pending until then. */
  | { kind: "later"; afterUs: number; reply: (context: HandlerContext) => Reply<Response> };

export interface UdsHandler<Request, Response> {
  /** Sessions that offer the service; absent: all. */
  sessions?: readonly number[];
  /** Needs an unlocked ECU. */
  secured?: boolean;
  /** Sub-functions offered; absent: the handler decides. */
  subFunctions?: readonly number[];
  handle(request: Request, context: HandlerContext): Reply<Response>;
}

/** A reply as bytes. */
export type RawReply =
  | { kind: "positive"; bytes: Uint8Array }
  | { kind: "negative"; code: number }
  | { kind: "later"; afterUs: number; reply: (context: HandlerContext) => RawReply };

export interface BoundHandler {
  sid: number;
  hasSubFunction: boolean;
  sessions: readonly number[] | null;
  secured: boolean;
  subFunctions: readonly number[] | null;
  run(request: Uint8Array, context: HandlerContext): RawReply;
}

/** Ties a handler to its service: bytes are decoded before it and encoded after it. */
export function serve<Request, Response>(
  service: UdsService<Request, Response>,
  handler: UdsHandler<Request, Response>,
): BoundHandler {
  const raw = (reply: Reply<Response>): RawReply => {
    if (reply.kind === "positive") return { kind: "positive", bytes: service.encodeResponse(reply.response) };
    if (reply.kind === "negative") return reply;
    return { kind: "later", afterUs: reply.afterUs, reply: (context) => raw(reply.reply(context)) };
  };
  return {
    sid: service.sid,
    hasSubFunction: service.hasSubFunction,
    sessions: handler.sessions ?? null,
    secured: handler.secured ?? false,
    subFunctions: handler.subFunctions ?? null,
    run(request, context) {
      const decoded = service.decodeRequest(request);
      if (decoded.ok) return raw(handler.handle(decoded.value, context));
      return {
        kind: "negative",
        code: decoded.problem === "badField" ? NRC_REQUEST_OUT_OF_RANGE : NRC_INCORRECT_LENGTH,
      };
    },
  };
}

export function positive<Response>(response: Response): Reply<Response> {
  return { kind: "positive", response };
}

export function negative(code: number): { kind: "negative"; code: number } {
  return { kind: "negative", code };
}
