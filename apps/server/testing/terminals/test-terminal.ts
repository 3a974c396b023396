import { FrameBatch } from "@canopy/can/frame/batch";
import { encodeCb1 } from "@canopy/can/frame/cb1-encode";
import { FLAG_EXTENDED, MAX_STANDARD_ID } from "@canopy/can/frame/frame";
import type { GpsPosition } from "@canopy/contract/device-link/gps";
import { downTopic } from "@canopy/contract/device-link/topics";
import { connectAsync } from "mqtt";

interface SentFrame {
  timeUs: number;
  channel: number;
  id: number;
  data: readonly number[];
  /** Left out: a data frame, extended where the identifier needs it. */
  flags?: number;
  /** Of a remote frame, which has no data. */
  size?: number;
}

export interface TestTerminal {
  /** Stored when it returns. */
  points(points: readonly { time: number; group: string; values: Record<string, unknown> }[]): Promise<void>;
  positions(positions: readonly GpsPosition[]): Promise<void>;
  frames(frames: readonly SentFrame[]): Promise<void>;
  /** Hears what it is asked for; answering is the test's own affair. */
  listen(heard: (request: { id: string; method: string }) => void): Promise<void>;
  close(): Promise<void>;
}

/** A terminal of dialect canopy/1 as a real client: connected by MQTT 5 with its key. */
export async function testTerminal(url: string, device: { deviceId: string; key: string }): Promise<TestTerminal> {
  const client = await connectAsync(url, {
    clientId: device.deviceId,
    username: device.deviceId,
    password: device.key,
    protocolVersion: 5,
    reconnectPeriod: 500,
  });
  const topic = (name: string) => `canopy/1/${device.deviceId}/up/${name}`;
  const epoch = Math.floor(Date.now() / 1000);
  let sequence = 0;
  return {
    async points(points) {
      await client.publishAsync(topic("points"), JSON.stringify({ points }), { qos: 1 });
    },
    async positions(positions) {
      await client.publishAsync(topic("gps"), JSON.stringify({ positions }), { qos: 1 });
    },
    async frames(frames) {
      const batch = new FrameBatch();
      for (const { timeUs, channel, id, data, flags, size } of frames) {
        const usual = id > MAX_STANDARD_ID ? FLAG_EXTENDED : 0;
        batch.push(timeUs, channel, id, flags ?? usual, size ?? data.length, new Uint8Array(data));
      }
      sequence += 1;
      const message = encodeCb1(batch, { epoch, sequence });
      if (!message.ok) throw new Error(message.problem.code);
      await client.publishAsync(topic("frames"), Buffer.from(message.value), { qos: 1 });
    },
    async listen(heard) {
      client.on("message", (_, payload) => heard(JSON.parse(String(payload))));
      await client.subscribeAsync(downTopic(device.deviceId, "request"), { qos: 1 });
    },
    close: () => client.endAsync(),
  };
}
