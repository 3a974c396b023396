import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

export interface Spool {
  /** Keeps the rows of an insert in a file while `use` runs. */
  withFile<T>(head: string, body: Readable, use: (file: string) => Promise<T>): Promise<T>;
}

/** A flush of frames is about 1 MB: up to this size rows go to memory, beyond it to the disk. */
const IN_MEMORY_BYTES = 16 * 1024 * 1024;

/** `memoryFolder` is a folder on /dev/shm, which in a container may be very small, or absent. */
export async function openSpool(memoryFolder: string, diskFolder: string): Promise<Spool> {
  for (const folder of [memoryFolder, diskFolder]) {
    // What a killed predecessor left behind.
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
  }
  return {
    async withFile(head, body, use) {
      const name = randomUUID();
      const files = { memory: join(memoryFolder, name), disk: join(diskFolder, name) };
      try {
        return await use(await keep(head, body, files));
      } finally {
        await Promise.all([rm(files.memory, { force: true }), rm(files.disk, { force: true })]);
      }
    },
  };
}

async function keep(head: string, body: Readable, files: { memory: string; disk: string }): Promise<string> {
  const chunks: Uint8Array[] = head === "" ? [] : [Buffer.from(head)];
  let bytes = head.length;
  const rest = body.iterator({ destroyOnReturn: false });
  for (let next = await rest.next(); !next.done; next = await rest.next()) {
    chunks.push(next.value);
    bytes += next.value.length;
    if (bytes > IN_MEMORY_BYTES) return toDisk(files.disk, chunks, body);
  }
  if (await hasRoom(files.memory, bytes)) {
    try {
      await writeFile(files.memory, chunks, { mode: 0o600 });
      return files.memory;
    } catch {
      // Somebody else filled it meanwhile.
    }
  }
  await writeFile(files.disk, chunks, { mode: 0o600 });
  return files.disk;
}

async function toDisk(file: string, chunks: readonly Uint8Array[], body: Readable): Promise<string> {
  const all = async function* () {
    yield* chunks;
    yield* body;
  };
  await pipeline(all, createWriteStream(file, { mode: 0o600 }));
  return file;
}

async function hasRoom(file: string, bytes: number): Promise<boolean> {
  const disk = await statfs(join(file, ".."));
  return disk.bavail * disk.bsize > bytes * 4;
}
