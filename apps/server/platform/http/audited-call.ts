import type { Endpoint } from "@canopy/contract/platform/endpoint";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Caller } from "./caller.ts";

/** Whom a call was about that has no caller: an account that somebody signs in to. */
export type Concerned = Pick<Caller, "tenantId" | "userName"> & { readonly userId: string | null };

/** One call that was answered, for the operation log (USR-07). */
export interface AuditedCall {
  endpoint: Endpoint;
  caller: Caller | null;
  concerned: Concerned | null;
  input: { params: unknown; query: unknown; body: unknown };
  /** What was answered, as declared; undefined after a refusal. */
  answer: unknown;
  /** What `namesBefore` gave. */
  names: Readonly<Record<string, string>>;
  status: number;
  errorCode: string | null;
  address: string;
  agent: string;
  requestId: string;
}

export function auditedCall(request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint): AuditedCall {
  return {
    endpoint,
    caller: request.caller,
    concerned: request.concerned,
    input: request.checkedInput ?? { params: {}, query: {}, body: {} },
    answer: request.answer,
    names: request.names ?? {},
    status: reply.statusCode,
    errorCode: request.errorCode,
    address: request.ip,
    agent: agentOf(request),
    requestId: request.id,
  };
}

/** As a caller sends it, so only so long. */
export function agentOf(request: FastifyRequest): string {
  return (request.headers["user-agent"] ?? "").slice(0, 256);
}

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller | null;
    concerned: Concerned | null;
    checkedInput: AuditedCall["input"] | null;
    answer: unknown;
    names: AuditedCall["names"] | null;
    errorCode: string | null;
  }
}
