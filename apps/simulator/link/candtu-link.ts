import { type CandtuLoginReply, candtuLoginReply } from "@canopy/contract/device-link/candtu-login";
import { decodeCandtuFields, encodeCandtuFields } from "@canopy/contract/device-link/candtu-packet";
import { candtuDownTopics, candtuUpTopic } from "@canopy/contract/device-link/candtu-topics";
import type { UpTopic } from "@canopy/contract/device-link/topics";
import type { Random } from "../world/random.ts";
import { candtuRequest } from "./candtu-commands.ts";
import { candtuMessages } from "./candtu-words.ts";
import { MqttConnection } from "./mqtt-connection.ts";
import { Retry } from "./retry.ts";
import type { Delivery, LinkEvents, Uplink } from "./uplink.ts";

export interface CandtuLinkSettings {
  /** The login call, before every connection. */
  loginUrl: string;
  type: string;
  deviceId: string;
  key: string;
}

/** The dialect of the fielded terminals: login over HTTP, then MQTT 3.1.1 with their topics and records. */
export class CandtuLink implements Uplink {
  isOnline = false;
  private connection: MqttConnection | null = null;
  private owner = "";
  private revision = 0;
  private readonly settings: CandtuLinkSettings;
  private readonly events: LinkEvents;
  private readonly retry: Retry;

  constructor(settings: CandtuLinkSettings, events: LinkEvents, random: Random, log: (text: string) => void) {
    this.settings = settings;
    this.events = events;
    this.retry = new Retry(random, () => void this.connect(), log);
    this.retry.now();
  }

  publish(topic: UpTopic, payload: Uint8Array | string, settled: (delivery: Delivery) => void = () => {}): void {
    const { connection } = this;
    if (connection === null || !this.isOnline) {
      settled("lost");
      return;
    }
    const messages = candtuMessages(topic, payload);
    if (messages.length === 0) settled("done");
    for (const { kind, payload: body } of messages) {
      connection.publish(candtuUpTopic(this.address, kind), body, topic === "frames" ? settled : () => {});
    }
  }

  cut(forMs: number): void {
    this.retry.pause(forMs);
    this.connection?.abort();
  }

  async close(): Promise<void> {
    this.retry.stop();
    this.isOnline = false;
    await this.connection?.end();
  }

  private get address() {
    const { type, deviceId } = this.settings;
    return { owner: this.owner, type, deviceId };
  }

  private async connect(): Promise<void> {
    try {
      this.open(await login(this.settings));
    } catch (error) {
      this.retry.failed(error instanceof Error ? error : undefined);
    }
  }

  private open({ mqtt, clientip, owner, token }: CandtuLoginReply): void {
    const { type, deviceId } = this.settings;
    this.owner = owner;
    const connection = new MqttConnection(
      {
        url: `mqtt://${mqtt.host}:${mqtt.port}`,
        clientId: `${type}:${deviceId}`,
        username: clientip,
        password: token,
        version: 4,
        subscriptions: candtuDownTopics(this.address),
        will: { topic: candtuUpTopic(this.address, "offline"), payload: encodeCandtuFields({}) },
      },
      {
        open: () => {
          this.isOnline = true;
          this.retry.succeeded();
          connection.publish(candtuUpTopic(this.address, "online"), encodeCandtuFields({}), () => {});
          this.events.online();
        },
        closed: (error) => {
          const wasOnline = this.isOnline;
          this.isOnline = false;
          this.connection = null;
          if (wasOnline) this.events.offline();
          this.retry.failed(error);
        },
        message: (_, payload) => this.hear(payload),
      },
    );
    this.connection = connection;
  }

  private hear(payload: Uint8Array): void {
    const fields = decodeCandtuFields(payload);
    const request = fields && candtuRequest(fields, Date.now(), this.revision + 1);
    if (request === undefined) return;
    if (request.topic === "config") this.revision++;
    this.events.received(request.topic, new TextEncoder().encode(JSON.stringify(request.message)));
  }
}

async function login({ loginUrl, type, deviceId, key }: CandtuLinkSettings): Promise<CandtuLoginReply> {
  const response = await fetch(loginUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ type, devices: [deviceId], secret: key }),
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new Error(`login: HTTP ${response.status}`);
  return candtuLoginReply.parse(await response.json());
}
