import type { UpTopic } from "@canopy/contract/device-link/topics";
import type { Random } from "../world/random.ts";
import { type MqttAddress, MqttConnection } from "./mqtt-connection.ts";
import { Retry } from "./retry.ts";
import type { Delivery, LinkEvents, Uplink } from "./uplink.ts";

interface OpenHandlers {
  opened?(connection: MqttConnection): void;
  message(topic: string, payload: Uint8Array): void;
}

/** A link that connects again after every loss; dialects add their topics and payloads. */
export abstract class ReconnectingLink implements Uplink {
  isOnline = false;
  protected readonly events: LinkEvents;
  protected readonly retry: Retry;
  private connection: MqttConnection | null = null;

  constructor(events: LinkEvents, random: Random, log: (text: string) => void) {
    this.events = events;
    this.retry = new Retry(random, () => void this.connect(), log);
  }

  /** Calls `open`, or tells `retry` that it failed. */
  protected abstract connect(): void | Promise<void>;
  protected abstract send(
    connection: MqttConnection,
    topic: UpTopic,
    payload: Uint8Array | string,
    settled: (delivery: Delivery) => void,
  ): void;

  publish(topic: UpTopic, payload: Uint8Array | string, settled: (delivery: Delivery) => void = () => {}): void {
    if (this.connection === null || !this.isOnline) settled("lost");
    else this.send(this.connection, topic, payload, settled);
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

  protected open(address: MqttAddress, { opened, message }: OpenHandlers): void {
    const connection = new MqttConnection(address, {
      open: () => {
        this.isOnline = true;
        this.retry.succeeded();
        opened?.(connection);
        this.events.online();
      },
      closed: (error) => {
        const wasOnline = this.isOnline;
        this.isOnline = false;
        this.connection = null;
        if (wasOnline) this.events.offline();
        this.retry.failed(error);
      },
      message,
    });
    this.connection = connection;
  }
}
