import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type pg from "pg";
import type { Files } from "../../../platform/files/files.ts";
import { FolderFiles } from "../../../platform/files/folder-files.ts";
import { dropCache, type FilesPlace, makeCache, openFar, openFiles } from "../../../platform/files/open-files.ts";
import { readingAhead } from "../../../platform/files/read-ahead.ts";
import { bucketInWords, type S3Settings } from "../../../platform/files/s3-url.ts";
import { checkMark, type FilesState, filesState } from "./files-mark.ts";

/** Where the segments of a store lie, checked to be its own. */
export interface StoreFiles {
  readonly place: FilesPlace;
  readonly files: Files;
  /** Without a cache, for a reader of everything. */
  readonly whole: Files;
  /** Whether they work, asked without patience. */
  state(): Promise<FilesState>;
  /** A folder on the disk that the store fills. */
  readonly local: string;
  close(): Promise<void>;
}

interface Wanted {
  readonly pool: pg.Pool;
  readonly folder: string;
  readonly s3: S3Settings | undefined;
}

export async function openStoreFiles({ pool, folder, s3 }: Wanted): Promise<StoreFiles> {
  if (s3 !== undefined) return openBucket(pool, join(dirname(folder), "segments-cache"), s3);
  mkdirSync(folder, { recursive: true });
  const files = new FolderFiles(folder);
  const mark = await checkMark({ pool, files, where: folder, setting: "CANOPY_DATA" });
  return {
    place: { kind: "folder", folder },
    files,
    whole: files,
    state: () => filesState(files, mark),
    local: folder,
    close: () => files.close(),
  };
}

async function openBucket(pool: pg.Pool, below: string, settings: S3Settings): Promise<StoreFiles> {
  const [far, probe] = [await openFar(settings), await openFar(settings, { attempts: 1 })];
  const closeFar = async () => {
    await far.close();
    await probe.close();
  };
  const where = bucketInWords(settings);
  const mark = await checkMark({ pool, files: far, where, setting: "S3_URL" }).catch(async (error: unknown) => {
    await closeFar();
    throw error;
  });
  const cache = await makeCache(below, settings.cacheBytes);
  const place: FilesPlace = { kind: "s3", settings, cache };
  const files = await openFiles(place);
  return {
    place,
    files,
    whole: readingAhead(far),
    state: () => filesState(probe, mark),
    local: cache.folder,
    async close() {
      await files.close();
      await closeFar();
      await dropCache(cache);
    },
  };
}
