import { setTimeout as sleep } from "node:timers/promises";
import { connect, type MqttClient } from "mqtt";
import { z } from "zod";
import type { TestDevice } from "../terminals/test-device.ts";
import { encodeBatch } from "./page-batch.ts";
import type { Random } from "./random.ts";
import { batchOfTraffic, type Traffic } from "./traffic.ts";

interface TerminalOptions {
  readonly device: TestDevice;
  readonly traffic: Traffic;
  readonly version: 4 | 5;
  readonly port: number;
  readonly random: Random;
  /** Pause between two new batches. */
  readonly everyMs: number;
}

/** Unacknowledged batches a terminal lets stand before it makes new ones. */
const WINDOW = 16;

/**
 * A terminal on mqtt.js, which is not ours: counts batches, keeps each until its PUBACK, and after a broken connection
 * sends again what it still has, in any order. What was acknowledged is never sent again, so that a loss stays a loss.
 */
export class FaultTerminal {
  readonly options: TerminalOptions;
  /** Sequences 0 … made - 1 were made. */
  made = 0;
  acknowledged = 0;
  connections = 0;
  /** Of the last acknowledgement; at first, of the beginning. */
  acknowledgedAtMs = performance.now();
  #longestGapMs = 0;
  readonly #waiting = new Set<number>();
  #isMaking = true;
  #isEnded = false;
  #client: MqttClient | undefined;
  #connecting: Promise<void>;
  #making: Promise<void>;

  constructor(options: TerminalOptions) {
    this.options = options;
    this.#connecting = this.#stayConnected();
    this.#making = this.#make();
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** The longest time without an acknowledgement since the last call, up to now. */
  takeLongestGap(): number {
    const gapMs = Math.max(this.#longestGapMs, performance.now() - this.acknowledgedAtMs);
    this.#longestGapMs = 0;
    return gapMs;
  }

  /** Makes nothing new; resolves when everything made is acknowledged. */
  async drain(deadlineMs: number): Promise<void> {
    this.#isMaking = false;
    await this.#making;
    const end = Date.now() + deadlineMs;
    while (this.#waiting.size > 0) {
      if (Date.now() > end) throw new Error(`${this.#waiting.size} batches were not acknowledged in time`);
      await sleep(50);
    }
  }

  /** Sends again what was acknowledged before: repeats must change nothing. */
  async repeat(sequences: readonly number[]): Promise<void> {
    for (const sequence of sequences) this.#waiting.add(sequence);
    for (const sequence of sequences) this.#send(sequence);
    await this.drain(600_000);
  }

  async end(): Promise<void> {
    this.#isMaking = false;
    this.#isEnded = true;
    this.#client?.end(true);
    await Promise.all([this.#making, this.#connecting]);
  }

  async #make(): Promise<void> {
    const { random, everyMs } = this.options;
    while (this.#isMaking) {
      await sleep(Math.ceil(everyMs * (0.5 + random())));
      if (this.#waiting.size >= WINDOW || !this.#isMaking) continue;
      const sequence = this.made++;
      this.#waiting.add(sequence);
      this.#send(sequence);
    }
  }

  async #stayConnected(): Promise<void> {
    const { device, version, port, random } = this.options;
    while (!this.#isEnded) {
      const client = connect({
        host: "127.0.0.1",
        port,
        protocolVersion: version,
        clientId: device.deviceId,
        username: device.deviceId,
        password: device.key,
        reconnectPeriod: 0,
        connectTimeout: 10_000,
        keepalive: 4,
      });
      client.on("error", () => undefined);
      client.on("connect", () => {
        this.connections += 1;
        this.#client = client;
        client.subscribe(`canopy/1/${device.deviceId}/down/request`);
        client.on("message", (_topic, payload) => this.#answer(client, payload));
        // Shuffled: a batch may overtake another, and both must be stored.
        const again = [...this.#waiting].map((sequence) => [random(), sequence] as const).sort(([a], [b]) => a - b);
        for (const [, sequence] of again) this.#send(sequence);
      });
      await new Promise<void>((resolve) => client.once("close", resolve));
      client.end(true);
      if (this.#client === client) this.#client = undefined;
      await sleep(100 + 200 * random());
    }
  }

  #send(sequence: number): void {
    const { device, traffic } = this.options;
    const payload = encodeBatch(batchOfTraffic(traffic, sequence), sequence % 3 === 0);
    this.#client?.publish(`canopy/1/${device.deviceId}/up/frames`, payload, { qos: 1 }, (error) => {
      if (error) return;
      if (!this.#waiting.delete(sequence)) return;
      this.acknowledged += 1;
      const now = performance.now();
      this.#longestGapMs = Math.max(this.#longestGapMs, now - this.acknowledgedAtMs);
      this.acknowledgedAtMs = now;
    });
  }

  /** Every command is done at once. */
  #answer(client: MqttClient, payload: Buffer): void {
    const { id } = z.object({ id: z.unknown() }).parse(JSON.parse(String(payload)));
    const { deviceId } = this.options.device;
    client.publish(`canopy/1/${deviceId}/up/reply`, JSON.stringify({ id, ok: true, result: {} }), { qos: 1 });
  }
}
