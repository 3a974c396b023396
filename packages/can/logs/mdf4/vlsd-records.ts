import { FLAG_REMOTE } from "../../frame/frame.ts";
import type { Mdf4File } from "./data-stream.ts";
import type { ReorderWindow } from "./reorder.ts";

/** Values that came before their frame are kept for it, the latest ones. */
const MAX_EARLY_VALUES = 256;

/**
 * Brings frames and their payloads together where the payloads stand in records of their own. A frame names the
 * offset its payload would have in the sorted file: the sum of all values before, each with 4 bytes of length.
 */
export class VlsdRecords {
  private offset = 0;
  private readonly early = new Map<number, Uint8Array>();
  private readonly waiting = new Map<number, number>();

  frame(window: ReorderWindow, index: number, offset: number): void {
    const value = this.early.get(offset);
    if (value === undefined) {
      if ((window.batch.size[index] as number) === 0 || this.waiting.has(offset)) return;
      this.waiting.set(offset, index);
      window.waiting++;
      return;
    }
    this.early.delete(offset);
    fill(window, index, value, 0, value.length);
  }

  value(window: ReorderWindow, bytes: Uint8Array, at: number, length: number): void {
    const index = this.waiting.size > 0 ? this.waiting.get(this.offset) : undefined;
    if (index !== undefined) {
      this.waiting.delete(this.offset);
      window.waiting--;
      fill(window, index, bytes, at, length);
    } else if (length > 0 && length <= 64) this.keep(bytes, at, length);
    this.offset += 4 + length;
  }

  /** The window moves on: waiting references have lost their payload. */
  forget(window: ReorderWindow, file: Mdf4File): void {
    for (const _ of this.waiting) file.out.problem("missingData", file.dataBytesRead);
    window.waiting -= this.waiting.size;
    this.waiting.clear();
  }

  private keep(bytes: Uint8Array, at: number, length: number): void {
    if (this.early.size >= MAX_EARLY_VALUES) {
      for (const oldest of this.early.keys()) {
        this.early.delete(oldest);
        break;
      }
    }
    this.early.set(this.offset, new Uint8Array(bytes.subarray(at, at + length)));
  }
}

function fill(window: ReorderWindow, index: number, bytes: Uint8Array, at: number, length: number): void {
  const { batch } = window;
  if ((batch.flags[index] as number) & FLAG_REMOTE) return;
  const start = batch.start[index] as number;
  const count = Math.min(batch.size[index] as number, length);
  for (let k = 0; k < count; k++) batch.data[start + k] = bytes[at + k] as number;
}
