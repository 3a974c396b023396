import { execFile } from "node:child_process";
import { createPublicKey } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { checkFirmware, fetchFirmware } from "@canopy/contract/device-link/fetch-firmware";
import type { FirmwareCode, FirmwareOrder, FirmwareProgress } from "@canopy/contract/device-link/firmware";
import { FileImage } from "./file-image.ts";

export interface UpgradeSettings {
  /** Where images and the version lie. */
  readonly folder: string;
  /** Raw Ed25519 keys of those whose images are installed. */
  readonly keys: readonly Uint8Array<ArrayBuffer>[];
  /** A program that installs: called with the image's path and its version; 0 is success. */
  readonly installer: string;
  readonly version: string;
}

const run = promisify(execFile);
const INSTALL_MS = 30 * 60_000;
const TELL_EVERY_MS = 1000;
const RAW_BYTES = 32;

interface Installed {
  readonly version: string;
  /** Until the server has been told. */
  readonly job?: string;
}

/** The raw key of a PEM file. */
export function readKeyFile(path: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(
    createPublicKey(readFileSync(path)).export({ format: "der", type: "spki" }).subarray(-RAW_BYTES),
  );
}

/** DEV-08: one upgrade at a time; the agent ends after it, and whoever watches it starts the new version. */
export class AgentUpgrade {
  readonly #settings: UpgradeSettings;
  readonly #tell: (progress: FirmwareProgress) => void;
  readonly #restart: () => void;
  #job: string | undefined;

  constructor(settings: UpgradeSettings, tell: (progress: FirmwareProgress) => void, restart: () => void) {
    this.#settings = settings;
    this.#tell = tell;
    this.#restart = restart;
  }

  get version(): string {
    return this.#state()?.version ?? this.#settings.version;
  }

  /** Connected, after a restart too: the job that brought this version is told of once. */
  online(): void {
    const known = this.#state();
    if (known?.job === undefined) return;
    this.#tell({ job: known.job, stage: "done" });
    this.#keep({ version: known.version });
  }

  /** False: another one is under way. */
  start(order: FirmwareOrder, job: string): boolean {
    if (this.#job !== undefined) return this.#job === job;
    this.#job = job;
    void this.#run(order, job).finally(() => {
      this.#job = undefined;
    });
    return true;
  }

  async #run(order: FirmwareOrder, job: string): Promise<void> {
    const image = new FileImage(join(this.#settings.folder, `${order.sha256}.image`));
    const code = await this.#install(order, job, image).catch((): FirmwareCode => "install");
    // What has come goes on with the next order.
    if (code !== "download") image.clear();
    if (code !== undefined) return this.#tell({ job, stage: "failed", code });
    this.#keep({ version: order.version, job });
    this.#tell({ job, stage: "restarting" });
    this.#restart();
  }

  async #install(order: FirmwareOrder, job: string, image: FileImage): Promise<FirmwareCode | undefined> {
    let toldMs = 0;
    const told = (received: number) => {
      if (Date.now() - toldMs < TELL_EVERY_MS) return;
      toldMs = Date.now();
      this.#tell({ job, stage: "downloading", received });
    };
    told(image.length);
    const wait = (ms: number) => sleep(ms);
    const missing = await fetchFirmware(order, image, { signal: new AbortController().signal, told, wait });
    if (missing !== undefined) return missing;
    this.#tell({ job, stage: "verifying", received: image.length });
    const wrong = await checkFirmware(order, image.bytes(), { version: this.version, keys: this.#settings.keys });
    if (wrong !== undefined) return wrong;
    this.#tell({ job, stage: "installing" });
    await run(this.#settings.installer, [image.path, order.version], { timeout: INSTALL_MS });
    return undefined;
  }

  #path(): string {
    return join(this.#settings.folder, "installed.json");
  }

  #state(): Installed | undefined {
    try {
      const { version, job } = JSON.parse(readFileSync(this.#path(), "utf8"));
      return typeof version === "string" ? { version, ...(typeof job === "string" && { job }) } : undefined;
    } catch {
      return undefined;
    }
  }

  #keep(installed: Installed): void {
    writeFileSync(`${this.#path()}.new`, JSON.stringify(installed));
    renameSync(`${this.#path()}.new`, this.#path());
  }
}
