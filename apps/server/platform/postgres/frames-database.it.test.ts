import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type TestDatabase, testDatabase } from "../../testing/engines/test-database.ts";
import { dropDatabase, query, randomName } from "../../testing/engines/test-databases.ts";
import { createLog } from "../log.ts";
import { framesDatabases, makeFramesDatabase, reachFramesDatabase } from "./frames-database.ts";
import { openDatabase } from "./open-database.ts";
import { refuseUnsafeServer } from "./refuse-unsafe-server.ts";

const log = createLog("silent");
const BESIDE = { framesDatabaseUrls: [] };
let database: TestDatabase;
let name: string;
const role = randomName("canopy_guest");

beforeAll(async () => {
  database = await testDatabase();
  name = `${new URL(database.url).pathname.slice(1)}_frames`;
  await query(database.url, `create role ${role} login password 'guest'`);
});
afterAll(async () => {
  await query(database.url, `drop role ${role}`);
  await dropDatabase(inject("postgres").url, name);
  await database.drop();
});

const server = (url: string) => ({ url, embedded: false });

function asGuest(): string {
  const url = new URL(database.url);
  url.username = role;
  url.password = "guest";
  return url.href;
}

describe("the database of the frames", () => {
  it("that cannot be made is one sentence, which names the variable [OPS-02]", async () => {
    await expect(makeFramesDatabase(BESIDE, server(asGuest()))).rejects.toThrow(
      `The database ${name} for the frames cannot be made (permission denied to create database): make it, or set FRAMES_DATABASE_URL to another one.`,
    );
  });

  it("stands beside that of the metadata, made once by however many start together [OPS-02]", async () => {
    const [url = ""] = framesDatabases(BESIDE, server(database.url));
    const missing = openDatabase({ url, log });
    await expect(reachFramesDatabase(missing.pool)).rejects.toThrow(/is not there \(.*does not exist\)/);
    await missing.close();
    await Promise.all([1, 2, 3].map(() => makeFramesDatabase(BESIDE, server(database.url))));
    expect(await query(url, "select current_database() as name")).toEqual([{ name }]);
    // A role that may not create it can use it.
    await makeFramesDatabase(BESIDE, server(asGuest()));
  });

  it("is the one of FRAMES_DATABASE_URL where that is given, or several [OPS-02]", () => {
    const given = ["postgresql://frames.example/canopy", "postgresql://frames.example/other"];
    expect(framesDatabases({ framesDatabaseUrls: given }, server(database.url))).toEqual(given);
  });

  it("is named by the user where the address names no database", () => {
    const [url = ""] = framesDatabases(BESIDE, server("postgresql://me:secret@db.example?sslmode=require"));
    expect(url).toBe("postgresql://me:secret@db.example/me_frames?sslmode=require");
  });

  it("is refused on a server that confirms what is not on its disk yet [DAT-08]", async () => {
    await refuseUnsafeServer(database.pool);
    const [url = ""] = framesDatabases(BESIDE, server(database.url));
    await makeFramesDatabase(BESIDE, server(database.url));
    await query(url, `alter database ${name} set synchronous_commit = off`);
    const unsafe = openDatabase({ url, log });
    await expect(refuseUnsafeServer(unsafe.pool)).rejects.toThrow(
      `The PostgreSQL server of the database ${name} has synchronous_commit = off and would lose acknowledged data: set it to on.`,
    );
    await unsafe.close();
  });
});
