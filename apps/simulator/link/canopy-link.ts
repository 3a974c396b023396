import { DOWN_TOPICS, downTopic, type UpTopic, upTopic } from "@canopy/contract/device-link/topics";
import type { Random } from "../world/random.ts";
import type { MqttConnection } from "./mqtt-connection.ts";
import { ReconnectingLink } from "./reconnecting-link.ts";
import type { Delivery, LinkEvents } from "./uplink.ts";

export interface CanopyLinkSettings {
  url: string;
  deviceId: string;
  key: string;
  version?: 4 | 5;
}

/** canopy/1 over MQTT. */
export class CanopyLink extends ReconnectingLink {
  private readonly settings: CanopyLinkSettings;

  constructor(settings: CanopyLinkSettings, events: LinkEvents, random: Random, log: (text: string) => void) {
    super(events, random, log);
    this.settings = settings;
    this.retry.now();
  }

  protected override send(
    connection: MqttConnection,
    topic: UpTopic,
    payload: Uint8Array | string,
    settled: (delivery: Delivery) => void,
  ): void {
    connection.publish(upTopic(this.settings.deviceId, topic), payload, settled);
  }

  protected override connect(): void {
    const { url, deviceId, key, version = 4 } = this.settings;
    const topics = new Map(DOWN_TOPICS.map((name) => [downTopic(deviceId, name), name]));
    const subscriptions = [...topics.keys()];
    this.open(
      { url, clientId: deviceId, username: deviceId, password: key, version, subscriptions },
      {
        message: (topic, payload) => {
          const name = topics.get(topic);
          if (name !== undefined) this.events.received(name, payload);
        },
      },
    );
  }
}
