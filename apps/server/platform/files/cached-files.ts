import type { BlockCache } from "./block-cache.ts";
import type { Files, NewFile, RemoveOptions } from "./files.ts";

const BLOCK_BYTES = 256 * 1024;
/** A gap between wanted blocks that is fetched with them: a request costs as much as these bytes. */
const MOST_GAP_BLOCKS = 8;
/** Of one request. */
const MOST_SPAN_BLOCKS = 64;
/** In memory: neighbours are often read one after the other, in pieces far smaller than a block. */
const MEMORY_BLOCKS = 32;

interface Asked {
  readonly offset: number;
  readonly length: number;
  resolve(bytes: Uint8Array): void;
  reject(error: unknown): void;
}

/** Blocks from `from` on, without `to`. */
interface Span {
  readonly from: number;
  to: number;
}

/**
 * Files that are far away and never replaced, with blocks of them near by. Reads of one file that are asked for together share requests.
 * A new file is read back from afar when it is finished, so those who compare it compare what is stored.
 */
export class CachedFiles implements Files {
  readonly #far: Files;
  readonly #near: BlockCache;
  readonly #blockBytes: number;
  readonly #asked = new Map<string, Asked[]>();
  /** Spans on their way: "name from" of each block. */
  readonly #fetching = new Map<string, Promise<Uint8Array>>();

  /** In order of their last use. */
  readonly #memory = new Map<string, Uint8Array>();

  constructor(far: Files, near: BlockCache, blockBytes = BLOCK_BYTES) {
    this.#far = far;
    this.#near = near;
    this.#blockBytes = blockBytes;
  }

  read(name: string, offset: number, length: number): Promise<Uint8Array> {
    if (length === 0) return Promise.resolve(new Uint8Array(0));
    return new Promise((resolve, reject) => {
      let asked = this.#asked.get(name);
      if (asked === undefined) {
        asked = [];
        this.#asked.set(name, asked);
        setImmediate(() => void this.#answer(name));
      }
      asked.push({ offset, length, resolve, reject });
    });
  }

  async create(name: string): Promise<NewFile> {
    const file = await this.#far.create(name);
    let length = 0;
    return {
      async write(bytes) {
        await file.write(bytes);
        for (const part of bytes) length += part.length;
      },
      finish: async (check) => {
        await file.finish(check);
        await this.#readBack(name, length);
      },
      abort: () => file.abort(),
    };
  }

  size(name: string): Promise<number | undefined> {
    return this.#far.size(name);
  }

  async remove(name: string, options?: RemoveOptions): Promise<void> {
    if (options?.leavesFinished) return this.#far.remove(name, options);
    for (const key of [...this.#memory.keys()]) if (key.startsWith(`${name} `)) this.#memory.delete(key);
    await this.#near.forget(name);
    await this.#far.remove(name, options);
  }

  list(prefix: string): AsyncIterable<string> {
    return this.#far.list(prefix);
  }

  close(): Promise<void> {
    return this.#far.close();
  }

  async #answer(name: string): Promise<void> {
    const asked = this.#asked.get(name) ?? [];
    this.#asked.delete(name);
    try {
      const wanted = [...new Set(asked.flatMap((one) => blocksOf(one, this.#blockBytes)))].sort((a, b) => a - b);
      const blocks = await this.#blocks(name, wanted);
      for (const one of asked) one.resolve(assemble(one, blocks, this.#blockBytes));
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }

  async #blocks(name: string, wanted: readonly number[]): Promise<Map<number, Uint8Array>> {
    const blocks = new Map<number, Uint8Array>();
    const missing: number[] = [];
    const found = await Promise.all(
      wanted.map((index) => this.#fetching.get(`${name} ${index}`) ?? this.#kept(name, index)),
    );
    for (const [i, index] of wanted.entries()) {
      const bytes = found[i];
      if (bytes === undefined) missing.push(index);
      else blocks.set(index, bytes);
    }
    await Promise.all(
      spansOf(missing).map(async (span) => {
        for (const [index, bytes] of await this.#fetch(name, span)) blocks.set(index, bytes);
      }),
    );
    return blocks;
  }

  async #kept(name: string, index: number): Promise<Uint8Array | undefined> {
    const key = `${name} ${index}`;
    const bytes = this.#memory.get(key) ?? (await this.#near.get(name, index));
    if (bytes === undefined) return undefined;
    this.#memory.delete(key);
    this.#memory.set(key, bytes);
    for (const oldest of this.#memory.keys()) {
      if (this.#memory.size <= MEMORY_BLOCKS) break;
      this.#memory.delete(oldest);
    }
    return bytes;
  }

  /** All blocks of the span, those of its gaps too. */
  async #fetch(name: string, { from, to }: Span): Promise<Map<number, Uint8Array>> {
    const reading = this.#far.read(name, from * this.#blockBytes, (to - from) * this.#blockBytes);
    const blockOf = (bytes: Uint8Array, index: number) =>
      bytes.subarray((index - from) * this.#blockBytes, (index - from + 1) * this.#blockBytes);
    const indexes = Array.from({ length: to - from }, (_, i) => from + i);
    for (const index of indexes) {
      const block = reading.then((bytes) => blockOf(bytes, index));
      block.catch(() => undefined);
      this.#fetching.set(`${name} ${index}`, block);
    }
    try {
      const bytes = await reading;
      const blocks = new Map(indexes.map((index) => [index, blockOf(bytes, index)]));
      for (const [index, block] of blocks) if (block.length > 0) await this.#near.put(name, index, block);
      return blocks;
    } finally {
      for (const index of indexes) this.#fetching.delete(`${name} ${index}`);
    }
  }

  async #readBack(name: string, length: number): Promise<void> {
    const blocks = Math.ceil(length / this.#blockBytes);
    for (let from = 0; from < blocks; from += MOST_SPAN_BLOCKS)
      await this.#fetch(name, { from, to: Math.min(blocks, from + MOST_SPAN_BLOCKS) });
  }
}

function blocksOf({ offset, length }: Asked, blockBytes: number): number[] {
  const first = Math.floor(offset / blockBytes);
  const last = Math.floor((offset + length - 1) / blockBytes);
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

function spansOf(indexes: readonly number[]): Span[] {
  const spans: Span[] = [];
  for (const index of indexes) {
    const last = spans.at(-1);
    if (last && index - last.to <= MOST_GAP_BLOCKS && index + 1 - last.from <= MOST_SPAN_BLOCKS) last.to = index + 1;
    else spans.push({ from: index, to: index + 1 });
  }
  return spans;
}

/** Shorter where a block is: the file ends there. */
function assemble({ offset, length }: Asked, blocks: ReadonlyMap<number, Uint8Array>, blockBytes: number): Uint8Array {
  const bytes = Buffer.allocUnsafeSlow(length);
  let at = 0;
  while (at < length) {
    const index = Math.floor((offset + at) / blockBytes);
    const from = offset + at - index * blockBytes;
    const part = blocks.get(index)?.subarray(from, from + length - at) ?? new Uint8Array(0);
    if (part.length === 0) break;
    bytes.set(part, at);
    at += part.length;
  }
  return at === length ? bytes : bytes.subarray(0, at);
}
