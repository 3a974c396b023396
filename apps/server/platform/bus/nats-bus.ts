import { hasWsProtocol, type NatsConnection, RequestError, TimeoutError, wsconnect } from "@nats-io/nats-core";
import { connect } from "@nats-io/transport-node";
import { StartFault } from "../engines/start-fault.ts";
import type { Log } from "../log.ts";
import type { Bus, BusAnswer } from "./bus.ts";

const CONNECT_MS = 10_000;
const RECONNECT_MS = 1000;
/** A server that answers no ping for three times as long is given up: it may be half-open. */
const PING_MS = 2_000;
const CLOSE_MS = 2000;

/** The bus of several processes, on one NATS server or a cluster of them (`NATS_URL`). */
export async function natsBus(url: string, log: Log): Promise<Bus> {
  const connection = await open(url);
  let isUp = true;
  void watch(connection, log, (up) => {
    isUp = up;
  });
  return {
    get isUp() {
      return isUp;
    },
    publish(subject, payload) {
      // The client would queue unsent messages without bound, and send them when they are outdated.
      if (isUp && !connection.isClosed()) connection.publish(subject, payload);
    },
    subscribe(subject, listener) {
      const subscription = connection.subscribe(subject, {
        callback: (error, message) => {
          if (error) log.warn({ err: error, subject }, "a subscription of the bus failed");
          else guarded(log, message.subject, () => listener(message.data, message.subject));
        },
      });
      return () => subscription.unsubscribe();
    },
    request: (subject, payload, timeoutMs) => ask(connection, subject, payload, timeoutMs),
    serve(subject, handler) {
      const subscription = connection.subscribe(subject, {
        callback: (error, message) => {
          if (error) return;
          handler(message.data).then(
            (answer) => message.respond(answer),
            (failure: unknown) => log.warn({ err: failure, subject }, "a request of the bus failed"),
          );
        },
      });
      // Requests that were sent to it before the end are answered: whoever asks would wait for the whole time otherwise. On a
      // connection that is closed there are none.
      return () => void subscription.drain().catch(() => undefined);
    },
    ready: () => connection.flush(),
    async close() {
      // A server that is away must not hold up the stop.
      const timer = setTimeout(() => void connection.close(), CLOSE_MS);
      await connection.drain().catch(() => connection.close());
      clearTimeout(timer);
    },
  };
}

/** Any of the servers will do for the beginning; the others of their cluster are learned from it. */
async function open(urls: string): Promise<NatsConnection> {
  const addresses = urls.split(",");
  const { protocol, username, password } = new URL(addresses[0] ?? urls);
  const hosts = addresses.map((address) => new URL(address).host);
  const options = {
    servers:
      protocol === "tls:"
        ? hosts.map((host) => `nats://${host}`)
        : addresses.map((address) => address.replace(/\/\/[^@/]*@/, "//")),
    name: "canopy",
    timeout: CONNECT_MS,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_MS,
    pingInterval: PING_MS,
    ...(protocol === "tls:" && { tls: {} }),
    // nats://token@host and nats://user:password@host
    ...(username && !password && { token: decodeURIComponent(username) }),
    ...(password && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
  };
  try {
    return await (hasWsProtocol(options) ? wsconnect(options) : connect(options));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartFault(`NATS at ${hosts.join(", ")} cannot be reached (${reason}): check NATS_URL, or leave it out.`);
  }
}

async function watch(connection: NatsConnection, log: Log, onChange: (isUp: boolean) => void): Promise<void> {
  for await (const status of connection.status()) {
    if (status.type === "disconnect" || status.type === "reconnect") {
      onChange(status.type === "reconnect");
      log.warn({ bus: status.type }, "the connection to NATS changed");
    } else if (status.type === "error" || status.type === "slowConsumer") {
      log.warn({ bus: status }, "NATS has trouble");
    }
  }
}

async function ask(
  connection: NatsConnection,
  subject: string,
  payload: Uint8Array,
  timeoutMs: number,
): Promise<BusAnswer> {
  try {
    const answer = await connection.request(subject, payload, { timeout: timeoutMs });
    return { kind: "answered", payload: answer.data };
  } catch (error) {
    if (error instanceof RequestError && error.isNoResponders()) return { kind: "nobody" };
    if (error instanceof TimeoutError) return { kind: "timeout" };
    // Closed or broken meanwhile: unreachable for now.
    return { kind: "timeout" };
  }
}

function guarded(log: Log, subject: string, task: () => void): void {
  try {
    task();
  } catch (error) {
    log.error({ err: error, subject }, "a listener of the bus failed");
  }
}
