// A terminal as the program sees one: registered, connected by MQTT, with its key.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { connectAsync, type MqttClient } from "mqtt";
import { z } from "zod";
import { newLicenceKey } from "../apps/server/devices/licence-key.ts";
import { ensureDevice } from "../apps/server/devices/register-device.ts";
import { FrameBatch } from "../packages/can/frame/batch.ts";
import { encodeCb1 } from "../packages/can/frame/cb1-encode.ts";
import { DEVICE_SERIAL_BYTES, deviceIdOf } from "../packages/contract/devices/device-id.ts";
import { newThing } from "../packages/contract/devices/thing.ts";
import { dataFolder } from "./browser.ts";
import { database } from "./store.ts";

const Fleet = z.object({ url: z.string() });

/** Where terminals connect, as the program wrote it down for its own fleet. */
function gatewayUrl(): string {
  return Fleet.parse(JSON.parse(readFileSync(join(dataFolder, "fleet.json"), "utf8"))).url;
}

export interface Registered {
  thingsId: string;
  deviceId: string;
  key: string;
}

let serial = Date.now() % 0xffff_ffff;

/** A device of this tenant, whatever its package allows. */
export async function registerDevice(
  tenantId: string,
  wanted: { name: string; info_model_id?: string },
): Promise<Registered> {
  serial += 1;
  const bytes = Array.from({ length: DEVICE_SERIAL_BYTES }, (_, i) => Math.floor(serial / 256 ** i) & 0xff);
  const deviceId = deviceIdOf(bytes);
  const { key } = newLicenceKey();
  const made = await ensureDevice(
    (await database()).db,
    tenantId,
    newThing.parse({ ...wanted, third_things_id: deviceId }),
    key,
  );
  if (!made) throw new Error(`${deviceId} is registered already`);
  return { thingsId: made.thingsId, deviceId, key };
}

export interface Terminal {
  /** Stored when it returns. */
  points(points: readonly { time: number; group: string; values: Record<string, unknown> }[]): Promise<void>;
  frames(frames: readonly { timeUs: number; channel: number; id: number; data: readonly number[] }[]): Promise<void>;
  client: MqttClient;
  close(): Promise<void>;
}

export async function connectTerminal({ deviceId, key }: Registered): Promise<Terminal> {
  const client = await connectAsync(gatewayUrl(), {
    clientId: deviceId,
    username: deviceId,
    password: key,
    protocolVersion: 5,
    reconnectPeriod: 500,
  });
  const topic = (name: string) => `canopy/1/${deviceId}/up/${name}`;
  const epoch = Math.floor(Date.now() / 1000);
  let sequence = 0;
  return {
    client,
    async points(points) {
      await client.publishAsync(topic("points"), JSON.stringify({ points }), { qos: 1 });
    },
    async frames(frames) {
      const batch = new FrameBatch();
      for (const { timeUs, channel, id, data } of frames) {
        batch.push(timeUs, channel, id, id > 0x7ff ? 1 : 0, data.length, new Uint8Array(data));
      }
      sequence += 1;
      const message = encodeCb1(batch, { epoch, sequence });
      if (!message.ok) throw new Error(message.problem.code);
      await client.publishAsync(topic("frames"), Buffer.from(message.value), { qos: 1 });
    },
    close: () => client.endAsync(),
  };
}
