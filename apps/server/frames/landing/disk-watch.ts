import { statfs } from "node:fs/promises";

/** Landing stops while less is free, so that PostgreSQL itself never does. */
const LEAST_FREE_BYTES = 1024 ** 3;
const LEAST_FREE_SHARE = 0.05;
const LOOK_MS = 1000;

/** Thrown by landing: acknowledgements are withheld, and everything else goes on. */
export class DiskNearlyFull extends Error {}

/** What landing leaves free on a disk of this size. */
export const keptFree = (bytes: number): number => Math.max(LEAST_FREE_BYTES, LEAST_FREE_SHARE * bytes);

export interface DiskRoom {
  readonly bytes: number;
  readonly freeBytes: number;
}

export interface WatchedDisk extends DiskRoom {
  /** Landing stops below this; 0: nothing lies on it that may not end. */
  readonly keptBytes: number;
}

/** Of a disk, in blocks. */
type Look = (folder: string) => Promise<{ readonly bavail: number; readonly blocks: number; readonly bsize: number }>;

export class DiskWatch {
  readonly #folder: string;
  readonly #look: Look;
  readonly #keepsRoom: boolean;
  #lookedMs = Number.NEGATIVE_INFINITY;
  #isFull = false;

  /** `keepsRoom`: false where nothing lies on it that may not end, only the cache of a bucket. */
  constructor(folder: string, look: Look = statfs, keepsRoom = true) {
    this.#folder = folder;
    this.#look = look;
    this.#keepsRoom = keepsRoom;
  }

  get isFull(): boolean {
    return this.#isFull;
  }

  async hasRoom(): Promise<boolean> {
    if (!this.#keepsRoom) return true;
    if (performance.now() - this.#lookedMs > LOOK_MS) {
      const { bytes, freeBytes } = await this.room();
      this.#lookedMs = performance.now();
      this.#isFull = freeBytes < keptFree(bytes);
    }
    return !this.#isFull;
  }

  async room(): Promise<WatchedDisk> {
    const { bavail, blocks, bsize } = await this.#look(this.#folder);
    const bytes = blocks * bsize;
    return { bytes, freeBytes: bavail * bsize, keptBytes: this.#keepsRoom ? keptFree(bytes) : 0 };
  }

  async mustHaveRoom(): Promise<void> {
    if (!(await this.hasRoom())) throw new DiskNearlyFull("less than 1 GB or 5 % of the disk is free");
  }
}
