import type { ImageStore } from "@canopy/contract/device-link/fetch-firmware";

export class MemoryImage implements ImageStore {
  length = 0;
  private chunks: Uint8Array[] = [];

  append(bytes: Uint8Array): void {
    this.chunks.push(bytes);
    this.length += bytes.length;
  }

  clear(): void {
    this.chunks = [];
    this.length = 0;
  }

  bytes(): Uint8Array<ArrayBuffer> {
    const all = new Uint8Array(this.length);
    let at = 0;
    for (const chunk of this.chunks) {
      all.set(chunk, at);
      at += chunk.length;
    }
    return all;
  }
}
