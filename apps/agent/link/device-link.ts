import { setTimeout as sleep } from "node:timers/promises";
import { RECEIVE_MAXIMUM } from "@canopy/contract/device-link/limits";
import { DOWN_TOPICS, type DownTopic, downTopic, type UpTopic, upTopic } from "@canopy/contract/device-link/topics";
import mqtt, { type MqttClient } from "mqtt";

export interface LinkSettings {
  url: string;
  deviceId: string;
  key: string;
  version: 4 | 5;
  /** Trust only certificates of a known authority; a server of one's own often has none. */
  verifiesCertificate: boolean;
}

export interface LinkEvents {
  online(): void;
  offline(): void;
  received(topic: DownTopic, payload: Uint8Array): void;
  failed(text: string): void;
}

export type Delivery = "done" | "refused" | "lost";

interface Message {
  readonly topic: UpTopic;
  readonly payload: Uint8Array | string;
  readonly settled: (delivery: Delivery) => void;
}

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;
/** A server that no longer acknowledges must not hold the end back. */
const GOODBYE_MS = 5000;
const QUOTA_EXCEEDED = 0x97;

/** canopy/1 over MQTT, connected again and again; each connection is a new one and remembers nothing. */
export class DeviceLink {
  isOnline = false;
  private client: MqttClient | null = null;
  private timer: NodeJS.Timeout | undefined;
  private waitMs = FIRST_WAIT_MS;
  private isClosed = false;
  private unacknowledged = 0;
  private waiting: Message[] = [];
  private readonly settings: LinkSettings;
  private readonly events: LinkEvents;

  constructor(settings: LinkSettings, events: LinkEvents) {
    this.settings = settings;
    this.events = events;
    this.connect();
  }

  publish(topic: UpTopic, payload: Uint8Array | string, settled: (delivery: Delivery) => void = () => {}): void {
    const { client } = this;
    if (client === null || !this.isOnline) settled("lost");
    // A server that acknowledges late would end the connection; the MQTT client does not count.
    else if (this.unacknowledged >= RECEIVE_MAXIMUM) this.waiting.push({ topic, payload, settled });
    else this.send(client, { topic, payload, settled });
  }

  private send(client: MqttClient, { topic, payload, settled }: Message): void {
    this.unacknowledged++;
    const body = typeof payload === "string" ? payload : Buffer.from(payload);
    client.publish(upTopic(this.settings.deviceId, topic), body, { qos: 1 }, (error) => {
      // A callback of a connection that is over says nothing about the server.
      if (this.client !== client) return settled("lost");
      this.unacknowledged--;
      settled(deliveryOf(error));
      const next = this.unacknowledged < RECEIVE_MAXIMUM ? this.waiting.shift() : undefined;
      if (next) this.send(client, next);
    });
  }

  async close(): Promise<void> {
    const wasOnline = this.isOnline;
    this.isClosed = true;
    this.isOnline = false;
    clearTimeout(this.timer);
    const { client } = this;
    if (client === null) return;
    const gone = new Promise<void>((resolve) => {
      // The callback of `end` never comes when the server cuts the connection meanwhile.
      client.once("close", () => resolve());
      // Without a connection there is no DISCONNECT to wait for.
      client.end(!wasOnline, () => resolve());
    });
    const waiting = new AbortController();
    const tooLong = sleep(GOODBYE_MS, undefined, { signal: waiting.signal }).catch(() => undefined);
    await Promise.race([gone, tooLong]);
    waiting.abort();
    client.end(true);
  }

  private connect(): void {
    const { url, deviceId, key, version, verifiesCertificate } = this.settings;
    const client = mqtt.connect(url, {
      clientId: deviceId,
      username: deviceId,
      password: key,
      protocolVersion: version,
      clean: true,
      keepalive: 30,
      connectTimeout: 10_000,
      // Resending is the spool's business.
      reconnectPeriod: 0,
      queueQoSZero: false,
      resubscribe: false,
      rejectUnauthorized: verifiesCertificate,
    });
    this.client = client;
    let reason = "";
    client.on("error", (error) => {
      reason = error.message;
    });
    client.on("connect", () => this.subscribe(client));
    client.on("close", () => {
      if (this.client === client) this.lost(client, reason);
    });
    this.listen(client);
  }

  /** Before anything is published, so that no notice about a batch is missed (2.2 of the page). */
  private subscribe(client: MqttClient): void {
    const topics = DOWN_TOPICS.map((name) => downTopic(this.settings.deviceId, name));
    client.subscribe(topics, { qos: 0 }, (error) => {
      if (this.client !== client || this.isClosed) return;
      if (error) {
        client.stream.destroy();
        return;
      }
      this.isOnline = true;
      this.waitMs = FIRST_WAIT_MS;
      this.events.online();
    });
  }

  private listen(client: MqttClient): void {
    const names = new Map(DOWN_TOPICS.map((name) => [downTopic(this.settings.deviceId, name), name]));
    client.on("message", (topic, payload) => {
      const name = names.get(topic);
      if (name !== undefined && this.client === client) this.events.received(name, payload);
    });
  }

  private lost(client: MqttClient, reason: string): void {
    this.client = null;
    client.end(true);
    this.unacknowledged = 0;
    for (const { settled } of this.waiting.splice(0)) settled("lost");
    if (this.isClosed) return;
    const wasOnline = this.isOnline;
    this.isOnline = false;
    if (wasOnline) this.events.offline();
    this.events.failed(reason);
    // Half of the wait is chance: a fleet that lost its server must not return in one moment.
    this.timer = setTimeout(() => this.connect(), this.waitMs * (0.5 + Math.random() / 2));
    this.waitMs = Math.min(LONGEST_WAIT_MS, this.waitMs * 2);
  }
}

/** MQTT 5: a PUBACK may carry a reason. Quota exceeded: hold it. Others would be no better a second time. */
function deliveryOf(error: Error | undefined): Delivery {
  if (!error) return "done";
  if (!("code" in error) || typeof error.code !== "number") return "lost";
  return error.code === QUOTA_EXCEEDED ? "refused" : "done";
}
