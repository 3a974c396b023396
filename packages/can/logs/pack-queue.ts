/** zlib deflate, at once or later; the bytes given are not changed until it has answered. */
export type Deflate = (data: Uint8Array) => Uint8Array | Promise<Uint8Array>;

/**
 * Blocks that are packed before they are written: each is written in its turn, also where deflate answers later and
 * has several of them at once. What depends on where a block came to lie waits in the same row.
 */
export class PackQueue {
  /** Resolves when all that was pushed is written; undefined: it is already. */
  pending: Promise<void> | undefined;

  push(packed: Uint8Array | Promise<Uint8Array>, write: (packed: Uint8Array) => void): void {
    if (this.pending === undefined && !(packed instanceof Promise)) {
      write(packed);
      return;
    }
    const written = Promise.all([packed, this.pending]).then(([bytes]) => {
      write(bytes);
      if (this.pending === written) this.pending = undefined;
    });
    // The error stays in `pending` until it is awaited.
    written.catch(() => undefined);
    this.pending = written;
  }

  /** After all that was pushed. */
  afterwards(work: () => void): void {
    this.push(NOTHING, work);
  }
}

const NOTHING = new Uint8Array(0);
