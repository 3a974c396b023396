/** For tests: a lake in a folder or in a bucket, which other readers see as a folder. */
import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Files, readWhole, writeWhole } from "../../platform/files/files.ts";
import { type DirectPlace, openShared } from "../../platform/files/open-files.ts";
import { s3SettingsOf, type TestS3, testS3, whyNoS3 } from "../engines/test-s3.ts";

export function whyNoLakeInS3(): string | undefined {
  const noS3 = whyNoS3();
  if (noS3) console.warn(`lakes in S3 are not tested: ${noS3}`);
  return noS3;
}

export interface TestLake {
  readonly place: DirectPlace;
  /** A folder with all that lies in it now, unfinished files too. */
  seen(): Promise<string>;
  /** Another one with the same files. */
  copy(): Promise<TestLake>;
}

export interface TestLakePlaces {
  /** An empty one. */
  make(): TestLake;
  drop(): Promise<void>;
}

async function namesOf(files: Files): Promise<string[]> {
  const names: string[] = [];
  for await (const name of files.list("")) names.push(name);
  return names;
}

async function withFiles<T>(place: DirectPlace, work: (files: Files) => Promise<T>): Promise<T> {
  const files = await openShared(place);
  try {
    return await work(files);
  } finally {
    await files.close();
  }
}

const copied = (from: DirectPlace, to: DirectPlace): Promise<void> =>
  withFiles(from, (source) =>
    withFiles(to, async (target) => {
      for (const name of await namesOf(source))
        await writeWhole(target, name, (await readWhole(source, name)) ?? new Uint8Array(0));
    }),
  );

/** All objects below a prefix as files. */
async function download(place: DirectPlace, folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await withFiles(place, async (files) => {
    for (const name of await namesOf(files)) {
      const path = join(folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, (await readWhole(files, name)) ?? "");
    }
  });
}

function placesOf(folder: string, newPlace: (name: string) => DirectPlace): () => TestLake {
  const make = (): TestLake => {
    const name = randomUUID();
    const place = newPlace(name);
    return {
      place,
      async seen() {
        if (place.kind === "folder") return place.folder;
        await download(place, join(folder, name));
        return join(folder, name);
      },
      async copy() {
        const other = make();
        await copied(place, other.place);
        return other;
      },
    };
  };
  return make;
}

export async function testLakePlaces(kind: DirectPlace["kind"]): Promise<TestLakePlaces> {
  const folder = mkdtempSync(join(tmpdir(), "canopy-lakes-"));
  const server: TestS3 | undefined = kind === "s3" ? await testS3() : undefined;
  const newPlace = (name: string): DirectPlace => {
    if (server) return { kind: "s3", settings: s3SettingsOf(server.port, name) };
    mkdirSync(join(folder, name));
    return { kind: "folder", folder: join(folder, name) };
  };
  return {
    make: placesOf(folder, newPlace),
    async drop() {
      await server?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
