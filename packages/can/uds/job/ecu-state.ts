import { SESSION_DEFAULT } from "../services/diagnostic-session-control.ts";

export interface KnownEcuState {
  session: number;
  /** The odd access type; 0: locked. */
  unlocked: number;
}

export const INITIAL_ECU_STATE: KnownEcuState = { session: SESSION_DEFAULT, unlocked: 0 };

/** The state of an ECU behind a positive answer: 10 changes the session and locks, 11 ends both, 27 unlocks. */
export function stateAfter(state: KnownEcuState, answer: Uint8Array): KnownEcuState {
  const [sid, second = 0] = answer;
  if (sid === 0x50) return { session: second, unlocked: 0 };
  if (sid === 0x51) return INITIAL_ECU_STATE;
  if (sid === 0x67 && second % 2 === 0) return { ...state, unlocked: second - 1 };
  return state;
}
