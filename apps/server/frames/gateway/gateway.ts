import type { Log } from "../../platform/log.ts";
import type { TlsIdentity } from "../../platform/tls/self-signed.ts";
import type { GatewayDevice } from "../dialects/device-message.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { ConnectionRate } from "./connection-rate.ts";
import { type GatewayCounters, newCounters } from "./gateway-counters.ts";
import { GATEWAY_LIMITS, type GatewayLimits } from "./gateway-limits.ts";
import type { GatewayCallbacks, GatewayParts, OpenConnection } from "./gateway-parts.ts";
import { GatewayRequests, type PendingOptions, type RequestOutcome } from "./gateway-requests.ts";
import { type GatewayServer, listenGateway } from "./gateway-server.ts";
import { InFlightBudget } from "./in-flight-budget.ts";
import { REASON } from "./mqtt-reasons.ts";
import { NO_LIMITS, TenantLinks } from "./tenant-links.ts";

export interface GatewayOptions extends GatewayCallbacks {
  readonly host: string;
  /** 0: any free one. Absent: TLS alone. */
  readonly mqttPort: number | undefined;
  /** PEM. Absent: no TLS port. */
  readonly tls?: { readonly port: number; readonly cert: string; readonly key: string } | undefined;
  readonly behindProxy?: boolean;
  readonly dialects: readonly Dialect[];
  readonly limits?: Partial<GatewayLimits>;
  /** Which of several stores takes the batches of a binding: one that is away holds up its own devices alone. */
  readonly storeOf?: (bindingNumber: number) => number;
  readonly log: Log;
  readonly now: () => number;
}

export interface GatewayRequest extends PendingOptions {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export interface Gateway {
  readonly mqttPort: number | undefined;
  readonly mqttsPort: number | undefined;
  readonly counters: Readonly<GatewayCounters>;
  isOnline(deviceId: string): boolean;
  onlineDevices(): string[];
  /** What the terminals of this process have proved. */
  identities(): GatewayDevice[];
  /** Asks a terminal; settles at the latest after `timeoutMs`, never rejects (DEV-06). */
  request(deviceId: string, request: GatewayRequest): Promise<RequestOutcome>;
  /** Tells a terminal, without an answer; whether it could be told. */
  notify(deviceId: string, method: string, params: Record<string, unknown>): boolean;
  /** Its key was changed, it was moved or deleted, or it connected to another process. */
  disconnect(deviceId: string, why: "revoked" | "takenOver"): void;
  /** The certificate was renewed. */
  useTls(identity: TlsIdentity): void;
  stop(): Promise<void>;
}

/** Listens for terminals: MQTT 3.1.1 and 5, plain and over TLS. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const parts = createParts(options);
  const { host, mqttPort, tls } = options;
  const plain =
    mqttPort === undefined
      ? undefined
      : await listenGateway({ host, port: mqttPort, variable: "CANOPY_MQTT_PORT" }, parts);
  const secure = tls && (await listenSecure({ host, ...tls }, parts, plain));
  const { online, counters } = parts;
  return {
    mqttPort: plain?.port,
    mqttsPort: secure?.port,
    counters,
    isOnline: (deviceId) => online.has(deviceId),
    onlineDevices: () => [...online.keys()],
    identities: () => [...online.values()].map(({ open }) => open.device),
    request: (deviceId, request) => ask(online.get(deviceId), request, parts),
    notify: (deviceId, method, params) => online.get(deviceId)?.notify(method, params) ?? false,
    disconnect(deviceId, why) {
      const reason = why === "revoked" ? REASON.administrativeAction : REASON.sessionTakenOver;
      online.get(deviceId)?.close(reason, why);
    },
    useTls: (identity) => secure?.useTls(identity),
    async stop() {
      for (const connection of [...online.values()]) connection.close(REASON.serverShuttingDown, "serverStopping");
      await Promise.all([plain?.close(), secure?.close()]);
    },
  };
}

async function listenSecure(
  { host, port, cert, key }: { host: string; port: number; cert: string; key: string },
  parts: GatewayParts,
  plain: GatewayServer | undefined,
): Promise<GatewayServer> {
  try {
    return await listenGateway({ host, port, variable: "CANOPY_MQTTS_PORT", tls: { cert, key } }, parts);
  } catch (error) {
    await plain?.close();
    throw error;
  }
}

function createParts(options: GatewayOptions): GatewayParts {
  const limits = { ...GATEWAY_LIMITS, ...options.limits };
  return {
    ...options,
    behindProxy: options.behindProxy ?? false,
    limits,
    budgetOf: budgets(limits.inFlightBytes, options.storeOf),
    lookAhead: new InFlightBudget(limits.lookAheadTotalBytes),
    requests: new GatewayRequests(options.now()),
    links: new TenantLinks(options.limitsOfTenant ?? (async () => NO_LIMITS), options.now, options.otherLinks),
    rate: new ConnectionRate(limits.connectionsPerSecond, limits.connectionBurst),
    counters: newCounters(),
    online: new Map(),
  };
}

function budgets(maxBytes: number, storeOf: GatewayOptions["storeOf"]): GatewayParts["budgetOf"] {
  const only = new InFlightBudget(maxBytes);
  if (storeOf === undefined) return () => only;
  const byStore = new Map<number, InFlightBudget>();
  return (bindingNumber) => {
    const store = storeOf(bindingNumber);
    const budget = byStore.get(store) ?? new InFlightBudget(maxBytes);
    byStore.set(store, budget);
    return budget;
  };
}

async function ask(
  connection: OpenConnection | undefined,
  { method, params, ...pending }: GatewayRequest,
  { requests, now }: GatewayParts,
): Promise<RequestOutcome> {
  const id = requests.nextId();
  const outgoing = connection?.open.session.write({ id, method, params, deadlineMs: now() + pending.timeoutMs });
  if (connection === undefined) return { kind: "offline" };
  if (outgoing === undefined) return { kind: "failed", code: "unknownMethod", message: "" };
  const answered = requests.wait(id, connection, pending);
  // No subscriber, or the connection broke just now.
  if (!connection.publish(outgoing)) requests.cancel(id);
  return answered;
}
