import { closeSync, constants, openSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";

/**
 * How far everything was acknowledged: epoch and the first sequence that is not. Written without waiting for the disk:
 * after a power cut an older mark sends some batches again, and the server knows them by their identity.
 */
export class Mark {
  private readonly file: number;

  constructor(folder: string) {
    this.file = openSync(join(folder, "acknowledged"), constants.O_RDWR | constants.O_CREAT);
  }

  read(epoch: number): number {
    const bytes = Buffer.alloc(16);
    if (readSync(this.file, bytes, 0, 16, 0) < 16) return 0;
    if (bytes.readUInt32LE(0) !== crc32(bytes.subarray(4)) || bytes.readUInt32LE(4) !== epoch) return 0;
    return Number(bytes.readBigUInt64LE(8));
  }

  write(epoch: number, sequence: number): void {
    const bytes = Buffer.alloc(16);
    bytes.writeUInt32LE(epoch, 4);
    bytes.writeBigUInt64LE(BigInt(sequence), 8);
    bytes.writeUInt32LE(crc32(bytes.subarray(4)), 0);
    writeSync(this.file, bytes, 0, 16, 0);
  }

  close(): void {
    closeSync(this.file);
  }
}
