import mqtt, { type MqttClient } from "mqtt";
import type { Delivery } from "./uplink.ts";

export interface MqttAddress {
  url: string;
  clientId: string;
  username: string;
  password: string;
  subscriptions: readonly string[];
  version: 4 | 5;
  will?: { topic: string; payload: Uint8Array };
}

export interface ConnectionEvents {
  open(): void;
  /** `error`: the error of the server or the network, if any. */
  closed(error: Error | undefined): void;
  message(topic: string, payload: Uint8Array): void;
}

const KEEP_ALIVE_S = 30;
const CONNECT_TIMEOUT_MS = 10_000;
const QUOTA_EXCEEDED = 0x97;

/** One MQTT connection from its CONNECT to its end. A new try is a new one: nothing of the old is kept. */
export class MqttConnection {
  private readonly client: MqttClient;
  private isOver = false;

  constructor(address: MqttAddress, events: ConnectionEvents) {
    let error: Error | undefined;
    const { will } = address;
    this.client = mqtt.connect(address.url, {
      clientId: address.clientId,
      username: address.username,
      password: address.password,
      protocolVersion: address.version,
      clean: true,
      keepalive: KEEP_ALIVE_S,
      connectTimeout: CONNECT_TIMEOUT_MS,
      // The outbox resends, with its own order and its own rule of storage.
      reconnectPeriod: 0,
      queueQoSZero: false,
      resubscribe: false,
      // The server's certificate may be its own (design §10).
      rejectUnauthorized: false,
      ...(will ? { will: { topic: will.topic, payload: Buffer.from(will.payload), qos: 1, retain: false } } : {}),
    });
    this.client.on("error", (found) => {
      error = found;
    });
    this.client.on("message", (topic, payload) => {
      if (!this.isOver) events.message(topic, payload);
    });
    this.client.on("connect", () => {
      // Subscribed before anything is published, so that no notice about a batch is missed (2.2).
      this.client.subscribe([...address.subscriptions], { qos: 0 }, (failed) => {
        if (failed) this.abort();
        else if (!this.isOver) events.open();
      });
    });
    this.client.on("close", () => {
      if (this.isOver) return;
      this.isOver = true;
      this.client.end(true);
      events.closed(error);
    });
  }

  publish(topic: string, payload: Uint8Array | string, settled: (delivery: Delivery) => void): void {
    const body =
      typeof payload === "string" ? payload : Buffer.from(payload.buffer, payload.byteOffset, payload.length);
    this.client.publish(topic, body, { qos: 1 }, (error) => {
      settled(this.isOver ? "lost" : deliveryOf(error));
    });
  }

  /** As when the network goes away: the peer hears nothing. */
  abort(): void {
    this.client.stream.destroy();
  }

  async end(): Promise<void> {
    this.isOver = true;
    const closed = new Promise<void>((resolve) => this.client.once("close", () => resolve()));
    // Without a connection there is no DISCONNECT to wait for; one that breaks meanwhile would wait for its PUBACKs.
    await Promise.race([this.client.endAsync(!this.client.connected).catch(() => undefined), closed]);
    this.client.end(true);
  }
}

/** MQTT 5: a PUBACK may carry a reason. Quota exceeded: hold it. Others would be no better a second time. */
function deliveryOf(error: Error | undefined): Delivery {
  if (!error) return "done";
  if (!("code" in error) || typeof error.code !== "number") return "lost";
  return error.code === QUOTA_EXCEEDED ? "refused" : "done";
}
