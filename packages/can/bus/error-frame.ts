/** The fault states of a CAN controller (ISO 11898-1), and the warning limit before the second. The worst last. */
export const BUS_STATES = ["active", "warning", "passive", "bus_off"] as const;
export type BusState = (typeof BUS_STATES)[number];

/** The state of the reporting controller in an error frame. */
export interface BusErrors {
  readonly state: BusState;
  /** Receive and transmit error counters. */
  readonly rec: number;
  readonly tec: number;
}

/** docs/device-protocol.md 2.3: state, kind, zero, receive and transmit error counter. */
export const ERROR_FRAME_BYTES = 5;
const WARNING_LIMIT = 96;
const PASSIVE_LIMIT = 128;
const BUS_OFF_LIMIT = 256;
const SAID = { 226: "warning", 227: "passive", 228: "bus_off" } as const satisfies Record<number, BusState>;
const FIRST_SAID = 0xe1;
const LAST_SAID = 0xe6;
const MAX_BYTES = 8;

export function worseState(a: BusState, b: BusState): BusState {
  return BUS_STATES.indexOf(a) < BUS_STATES.indexOf(b) ? b : a;
}

export function stateOfCounters(rec: number, tec: number): BusState {
  if (tec >= BUS_OFF_LIMIT) return "bus_off";
  const most = Math.max(rec, tec);
  if (most >= PASSIVE_LIMIT) return "passive";
  return most >= WARNING_LIMIT ? "warning" : "active";
}

/** Undefined for error frames of another make, such as SocketCAN's, whose bytes mean something else. */
export function readErrorFrame(data: Uint8Array): BusErrors | undefined {
  const said = data[0] ?? 0;
  const isKnown = said >= FIRST_SAID && said <= LAST_SAID;
  if (data.length < ERROR_FRAME_BYTES || data.length > MAX_BYTES) return undefined;
  if (!isKnown && (said !== 0 || data.length !== ERROR_FRAME_BYTES)) return undefined;
  const [rec = 0, tec = 0] = [data[3], data[4]];
  const counted = stateOfCounters(rec, tec);
  const named = said in SAID ? SAID[said as keyof typeof SAID] : counted;
  return { state: worseState(named, counted), rec, tec };
}

/** As a terminal writes it; the kind is the bits of docs/device-protocol.md 2.3. */
export function writeErrorFrame({ state, rec, tec }: BusErrors, kind: number): Uint8Array {
  const said = { active: FIRST_SAID, warning: 0xe2, passive: 0xe3, bus_off: 0xe4 }[state];
  return Uint8Array.of(said, kind, 0, Math.min(255, rec), Math.min(255, tec));
}
