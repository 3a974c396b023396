import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { connect as mqttConnect } from "mqtt";
import type { TestDevice } from "../terminals/test-device.ts";
import { encodeBatch, type PageFrame } from "./page-batch.ts";
import { connectPacket, PageTerminal } from "./page-terminal.ts";

/** More than any packet may have: whatever length chance announces, the packet is whole or too large. */
const NOISE_BYTES = 300_000;
const HUGE_BYTES = 10 * 1024 * 1024;
const CLOSED_WITHIN_MS = 20_000;

/** Whether the other end hangs up by itself. */
async function isDisconnected(port: number, bytes: readonly Uint8Array[]): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.resume();
  const closed = new Promise<boolean>((resolve) => socket.once("close", () => resolve(true)));
  for (const part of bytes) socket.write(part);
  const isClosed = await Promise.race([closed, sleep(CLOSED_WITHIN_MS, false)]);
  socket.destroy();
  return isClosed;
}

/** Bytes that are no MQTT, before and after a good CONNECT. */
export async function sendGarbage(port: number, device: TestDevice): Promise<boolean[]> {
  const hello = connectPacket({ port, ...device });
  const attempts = Array.from({ length: 20 }, (_, i) => {
    // Not by chance a packet that is allowed: QoS 3, and the reserved type 15.
    const noise = Buffer.concat([Buffer.from([i % 2 === 0 ? 0x36 : 0xf0]), randomBytes(NOISE_BYTES)]);
    return i < 10 ? [noise] : [hello, noise];
  });
  // One after the other: the same device takes the place of its last connection.
  const closed: boolean[] = [];
  for (const bytes of attempts) closed.push(await isDisconnected(port, bytes));
  return closed;
}

/** A PUBLISH of 10 MB, announced and sent. */
export function sendHugePacket(port: number, device: TestDevice): Promise<boolean> {
  const length = Buffer.from([0x32, 0x80, 0x80, 0x80, 0x05]);
  return isDisconnected(port, [connectPacket({ port, ...device }), length, Buffer.alloc(HUGE_BYTES, 0x0a)]);
}

/** mqtt.js results of publishing and subscribing to foreign topics. */
export async function tryForeignTopics(port: number, device: TestDevice, other: TestDevice): Promise<string[]> {
  const foreign = [
    `canopy/1/${other.deviceId}/up/frames`,
    `canopy/1/${device.deviceId}/down/request`,
    "canopy/1/#",
    "$SYS/broker",
  ];
  const answers: string[] = [];
  for (const topic of foreign) {
    const client = mqttConnect({
      host: "127.0.0.1",
      port,
      protocolVersion: 5,
      clientId: device.deviceId,
      username: device.deviceId,
      password: device.key,
      reconnectPeriod: 0,
    });
    client.on("error", () => undefined);
    const answer = new Promise<string>((resolve) => {
      client.once("close", () => resolve("closed"));
      client.once("connect", () =>
        client.publish(topic, frameNow(0, Date.now() * 1000), { qos: 1 }, (error) =>
          resolve(error ? "refused" : "taken"),
        ),
      );
    });
    answers.push(await answer);
    client.end(true);
  }
  return answers;
}

function frameNow(sequence: number, timeUs: number, data: Buffer = Buffer.from([1, 2, 3])): Buffer {
  const frame: PageFrame = { timeUs, channel: 0, id: 0x123, isExtended: false, flags: 0, data, size: data.length };
  return encodeBatch({ epoch: 0xbad, sequence, frames: [frame] });
}

const YEAR_US = 365.25 * 86_400_000_000;

/**
 * Batch 0 is ten years ahead and batch 1 of 1970; batch 2 is ten years old, which a log sent by the agent may be, and
 * batch 3 carries SQL behind a closing quote. All are acknowledged.
 */
export async function sendOddBatches(port: number, device: TestDevice, sql: Buffer): Promise<void> {
  const terminal = await PageTerminal.open({ port, ...device });
  const nowUs = Date.now() * 1000;
  await terminal.publishAndWait(frameNow(0, nowUs + 10 * YEAR_US));
  await terminal.publishAndWait(frameNow(1, 1_000_000));
  await terminal.publishAndWait(frameNow(2, nowUs - 10 * YEAR_US));
  await terminal.publishAndWait(frameNow(3, nowUs, sql.subarray(0, 8)));
  terminal.end();
}
