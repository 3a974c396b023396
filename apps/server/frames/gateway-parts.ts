import type { Log } from "../platform/log.ts";
import type { ConnectionRate } from "./connection-rate.ts";
import type { GatewayDevice, ReceiveMessage } from "./device-message.ts";
import type { Dialect } from "./dialect.ts";
import type { GatewayConnection } from "./gateway-connection.ts";
import type { GatewayCounters } from "./gateway-counters.ts";
import type { GatewayLimits } from "./gateway-limits.ts";
import type { GatewayRequests } from "./gateway-requests.ts";
import type { InFlightBudget } from "./in-flight-budget.ts";
import type { Ingest } from "./incoming-batch.ts";
import type { PresenceEvent } from "./presence.ts";

/** DEV-03: who the terminal is, where its licence key fits. A rejection means that it cannot be known now. */
export type AuthenticateDevice = (deviceId: string, key: string) => Promise<GatewayDevice | undefined>;

/** What the domain outside does for the gateway. */
export interface GatewayCallbacks {
  readonly authenticate: AuthenticateDevice;
  readonly ingest: Ingest;
  readonly receive: ReceiveMessage;
  readonly onPresence: (event: PresenceEvent) => void;
}

/** What all connections share. */
export interface GatewayParts extends GatewayCallbacks {
  readonly dialects: readonly Dialect[];
  readonly limits: GatewayLimits;
  readonly budget: InFlightBudget;
  /** What was read of messages that wait for the budget or for a PUBACK. */
  readonly lookAhead: InFlightBudget;
  readonly requests: GatewayRequests;
  readonly rate: ConnectionRate;
  readonly counters: GatewayCounters;
  /** By device ID: one connection each. */
  readonly online: Map<string, GatewayConnection>;
  readonly log: Log;
  readonly now: () => number;
}
