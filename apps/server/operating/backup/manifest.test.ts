import { describe, expect, it } from "vitest";
import {
  type Manifest,
  readManifest,
  SECRET_FILES,
  type StoredObject,
  strayObjects,
  writeManifest,
} from "./manifest.ts";

const BACKUP = "2026-11-19T06-00-00Z";
const SERVER = "6f1c5d8e-3a52-4a0e-9a57-0f0c2f4f3f10";
const object = (name: string) => ({ name, bytes: 1, sha256: "0".repeat(64) });
const database = (name: string) => ({
  migrations: [],
  tables: [{ table: "t", columns: ["a"], format: "text" as const, rows: 1, object: object(name) }],
  sequences: [],
});

const list = (one: StoredObject, part = `backups/${BACKUP}/lists/a-00001.gz`) => ({
  count: 1,
  bytes: one.bytes,
  parts: [object(part)],
  inline: [one],
});

interface Names {
  readonly table?: string;
  readonly body?: string;
  readonly file?: string;
  readonly secret?: string;
  readonly part?: string;
  readonly server?: string;
}

/** In the order that it is written in. */
const manifest = ({ table, body, file, secret, server, part }: Names): Manifest => ({
  version: "1.0.0",
  takenAt: "",
  installation: "",
  metadata: database(table ?? `backups/${BACKUP}/metadata/t.copy.gz`),
  servers: [
    {
      id: server ?? SERVER,
      number: 2,
      database: database(`backups/${BACKUP}/frames-1/t.copy.gz`),
      bodies: list(object(body ?? "bodies/1/a"), part),
    },
  ],
  files: list(object(file ?? "files/tenant/a")),
  secrets: SECRET_FILES.map((path) => object(secret ?? `backups/${BACKUP}/secrets/${path}`)),
  secretMark: "",
});

describe("a manifest of a backup from anywhere [OPS-03]", () => {
  it("is read where its names stay in their places", () => {
    const good = manifest({});
    expect(readManifest(writeManifest(good))).toEqual(good);
    expect(strayObjects(good, BACKUP)).toEqual([]);
  });

  it.each<Names>([
    { body: "bodies/../../../etc/cron.d/x" },
    { body: "bodies//etc/cron.d/x" },
    { file: "/etc/cron.d/x" },
    { file: "files/./a" },
    { file: "files/a\\b" },
    { secret: `backups/${BACKUP}/secrets/../../authorized_keys` },
    { table: "" },
    { part: `backups/${BACKUP}/lists/../../x` },
    { server: "../../.." },
  ])("is not read with %o", (names) => {
    expect(readManifest(writeManifest(manifest(names)))).toBeUndefined();
  });

  it.each<Names>([
    { body: "files/a" },
    { file: "bodies/a" },
    { secret: `backups/${BACKUP}/secrets/.ssh/authorized_keys` },
    { secret: "backups/other/secrets/secret" },
    { table: "backups/other/t.copy.gz" },
    { part: "backups/other/lists/a-00001.gz" },
  ])("tells what lies elsewhere than a backup puts it: %o", (names) => {
    const read = readManifest(writeManifest(manifest(names)));
    if (!read) throw new Error("the manifest was not read");
    expect(strayObjects(read, BACKUP).map(({ name }) => name)).toContain(Object.values(names)[0]);
  });
});
