import {
  NRC_EXCEEDED_ATTEMPTS,
  NRC_INVALID_KEY,
  NRC_REQUEST_SEQUENCE_ERROR,
  NRC_SUB_FUNCTION_NOT_SUPPORTED,
  NRC_TIME_DELAY_NOT_EXPIRED,
} from "../negative-response.ts";
import { isSeedRequest, type SecurityResponse, securityAccess } from "../services/security-access.ts";
import { type BoundHandler, type HandlerContext, negative, positive, type Reply, serve } from "./handler.ts";

export interface SecurityOptions {
  /** Odd access types offered. */
  levels: readonly number[];
  sessions?: readonly number[];
  /** Chance is the caller's: a seed must not repeat. */
  seed: (level: number) => Uint8Array;
  isKey: (level: number, seed: Uint8Array, key: Uint8Array) => boolean;
  maxAttempts?: number;
  delayUs?: number;
}

/** Service 27 with attempt counter and delay (ISO 14229-1, 10.4). */
export function securityHandler(options: SecurityOptions): BoundHandler {
  const maxAttempts = options.maxAttempts ?? 3;
  const delayUs = options.delayUs ?? 10_000_000;

  function giveSeed(level: number, { state, nowUs }: HandlerContext): Reply<SecurityResponse> {
    if (nowUs < state.lockedUntilUs) return negative(NRC_TIME_DELAY_NOT_EXPIRED);
    const bytes = options.seed(level);
    if (state.unlockedLevel === level) {
      return positive({ accessType: level, seed: new Uint8Array(bytes.length) });
    }
    state.seed = { level, bytes };
    return positive({ accessType: level, seed: bytes });
  }

  function takeKey(level: number, key: Uint8Array, { state, nowUs }: HandlerContext): Reply<SecurityResponse> {
    const { seed } = state;
    state.seed = null;
    if (!seed || seed.level !== level) return negative(NRC_REQUEST_SEQUENCE_ERROR);
    if (options.isKey(level, seed.bytes, key)) {
      state.unlockedLevel = level;
      state.failedKeys = 0;
      return positive({ accessType: level + 1, seed: new Uint8Array(0) });
    }
    if (++state.failedKeys < maxAttempts) return negative(NRC_INVALID_KEY);
    state.failedKeys = 0;
    state.lockedUntilUs = nowUs + delayUs;
    return negative(NRC_EXCEEDED_ATTEMPTS);
  }

  return serve(securityAccess, {
    ...(options.sessions ? { sessions: options.sessions } : {}),
    handle({ accessType, data }, context) {
      const level = isSeedRequest(accessType) ? accessType : accessType - 1;
      if (!options.levels.includes(level)) return negative(NRC_SUB_FUNCTION_NOT_SUPPORTED);
      return isSeedRequest(accessType) ? giveSeed(level, context) : takeKey(level, data, context);
    },
  });
}
