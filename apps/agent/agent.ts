import { randomInt } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { FrameBatch } from "@canopy/can/frame/batch";
import type { FirmwareProgress } from "@canopy/contract/device-link/firmware";
import { RequestGuard } from "@canopy/contract/device-link/request-guard";
import type { DeviceReply } from "@canopy/contract/device-link/requests";
import type { DeviceStatus } from "@canopy/contract/device-link/status";
import { answer } from "./answer.ts";
import { Assembler } from "./assemble.ts";
import { AgentDiagnosis, canSender, type SendFrame } from "./diagnosis.ts";
import { AgentUpgrade, type UpgradeSettings } from "./firmware/upgrade.ts";
import { AgentFlash } from "./flash/agent-flash.ts";
import { DeviceLink, type LinkSettings } from "./link/device-link.ts";
import { ServerClock } from "./link/server-clock.ts";
import type { IdFilter } from "./source/filter.ts";
import type { FrameSource } from "./source/source.ts";
import { beginSource } from "./source/source-record.ts";
import { Spool } from "./spool/spool.ts";
import { SpoolFiles } from "./spool-files.ts";

export interface AgentSettings {
  link: LinkSettings;
  spoolFolder: string;
  spoolBytes?: number;
  keepBytes?: number;
  source: FrameSource;
  filters: readonly IdFilter[];
  /** Raw Ed25519 keys of those whose upgrades are installed and whose packages are flashed into ECUs. Absent: neither. */
  keys?: UpgradeSettings["keys"] | undefined;
  /** A program that installs upgrades. Absent: it installs none. */
  installer?: string | undefined;
  log: (text: string) => void;
}

/** Unacknowledged batches at a time, below the server's receive maximum. */
const WINDOW = 16;
const STATUS_MS = 30_000;
const VERSION = "1.0.0";

/** A Linux box as a terminal: frames to disk, from disk to the server. Ends with its source, `signal` or an upgrade. */
export async function runAgent(settings: AgentSettings, stop: AbortSignal): Promise<void> {
  const upgraded = new AbortController();
  const signal = AbortSignal.any([stop, upgraded.signal]);
  const spool = new Spool({
    folder: settings.spoolFolder,
    newEpoch: () => randomInt(2 ** 32),
    ...(settings.spoolBytes === undefined ? {} : { maxBytes: settings.spoolBytes }),
    ...(settings.keepBytes === undefined ? {} : { keepBytes: settings.keepBytes }),
  });
  const from = beginSource(settings.spoolFolder, settings.source.identity, spool.position);
  const sender = new Sender(settings, spool, () => upgraded.abort());
  const { filters, log } = settings;
  const assembler = new Assembler(spool, from, { filters, log, added: () => sender.pump() });
  const take = async (frames: FrameBatch) => {
    sender.hear(frames);
    // A full disk: a log waits; a bus loses its newest frames, but is heard: a flash under way must go on.
    if (spool.isFull && settings.source.interfaces) return;
    while (spool.isFull && !signal.aborted) await sleep(100, undefined, { signal }).catch(() => undefined);
    assembler.take(frames);
  };
  try {
    await settings.source.read(take, signal, from.position);
    assembler.flush();
    while (spool.waiting > 0 && !signal.aborted) await sleep(50, undefined, { signal }).catch(() => undefined);
  } finally {
    assembler.end();
    await sender.close();
    spool.close();
  }
}

/** Sends the spool to the server and handles its messages. */
class Sender {
  private readonly spool: Spool;
  readonly diagnosis: AgentDiagnosis | undefined;
  readonly flash: AgentFlash | undefined;
  private readonly settings: AgentSettings;
  private readonly link: DeviceLink;
  private readonly upgrade: AgentUpgrade | undefined;
  private readonly files: SpoolFiles;
  private readonly guard = new RequestGuard();
  private readonly clock = new ServerClock(() => performance.now());
  private readonly timer: NodeJS.Timeout;
  private readonly startedMs = Date.now();
  private readonly frames = new Map<number, number>();
  private underway = 0;
  private told = "";

  constructor(settings: AgentSettings, spool: Spool, restart: () => void) {
    this.settings = settings;
    this.spool = spool;
    const tell = (progress: FirmwareProgress) => this.link.publish("firmware", JSON.stringify(progress));
    const { keys, installer, spoolFolder } = settings;
    const folder = join(spoolFolder, "firmware");
    this.upgrade =
      keys && installer ? new AgentUpgrade({ keys, installer, folder, version: VERSION }, tell, restart) : undefined;
    this.files = new SpoolFiles(spool, (topic, payload) => this.link.publish(topic, payload));
    this.link = new DeviceLink(settings.link, {
      online: () => this.online(),
      offline: () => this.offline(),
      received: (topic, payload) => {
        const { guard, clock, files, upgrade, diagnosis, flash } = this;
        const parts = { guard, clock, spool, files, upgrade, diagnosis, flash, log: settings.log };
        const tell = (reply: DeviceReply | null) => reply && this.link.publish("reply", JSON.stringify(reply));
        void answer(topic, payload, parts).then(tell);
        this.pump();
      },
      failed: (text) => this.complain(text),
    });
    this.timer = setInterval(() => this.tick(), STATUS_MS);
    const { interfaces } = settings.source;
    if (interfaces) {
      const channels = [...interfaces.keys()];
      const send = canSender((channel) => interfaces.get(channel), settings.log);
      const publish = (message: unknown) => this.link.publish("uds", JSON.stringify(message));
      const isFlashing = () => this.flash?.isBusy === true;
      this.diagnosis = new AgentDiagnosis({ channels, send, publish, isFlashing });
      this.flash = this.newFlash(channels, send);
    }
  }

  /** Packages are signed by the same keys as upgrades: without any the agent flashes nothing. */
  private newFlash(channels: readonly number[], send: SendFrame): AgentFlash | undefined {
    const { keys, spoolFolder } = this.settings;
    if (!keys) return undefined;
    return new AgentFlash({
      folder: join(spoolFolder, "flash"),
      keys,
      channels,
      send,
      isFree: () => this.diagnosis?.isFree !== false,
      publish: (message) => {
        if (this.link.isOnline) this.link.publish("flash", JSON.stringify(message));
        return this.link.isOnline;
      },
    });
  }

  /** Every frame of the source, also one that is not kept. */
  hear(frames: FrameBatch): void {
    this.diagnosis?.take(frames);
    this.flash?.take(frames);
    for (let i = 0; i < frames.length; i++) {
      const channel = frames.channel[i] ?? 0;
      this.frames.set(channel, (this.frames.get(channel) ?? 0) + 1);
    }
  }

  pump(): void {
    while (this.link.isOnline && this.underway < WINDOW) {
      const batch = this.spool.take();
      if (batch === undefined) return;
      this.underway++;
      this.link.publish("frames", batch.bytes, (delivery) => {
        if (delivery === "lost") return;
        this.underway--;
        if (delivery === "refused") this.spool.refuse(this.spool.epoch, batch.sequence);
        this.spool.acknowledge(batch.sequence, Date.now());
        this.pump();
      });
    }
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    this.diagnosis?.drop();
    this.flash?.close();
    this.files.close();
    await this.link.close();
  }

  private online(): void {
    this.told = "";
    this.settings.log(`online, ${this.spool.waiting} batches wait`);
    this.underway = 0;
    this.askTime();
    this.upgrade?.online();
    this.flash?.online();
    this.sendStatus();
    this.pump();
  }

  private offline(): void {
    this.underway = 0;
    this.guard.disconnected();
    this.diagnosis?.drop();
    this.spool.rewind();
    this.settings.log("offline; frames are kept on disk");
  }

  private tick(): void {
    this.spool.releaseOld(Date.now());
    if (!this.clock.isFresh) this.askTime();
    this.sendStatus();
    this.pump();
  }

  /** Of the server: deadlines of its requests are times of its clock. */
  private askTime(): void {
    this.link.publish("event", JSON.stringify({ time: Date.now(), kind: "time.ask" }));
  }

  private sendStatus(): void {
    const status: DeviceStatus = {
      time: Date.now(),
      model: "canopy-agent",
      firmware_version: this.upgrade?.version ?? VERSION,
      sd_state: "unsupported",
      clock: "network",
      uptime_s: Math.floor((Date.now() - this.startedMs) / 1000),
      waiting_batches: this.spool.waiting,
      channels: [...this.frames].map(([channel, frames]) => ({
        channel,
        frames_per_second: Math.round((frames * 1000) / STATUS_MS),
      })),
    };
    this.frames.clear();
    this.link.publish("status", JSON.stringify(status));
  }

  /** A server that is away is told of once. */
  private complain(text: string): void {
    if (text !== "" && text !== this.told) this.settings.log(text);
    this.told = text;
  }
}
