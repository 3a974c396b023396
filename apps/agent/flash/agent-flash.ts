import { setTimeout as sleep } from "node:timers/promises";
import type { FrameBatch } from "@canopy/can/frame/batch";
import type { Frame } from "@canopy/can/frame/frame";
import { FlashHost } from "@canopy/contract/device-link/flash/flash-host";
import type { FlashProgress } from "@canopy/contract/device-link/flash/flash-message";
import type { HostAnswer } from "@canopy/contract/device-link/flash/flash-terminal";
import { methods } from "@canopy/contract/device-link/methods";
import type { DiagnosisAnswer, SendFrame } from "../diagnosis.ts";
import { FileCard } from "./file-card.ts";

export interface FlashSettings {
  readonly folder: string;
  readonly keys: readonly Uint8Array<ArrayBuffer>[];
  readonly channels: readonly number[];
  readonly send: SendFrame;
  /** False: it is offline. */
  readonly publish: (message: FlashProgress) => boolean;
  /** False: a diagnosis is under way, or holds a session open. */
  readonly isFree: () => boolean;
}

const nowUs = () => Math.round((performance.timeOrigin + performance.now()) * 1000);
const LONGEST_WAIT_MS = 1000;

/** UDS-04: flashing by the agent, on the interfaces of this machine. It goes on without a connection and after a restart. */
export class AgentFlash {
  readonly #host: FlashHost;
  readonly #settings: FlashSettings;
  #timer: NodeJS.Timeout | undefined;

  constructor(settings: FlashSettings) {
    this.#settings = settings;
    const send = (frames: readonly Frame[]) => {
      for (const frame of frames) settings.send(frame);
    };
    this.#host = new FlashHost({
      card: new FileCard(settings.folder),
      keys: settings.keys,
      nowUs,
      toClockUs: (timeUs) => timeUs,
      isFree: settings.isFree,
      send,
      publish: settings.publish,
      wait: (ms) => sleep(ms),
    });
    this.#host.restore();
    this.#follow();
  }

  get isBusy(): boolean {
    return this.#host.isBusy;
  }

  async answer(method: string, params: unknown): Promise<DiagnosisAnswer> {
    const answer = await this.#act(method, params);
    this.#follow();
    return answer === "ok" ? { ok: true } : { ok: false, code: answer };
  }

  take(frames: FrameBatch): void {
    for (let i = 0; i < frames.length; i++) {
      const frame = frames.at(i);
      const copy = { ...frame, data: frame.data.slice() };
      this.#host.hear(copy);
      for (const sent of this.#host.receive(copy, nowUs())) this.#settings.send(sent);
    }
    if (this.#host.isBusy) this.#follow();
  }

  online(): void {
    this.#host.online();
    this.#follow();
  }

  /** The program ends: what is under way goes on with the next start. */
  close(): void {
    clearTimeout(this.#timer);
    this.#host.losePower();
  }

  async #act(method: string, params: unknown): Promise<HostAnswer | "badParams" | "channelListens" | "unknownMethod"> {
    if (method === "flash.retry" || method === "flash.cancel") {
      const asked = methods[method].params.safeParse(params);
      if (!asked.success) return "badParams";
      return method === "flash.retry" ? this.#host.retry(asked.data.run) : this.#host.cancel(asked.data.run);
    }
    if (method === "flash.key") {
      const asked = methods[method].params.safeParse(params);
      return asked.success ? this.#host.key(asked.data.run, asked.data.key) : "badParams";
    }
    if (method !== "flash.check" && method !== "flash.run") return "unknownMethod";
    const asked = methods[method].params.safeParse(params);
    if (!asked.success) return "badParams";
    if (!this.#settings.channels.includes(asked.data.settings.channel)) return "channelListens";
    return method === "flash.check" ? this.#host.check(asked.data) : this.#host.start(asked.data);
  }

  #follow(): void {
    clearTimeout(this.#timer);
    const { deadlineUs } = this.#host;
    const waitMs = Number.isFinite(deadlineUs)
      ? Math.max(0, Math.ceil((deadlineUs - nowUs()) / 1000))
      : LONGEST_WAIT_MS;
    if (!this.#host.isBusy && !Number.isFinite(deadlineUs)) return;
    this.#timer = setTimeout(() => this.#tick(), Math.min(LONGEST_WAIT_MS, waitMs));
  }

  #tick(): void {
    for (const frame of this.#host.tick(nowUs())) this.#settings.send(frame);
    this.#follow();
  }
}
