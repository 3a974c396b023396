import { createConnection, type Socket } from "node:net";
import { type IClientOptions, type MqttClient, connect as mqttConnect } from "mqtt";
import { onTestFinished } from "vitest";
import { authenticateDevice } from "../../devices/link/authenticate-device.ts";
import type { DeviceMessage } from "../../frames/dialects/device-message.ts";
import { canopyDialect } from "../../frames/dialects/dialect-canopy.ts";
import { type Gateway, type GatewayOptions, startGateway } from "../../frames/gateway/gateway.ts";
import type { PresenceEvent } from "../../frames/gateway/presence.ts";
import type { IncomingBatch, IngestResult } from "../../frames/ingest/incoming-batch.ts";
import { createLog } from "../../platform/log.ts";
import type { Db } from "../../platform/postgres/schema.ts";

export const KEY = "right-key";
export const DEVICE = "2D010203040506070809";
export const OTHER = "3C020304050607080910";

/** With a port that is not TLS. */
export interface PlainGateway extends Gateway {
  readonly mqttPort: number;
}

export interface TestGateway<Started extends Gateway = PlainGateway> {
  gateway: Started;
  batches: IncomingBatch[];
  messages: DeviceMessage[];
  presence: PresenceEvent[];
}

/** A gateway on a free port of this machine, whose ingest stores at once unless a test says otherwise. */
export async function testGateway(options: Partial<GatewayOptions> = {}): Promise<TestGateway> {
  const { gateway, ...heard } = await anyGateway(options);
  return { gateway: withPlainPort(gateway), ...heard };
}

/** The same that may have TLS alone. */
export async function anyGateway(options: Partial<GatewayOptions>): Promise<TestGateway<Gateway>> {
  const batches: IncomingBatch[] = [];
  const messages: DeviceMessage[] = [];
  const presence: PresenceEvent[] = [];
  const gateway = await startGateway({
    host: "127.0.0.1",
    mqttPort: 0,
    dialects: [canopyDialect],
    authenticate: async (deviceId, key) =>
      key === KEY
        ? {
            deviceId,
            tenantId: "tenant",
            thingsId: deviceId,
            bindingNumber: deviceId === DEVICE ? 1 : 2,
            keyVersion: 1,
          }
        : undefined,
    ingest: async (batch): Promise<IngestResult> => {
      batches.push(batch);
      return { kind: "stored" };
    },
    receive: async (_device, message) => {
      messages.push(message);
    },
    onPresence: (event) => presence.push(event),
    log: createLog("silent"),
    now: Date.now,
    ...options,
  });
  onTestFinished(() => gateway.stop());
  return { gateway, batches, messages, presence };
}

/** A gateway for the registered devices; it stores nothing unless a test says otherwise. The test stops it. */
export async function deviceGateway(db: Db, options: Partial<GatewayOptions> = {}): Promise<PlainGateway> {
  const gateway = await startGateway({
    host: "127.0.0.1",
    mqttPort: 0,
    dialects: [canopyDialect],
    authenticate: (deviceId, key) => authenticateDevice(db, deviceId, key),
    ingest: async () => ({ kind: "stored" }),
    receive: async () => undefined,
    onPresence: () => undefined,
    log: createLog("silent"),
    now: Date.now,
    ...options,
  });
  return withPlainPort(gateway);
}

function withPlainPort(gateway: Gateway): PlainGateway {
  const { mqttPort } = gateway;
  if (mqttPort === undefined) throw new Error("the gateway has no port that is not TLS");
  return { ...gateway, mqttPort };
}

export type Version = 4 | 5;

/** A terminal on mqtt.js, connected; it does not come again by itself. */
export async function terminal(
  gateway: PlainGateway,
  version: Version,
  options: IClientOptions = {},
): Promise<MqttClient> {
  const client = mqttConnect({
    host: "127.0.0.1",
    port: gateway.mqttPort,
    protocolVersion: version,
    clientId: DEVICE,
    username: options.clientId ?? DEVICE,
    password: KEY,
    reconnectPeriod: 0,
    keepalive: 60,
    ...options,
  });
  onTestFinished(() => {
    client.end(true);
  });
  await new Promise<void>((resolve, reject) => {
    client.once("connect", () => resolve());
    client.once("error", reject);
    client.once("close", () => reject(new Error("closed before CONNACK")));
  });
  client.on("error", () => undefined);
  return client;
}

/** A bare socket that collects what it hears. */
export async function rawSocket(port: number): Promise<{ socket: Socket; heard: () => Buffer; closed: Promise<void> }> {
  const socket = createConnection({ host: "127.0.0.1", port });
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  socket.on("error", () => undefined);
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  onTestFinished(() => {
    socket.destroy();
  });
  await new Promise<void>((resolve) => socket.once("connect", () => resolve()));
  return { socket, heard: () => Buffer.concat(chunks), closed };
}

/** A promise that a test settles itself. */
export function gate<Value>() {
  let open: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((resolve) => {
    open = resolve;
  });
  return { promise, open };
}

function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0, value.length]), Buffer.from(value)]);
}

/** A CONNECT of MQTT 5. */
export function connectBytes5(): Buffer {
  const rest = Buffer.concat([text("MQTT"), Buffer.from([5, 0xc2, 0, 60, 0]), text(DEVICE), text(DEVICE), text(KEY)]);
  return Buffer.concat([Buffer.from([0x10, rest.length]), rest]);
}

/** A PUBLISH of 3.1.1 with QoS 0, of fewer than 16 KB. */
export function publishBytes0(topic: string, payload: string): Buffer {
  const rest = Buffer.concat([text(topic), Buffer.from(payload)]);
  return Buffer.concat([Buffer.from([0x30, (rest.length & 0x7f) | 0x80, rest.length >> 7]), rest]);
}

/** A PUBLISH with QoS 1, of 128 bytes or more. */
export function publishBytes(version: Version, messageId: number, topic: string, payload: Buffer): Buffer {
  const properties = Buffer.from(version === 5 ? [0] : []);
  const rest = Buffer.concat([text(topic), Buffer.from([0, messageId]), properties, payload]);
  return Buffer.concat([Buffer.from([0x32, (rest.length & 0x7f) | 0x80, rest.length >> 7]), rest]);
}
