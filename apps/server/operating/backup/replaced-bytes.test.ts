import { describe, expect, it } from "vitest";
import { writeWhole } from "../../platform/files/files.ts";
import { FolderFiles } from "../../platform/files/folder-files.ts";
import { temporaryFolder } from "../../testing/engines/temporary-folder.ts";
import { openBackupPlace } from "./backup-place.ts";
import type { Manifest } from "./manifest.ts";
import { replacedBytes } from "./replaced-bytes.ts";
import { refuseUnfit } from "./restore-backup.ts";

const SEGMENT = `0a1b2c3d/00/${"00".repeat(16)}.seg`;
const OTHER = `0a1b2c3d/11/${"11".repeat(16)}.seg`;
const list = (bytes: number) => ({ count: 1, bytes, parts: [], inline: [] });
const object = (name: string, bytes: number) => ({ name, bytes, sha256: "0".repeat(64) });

describe("the room for a restore [OPS-03]", () => {
  it("counts what a cut-off one has brought whole, and with --force all that is removed before", async () => {
    const [segments, files] = [new FolderFiles(temporaryFolder()), new FolderFiles(temporaryFolder())];
    await writeWhole(segments, SEGMENT, Buffer.alloc(100));
    await writeWhole(segments, OTHER, Buffer.alloc(1000));
    await writeWhole(segments, "notes.txt", Buffer.alloc(10_000));
    await writeWhole(files, "tenant/a", Buffer.alloc(7));
    await writeWhole(files, "tenant/b", Buffer.alloc(70));
    const bodies = [object(`bodies/${SEGMENT}`, 100), object(`bodies/${OTHER}`, 999)];
    const places = [
      { files: segments, objects: bodies, folder: "bodies" },
      { files, objects: [object("files/tenant/a", 7)], folder: "files" },
    ] as const;
    expect(await replacedBytes(places, false)).toBe(107);
    expect(await replacedBytes(places, true)).toBe(1177);
    for (const { files: opened } of places) await opened.close();
  });

  it("is enough with what is replaced, and else told with it", async () => {
    const database = { migrations: [], tables: [], sequences: [] };
    const manifest: Manifest = {
      ...{ version: "1.0.0", takenAt: "", installation: "", metadata: database, files: list(0), secretMark: "" },
      servers: [{ id: "", number: 1, database, bodies: list(3 * 1024 ** 2) }],
      secrets: [],
    };
    const place = await openBackupPlace({ kind: "folder", folder: temporaryFolder() });
    const options = { signal: new AbortController().signal, progress: () => () => undefined };
    const refusal = (freeBytes: number, replaced: number) => {
      const target = { version: "1.0.0", secret: undefined, known: () => [], serverCount: 1 };
      return refuseUnfit(place, manifest, { ...target, room: { freeBytes, replacedBytes: replaced } }, options);
    };
    await expect(refusal(1024 ** 2, 1024 ** 2)).rejects.toThrow(
      "has 1.0 MB free, beside 1.0 MB that are replaced or there already: make room",
    );
    await expect(refusal(1024 ** 2, 2 * 1024 ** 2)).rejects.toThrow("has no secret in it");
  });
});
