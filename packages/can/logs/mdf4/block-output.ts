import { type Deflate, PackQueue } from "../pack-queue.ts";
import type { LogOutput } from "../writer.ts";

/**
 * An MDF4 file as it grows. Its end moves with each block of the queue: code that needs `at` belongs into the queue
 * too.
 */
export class BlockOutput {
  /** The address of the next block. */
  at = 0;
  readonly queue = new PackQueue();
  readonly deflate: Deflate | undefined;
  private readonly output: LogOutput;

  constructor(output: LogOutput, deflate: Deflate | undefined) {
    if (output.patch === undefined) throw new Error("MDF4 needs an output that can be patched");
    this.output = output;
    this.deflate = deflate;
  }

  append(bytes: Uint8Array): void {
    this.output.append(bytes);
    this.at += bytes.length;
  }

  patch(at: number, bytes: Uint8Array): void {
    this.output.patch?.(at, bytes);
  }
}
