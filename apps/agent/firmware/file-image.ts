import { appendFileSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { ImageStore } from "@canopy/contract/device-link/fetch-firmware";

/** What has come of an image, on disk: a download goes on after a restart too. */
export class FileImage implements ImageStore {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
    mkdirSync(dirname(path), { recursive: true });
  }

  get length(): number {
    return statSync(this.path, { throwIfNoEntry: false })?.size ?? 0;
  }

  append(bytes: Uint8Array): void {
    appendFileSync(this.path, bytes);
  }

  clear(): void {
    rmSync(this.path, { force: true });
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(readFileSync(this.path));
  }
}
