import { ENABLE_RX_AND_TX } from "../services/communication-control.ts";
import { SESSION_DEFAULT } from "../services/diagnostic-session-control.ts";

/** A download in progress. */
export interface Transfer {
  address: number;
  left: number;
  /** Counter of the next block. */
  counter: number;
  isFirst: boolean;
}

/** State of an ECU between requests. */
export interface UdsServerState {
  session: number;
  /** Unlocked security level, the odd access type; 0 is locked. */
  unlockedLevel: number;
  /** Level whose seed is out, and the seed. */
  seed: { level: number; bytes: Uint8Array } | null;
  failedKeys: number;
  /** Service 27 refuses until then. */
  lockedUntilUs: number;
  /** Control type of service 28. */
  communication: number;
  dtcSettingOn: boolean;
  transfer: Transfer | null;
  resets: number;
}

export function initialServerState(): UdsServerState {
  return {
    session: SESSION_DEFAULT,
    unlockedLevel: 0,
    seed: null,
    failedKeys: 0,
    lockedUntilUs: 0,
    communication: ENABLE_RX_AND_TX,
    dtcSettingOn: true,
    transfer: null,
    resets: 0,
  };
}

/** ISO 14229-1, 10.2.1: every session change locks security; the default session also undoes 28, 85 and transfers. */
export function enterSession(state: UdsServerState, session: number): void {
  state.session = session;
  state.unlockedLevel = 0;
  state.seed = null;
  state.transfer = null;
  if (session !== SESSION_DEFAULT) return;
  state.communication = ENABLE_RX_AND_TX;
  state.dtcSettingOn = true;
}

/** The failed keys survive: a reset must not be a way around the attempt counter. */
export function resetState(state: UdsServerState): void {
  const { failedKeys, lockedUntilUs, resets } = state;
  Object.assign(state, initialServerState(), { failedKeys, lockedUntilUs, resets: resets + 1 });
}
