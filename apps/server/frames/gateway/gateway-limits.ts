import { MAX_KEEP_ALIVE_S, MAX_PACKET_BYTES, RECEIVE_MAXIMUM } from "@canopy/contract/device-link/limits";

/** DEV-12: the bounds of the gateway; tests make them smaller. */
export interface GatewayLimits {
  readonly packetBytes: number;
  /** Of a CONNECT: the other end is not known yet. */
  readonly connectBytes: number;
  /** From the first byte of TCP to a whole CONNECT. */
  readonly connectMs: number;
  readonly receiveMaximum: number;
  readonly keepAliveS: number;
  /** Bytes of all connections that wait for the store. Beyond it messages are not handled. */
  readonly inFlightBytes: number;
  /** Of a connection whose messages are not handled: read all the same, so that a PINGREQ among them is answered. */
  readonly lookAheadBytes: number;
  /** Of all such connections. */
  readonly lookAheadTotalBytes: number;
  /** Bytes that a slow terminal leaves unread before it is let go. */
  readonly unsentBytes: number;
  readonly connections: number;
  /** Of one source address: many terminals share one behind a carrier's NAT. */
  readonly connectionsPerSecond: number;
  readonly connectionBurst: number;
}

export const GATEWAY_LIMITS: GatewayLimits = {
  packetBytes: MAX_PACKET_BYTES,
  connectBytes: 8 * 1024,
  connectMs: 10_000,
  receiveMaximum: RECEIVE_MAXIMUM,
  keepAliveS: MAX_KEEP_ALIVE_S,
  inFlightBytes: 64 * 1024 * 1024,
  lookAheadBytes: 64 * 1024,
  lookAheadTotalBytes: 64 * 1024 * 1024,
  unsentBytes: 1024 * 1024,
  connections: 50_000,
  connectionsPerSecond: 200,
  connectionBurst: 2000,
};
