import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import { startTicks } from "../engines/processes.ts";
import type { Files } from "./files.ts";
import { FolderFiles } from "./folder-files.ts";
import type { S3Options } from "./s3-files.ts";
import { bucketInWords, type S3Settings } from "./s3-url.ts";

/** Where files lie. Plain data: every thread opens the same. */
export type FilesPlace =
  | { readonly kind: "folder"; readonly folder: string }
  | { readonly kind: "s3"; readonly settings: S3Settings; readonly cache: CacheFolder };

/** The same without a cache. */
export type DirectPlace =
  | { readonly kind: "folder"; readonly folder: string }
  | { readonly kind: "s3"; readonly settings: S3Settings };

export interface CacheFolder {
  readonly folder: string;
  readonly mostBytes: number;
}

/** The AWS client is loaded by those who use it. */
export async function openFiles(place: FilesPlace): Promise<Files> {
  if (place.kind === "folder") return new FolderFiles(place.folder);
  const [far, { CachedFiles }, { BlockCache }] = await Promise.all([
    openFar(place.settings),
    import("./cached-files.ts"),
    import("./block-cache.ts"),
  ]);
  const { folder, mostBytes } = place.cache;
  return new CachedFiles(far, new BlockCache(folder, mostBytes));
}

/** Without a cache: for those who ask what is really there. */
export async function openFar(settings: S3Settings, options?: S3Options): Promise<Files> {
  const { S3Files } = await import("./s3-files.ts");
  return new S3Files(settings, options);
}

/** Files that other programs read too. */
export async function openShared(place: DirectPlace): Promise<Files> {
  return place.kind === "folder" ? new FolderFiles(place.folder, undefined, "shared") : openFar(place.settings);
}

/** For sentences and locks: no keys. */
export const placeInWords = (place: DirectPlace): string =>
  place.kind === "folder" ? place.folder : bucketInWords(place.settings);

/** Whether a place is in a bucket at the prefix of these settings, or below it. */
export const isBelow = (place: DirectPlace, { endpoint, bucket, prefix }: S3Settings): boolean =>
  place.kind === "s3" &&
  place.settings.endpoint === endpoint &&
  place.settings.bucket === bucket &&
  place.settings.prefix.startsWith(prefix);

/** A cache may use this share of what is free. */
const FREE_SHARE = 0.25;

/**
 * An empty cache for this process below a folder. What others left who were killed is removed: after a power loss its
 * blocks may not be what was written.
 */
export async function makeCache(below: string, mostBytes: number): Promise<CacheFolder> {
  await mkdir(below, { recursive: true });
  for (const name of await readdir(below)) {
    const [pid, ticks] = name.split("-");
    if (startTicks(Number(pid)) !== ticks) await rm(join(below, name), { recursive: true, force: true });
  }
  const folder = join(below, `${process.pid}-${startTicks(process.pid)}-${randomUUID().slice(0, 8)}`);
  await mkdir(folder);
  const { bavail, bsize } = await statfs(folder);
  return { folder, mostBytes: Math.min(mostBytes, bavail * bsize * FREE_SHARE) };
}

export async function dropCache({ folder }: CacheFolder): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}
