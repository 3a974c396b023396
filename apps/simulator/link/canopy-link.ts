import { DOWN_TOPICS, downTopic, type UpTopic, upTopic } from "@canopy/contract/device-link/topics";
import type { Random } from "../world/random.ts";
import { MqttConnection } from "./mqtt-connection.ts";
import { Retry } from "./retry.ts";
import type { Delivery, LinkEvents, Uplink } from "./uplink.ts";

export interface CanopyLinkSettings {
  url: string;
  deviceId: string;
  key: string;
  version?: 4 | 5;
}

/** canopy/1 over MQTT, connected again and again. */
export class CanopyLink implements Uplink {
  isOnline = false;
  private connection: MqttConnection | null = null;
  private readonly settings: CanopyLinkSettings;
  private readonly events: LinkEvents;
  private readonly retry: Retry;

  constructor(settings: CanopyLinkSettings, events: LinkEvents, random: Random, log: (text: string) => void) {
    this.settings = settings;
    this.events = events;
    this.retry = new Retry(random, () => this.connect(), log);
    this.retry.now();
  }

  publish(topic: UpTopic, payload: Uint8Array | string, settled: (delivery: Delivery) => void = () => {}): void {
    if (this.connection === null || !this.isOnline) settled("lost");
    else this.connection.publish(upTopic(this.settings.deviceId, topic), payload, settled);
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

  private connect(): void {
    const { url, deviceId, key, version = 4 } = this.settings;
    const topics = new Map(DOWN_TOPICS.map((name) => [downTopic(deviceId, name), name]));
    const subscriptions = [...topics.keys()];
    const address = { url, clientId: deviceId, username: deviceId, password: key, version, subscriptions };
    this.connection = new MqttConnection(address, {
      open: () => {
        this.isOnline = true;
        this.retry.succeeded();
        this.events.online();
      },
      closed: (error) => {
        const wasOnline = this.isOnline;
        this.isOnline = false;
        this.connection = null;
        if (wasOnline) this.events.offline();
        this.retry.failed(error);
      },
      message: (topic, payload) => {
        const name = topics.get(topic);
        if (name !== undefined) this.events.received(name, payload);
      },
    });
  }
}
