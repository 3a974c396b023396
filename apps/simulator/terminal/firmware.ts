import { setTimeout as sleep } from "node:timers/promises";
import { checkFirmware, fetchFirmware } from "@canopy/contract/device-link/fetch-firmware";
import type { FirmwareCode, FirmwareOrder, FirmwareProgress } from "@canopy/contract/device-link/firmware";
import { simulatorPublicKey } from "./firmware-key.ts";
import { MemoryImage } from "./memory-image.ts";

/** Faults on purpose: a byte of the image is wrong, it cannot be written, the new program does not start, no word. */
export const FIRMWARE_FAULTS = ["hash", "install", "rolledBack", "silent", "refused"] as const;
export type FirmwareFault = (typeof FIRMWARE_FAULTS)[number];

const TELL_EVERY_MS = 1000;

/** What an upgrade needs of its terminal. */
interface UpgradedTerminal {
  firmwareVersion: string;
  publish(topic: "firmware", progress: FirmwareProgress): void;
  reboot(cause: string): void;
}

/** DEV-08: one upgrade at a time: fetched with resume, checked, installed with a restart. */
export class Upgrader {
  private readonly terminal: UpgradedTerminal;
  private readonly fault: FirmwareFault | undefined;
  private running: { readonly job: string; readonly abort: AbortController } | undefined;
  /** What is told after the restart. */
  private restarted: { readonly job: string; readonly version: string } | undefined;

  constructor(terminal: UpgradedTerminal, fault: FirmwareFault | undefined) {
    this.terminal = terminal;
    this.fault = fault;
  }

  /** False: busy. The same job twice is one upgrade: the server may not have heard the first answer. */
  start(order: FirmwareOrder, job: string): boolean {
    if (this.fault === "refused") return false;
    const known = this.running?.job ?? this.restarted?.job;
    if (known !== undefined) return known === job;
    if (this.fault === "silent") return true;
    const abort = new AbortController();
    this.running = { job, abort };
    void this.run(order, job, abort.signal).finally(() => {
      this.running = undefined;
    });
    return true;
  }

  /** Connected again: the new version counts from here. */
  online(): void {
    if (this.restarted === undefined) return;
    const { job, version } = this.restarted;
    this.restarted = undefined;
    const isBack = this.fault === "rolledBack";
    if (!isBack) this.terminal.firmwareVersion = version;
    this.tell(isBack ? { job, stage: "failed", code: "rolledBack" } : { job, stage: "done" });
  }

  private async run(order: FirmwareOrder, job: string, signal: AbortSignal): Promise<void> {
    const code = await this.install(order, job, signal);
    if (code !== undefined) return this.tell({ job, stage: "failed", code });
    this.tell({ job, stage: "restarting" });
    this.restarted = { job, version: order.version };
    this.terminal.reboot("firmware");
  }

  private async install(order: FirmwareOrder, job: string, signal: AbortSignal): Promise<FirmwareCode | undefined> {
    const store = new MemoryImage();
    this.tell({ job, stage: "downloading", received: 0 });
    const wait = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined);
    const missing = await fetchFirmware(order, store, { signal, told: this.teller(job), wait });
    if (missing !== undefined) return missing;
    this.tell({ job, stage: "verifying", received: store.length });
    const bytes = store.bytes();
    if (this.fault === "hash" && bytes[0] !== undefined) bytes[0] ^= 1;
    const keys = [simulatorPublicKey()];
    const wrong = await checkFirmware(order, bytes, { version: this.terminal.firmwareVersion, keys });
    if (wrong !== undefined) return wrong;
    this.tell({ job, stage: "installing" });
    return this.fault === "install" ? "install" : undefined;
  }

  private teller(job: string): (received: number) => void {
    let [lastMs, last] = [Date.now(), 0];
    return (received) => {
      const spentMs = Date.now() - lastMs;
      if (spentMs < TELL_EVERY_MS) return;
      const rate = Math.round(((received - last) * 1000) / spentMs);
      [lastMs, last] = [lastMs + spentMs, received];
      this.tell({ job, stage: "downloading", received, bytes_per_second: Math.max(0, rate) });
    };
  }

  private tell(progress: FirmwareProgress): void {
    this.terminal.publish("firmware", progress);
  }
}
