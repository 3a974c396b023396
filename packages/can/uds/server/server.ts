import {
  encodeNegativeResponse,
  isSilentWhenFunctional,
  NRC_BUSY_REPEAT_REQUEST,
  NRC_INCORRECT_LENGTH,
  NRC_RESPONSE_PENDING,
  NRC_SECURITY_ACCESS_DENIED,
  NRC_SERVICE_NOT_SUPPORTED,
  NRC_SERVICE_NOT_SUPPORTED_IN_SESSION,
  NRC_SUB_FUNCTION_NOT_SUPPORTED,
} from "../negative-response.ts";
import { SUPPRESS_BIT } from "../service.ts";
import { SESSION_DEFAULT } from "../services/diagnostic-session-control.ts";
import type { BoundHandler, HandlerContext, RawReply } from "./handler.ts";
import { enterSession, initialServerState, resetState, type UdsServerState } from "./state.ts";

export interface UdsServerOptions {
  p2Us?: number;
  p2StarUs?: number;
  /** S3server: a non-default session without requests ends after this. */
  s3Us?: number;
}

export interface UdsServer {
  readonly state: UdsServerState;
  /** When `tick` must be called at the latest. */
  readonly deadlineUs: number;
  /** A request arrived; returns the messages to send. */
  receive(request: Uint8Array, nowUs: number, options?: { functional?: boolean }): Uint8Array[];
  tick(nowUs: number): Uint8Array[];
  /** The supply was cut and is back: long work is lost, nothing is answered. */
  losePower(): void;
}

interface Job {
  request: Uint8Array;
  functional: boolean;
  readyUs: number;
  pendingUs: number;
  isPendingSent: boolean;
  reply: (context: HandlerContext) => RawReply;
}

/** Response pending goes out when this share of the allowed time is spent: early enough to arrive in it. */
const PENDING_SHARE = 0.7;

/** An ECU's diagnostic server: bytes in, bytes out, with session, security and timing state. */
export function createUdsServer(handlers: readonly BoundHandler[], options: UdsServerOptions = {}): UdsServer {
  const p2Us = options.p2Us ?? 50_000;
  const p2StarUs = options.p2StarUs ?? 5_000_000;
  const s3Us = options.s3Us ?? 5_000_000;
  const bySid = new Map(handlers.map((handler) => [handler.sid, handler]));
  const state = initialServerState();
  let job: Job | null = null;
  let s3DeadlineUs = Number.POSITIVE_INFINITY;

  function restartS3(nowUs: number): void {
    s3DeadlineUs = state.session === SESSION_DEFAULT ? Number.POSITIVE_INFINITY : nowUs + s3Us;
  }

  function run(request: Uint8Array, context: HandlerContext): RawReply {
    const sid = request[0] ?? 0;
    const handler = bySid.get(sid);
    if (!handler) return { kind: "negative", code: NRC_SERVICE_NOT_SUPPORTED };
    const refusal = refusalOf(handler, request, state);
    return refusal === null ? handler.run(request, context) : { kind: "negative", code: refusal };
  }

  function answer(from: Pick<Job, "request" | "functional" | "isPendingSent">, reply: RawReply, nowUs: number) {
    if (reply.kind === "later") {
      const pendingUs = nowUs + (from.isPendingSent ? p2StarUs : p2Us) * PENDING_SHARE;
      job = { ...from, readyUs: nowUs + reply.afterUs, pendingUs, reply: reply.reply };
      s3DeadlineUs = Number.POSITIVE_INFINITY;
      return [];
    }
    restartS3(nowUs);
    const sid = from.request[0] ?? 0;
    if (reply.kind === "negative") {
      // ISO 14229-1, 7.5.3.3; once response pending was sent, the final answer must come.
      const isSilent = from.functional && !from.isPendingSent && isSilentWhenFunctional(reply.code);
      return isSilent ? [] : [encodeNegativeResponse({ sid, code: reply.code })];
    }
    const isSuppressed = bySid.get(sid)?.hasSubFunction && ((from.request[1] ?? 0) & SUPPRESS_BIT) !== 0;
    return isSuppressed && !from.isPendingSent ? [] : [reply.bytes];
  }

  function tick(nowUs: number): Uint8Array[] {
    if (nowUs >= s3DeadlineUs) {
      s3DeadlineUs = Number.POSITIVE_INFINITY;
      enterSession(state, SESSION_DEFAULT);
    }
    const current = job;
    if (!current) return [];
    if (nowUs >= current.readyUs) {
      job = null;
      return answer(current, current.reply({ state, nowUs, functional: current.functional }), nowUs);
    }
    if (nowUs < current.pendingUs) return [];
    current.isPendingSent = true;
    current.pendingUs = nowUs + p2StarUs * PENDING_SHARE;
    return [encodeNegativeResponse({ sid: current.request[0] ?? 0, code: NRC_RESPONSE_PENDING })];
  }

  function receive(request: Uint8Array, nowUs: number, { functional = false } = {}): Uint8Array[] {
    const earlier = tick(nowUs);
    if (request.length === 0) return earlier;
    if (job) {
      // A keep-alive during long work is welcome and needs no answer; anything else has to come again.
      if (request[0] === 0x3e) return earlier;
      return [...earlier, encodeNegativeResponse({ sid: request[0] ?? 0, code: NRC_BUSY_REPEAT_REQUEST })];
    }
    const from = { request: request.slice(), functional, isPendingSent: false };
    return [...earlier, ...answer(from, run(request, { state, nowUs, functional }), nowUs)];
  }

  return {
    state,
    receive,
    tick,
    losePower() {
      job = null;
      s3DeadlineUs = Number.POSITIVE_INFINITY;
      resetState(state);
    },
    get deadlineUs() {
      return job ? Math.min(job.readyUs, job.pendingUs) : s3DeadlineUs;
    },
  };
}

/** The order of the checks is the standard's (ISO 14229-1, figures 5 and 6). */
function refusalOf(handler: BoundHandler, request: Uint8Array, state: UdsServerState): number | null {
  if (handler.sessions && !handler.sessions.includes(state.session)) return NRC_SERVICE_NOT_SUPPORTED_IN_SESSION;
  if (handler.secured && state.unlockedLevel === 0) return NRC_SECURITY_ACCESS_DENIED;
  if (!handler.hasSubFunction) return null;
  const subFunction = request[1];
  if (subFunction === undefined) return NRC_INCORRECT_LENGTH;
  const isOffered = handler.subFunctions === null || handler.subFunctions.includes(subFunction & ~SUPPRESS_BIT);
  return isOffered ? null : NRC_SUB_FUNCTION_NOT_SUPPORTED;
}
