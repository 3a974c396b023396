import type { Packet } from "mqtt-packet";
import type { Log } from "../../platform/log.ts";
import type { GatewayDevice, ReceiveMessage } from "../dialects/device-message.ts";
import type { Dialect, DialectSession, Outgoing } from "../dialects/dialect.ts";
import type { Ingest } from "../ingest/incoming-batch.ts";
import type { ConnectionRate } from "./connection-rate.ts";
import type { GatewayCounters } from "./gateway-counters.ts";
import type { GatewayLimits } from "./gateway-limits.ts";
import type { GatewayRequests } from "./gateway-requests.ts";
import type { InFlightBudget } from "./in-flight-budget.ts";
import type { ProtocolVersion } from "./mqtt-parse.ts";
import type { Reason } from "./mqtt-reasons.ts";
import type { OfflineReason, PresenceEvent } from "./presence.ts";
import type { LinkLimits, OtherLinks, TenantLinks } from "./tenant-links.ts";

/** DEV-03: identity of the terminal if its licence key fits. A rejection means that it cannot be checked now. */
export type AuthenticateDevice = (deviceId: string, key: string) => Promise<GatewayDevice | undefined>;

/** Callbacks into the domains. */
export interface GatewayCallbacks {
  readonly authenticate: AuthenticateDevice;
  readonly ingest: Ingest;
  readonly receive: ReceiveMessage;
  readonly onPresence: (event: PresenceEvent) => void;
  /** CAP-01: bounds of a tenant's terminals. Absent: none. */
  readonly limitsOfTenant?: (tenantId: string) => Promise<LinkLimits>;
  /** What other processes hold of them. Absent: there are none. */
  readonly otherLinks?: OtherLinks;
}

/** Shared by all connections. */
export interface GatewayParts extends GatewayCallbacks {
  readonly dialects: readonly Dialect[];
  readonly limits: GatewayLimits;
  /** Each connection begins with the PROXY protocol's header, which names its address. */
  readonly behindProxy: boolean;
  /** Bytes on their way to the store that takes the batches of a binding. */
  readonly budgetOf: (bindingNumber: number) => InFlightBudget;
  /** Bytes read of messages that wait for the budget or for a PUBACK. */
  readonly lookAhead: InFlightBudget;
  readonly requests: GatewayRequests;
  readonly rate: ConnectionRate;
  readonly links: TenantLinks;
  readonly counters: GatewayCounters;
  /** By device ID: one connection each. */
  readonly online: Map<string, OpenConnection>;
  readonly log: Log;
  readonly now: () => number;
}

export interface Will {
  readonly topic: string;
  readonly payload: Buffer;
}

export interface AcceptedConnect {
  readonly kind: "accepted";
  readonly version: ProtocolVersion;
  readonly device: GatewayDevice;
  readonly dialect: Dialect;
  readonly session: DialectSession;
  readonly keepAliveS: number;
  /** Of the terminal: packets to it are not larger [MQTT-3.1.2-24 of v5]. */
  readonly maxPacketBytes: number;
  readonly will: Will | undefined;
}

/** The view that packet handlers have of a connection. */
export interface OpenConnection {
  readonly parts: GatewayParts;
  /** The result of CONNECT. */
  readonly open: AcceptedConnect;
  readonly subscriptions: Set<string>;
  /** Identifiers of QoS 1 messages whose PUBACK waits for the store. */
  readonly unacknowledged: Set<number>;
  /** No further message is handled for this long. */
  hold(ms: number): Promise<void>;
  send(packet: Packet): void;
  answerPing(): void;
  acknowledge(messageId: number, reasonCode: Reason): void;
  /** Whether it went out: the terminal listens to the topic and takes packets of this size. */
  publish(outgoing: Outgoing): boolean;
  /** Says something that needs no answer. */
  notify(method: string, params: Record<string, unknown>): boolean;
  /** The terminal broke the protocol: MQTT 5 is told why, 3.1.1 has no word for it. */
  refuse(reason: Reason): void;
  close(reason: Reason, offline: OfflineReason): void;
  end(reason: OfflineReason): void;
}
