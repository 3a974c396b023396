import type { DownTopic, UpTopic } from "@canopy/contract/device-link/topics";

/** done: acknowledged. refused: acknowledged and not kept (MQTT 5 says it in the PUBACK). lost: the connection ended. */
export type Delivery = "done" | "refused" | "lost";

/** The way to the server as the terminal sees it, whatever the dialect: the messages of canopy/1, QoS 1. */
export interface Uplink {
  readonly isOnline: boolean;
  publish(topic: UpTopic, payload: Uint8Array | string, settled?: (delivery: Delivery) => void): void;
  /** The network is gone for a while: no DISCONNECT, no sending. */
  cut(forMs: number): void;
  /** Says goodbye and ends. */
  close(): Promise<void>;
}

/** Events of the link for the terminal. */
export interface LinkEvents {
  online(): void;
  offline(): void;
  received(topic: DownTopic, payload: Uint8Array): void;
}
