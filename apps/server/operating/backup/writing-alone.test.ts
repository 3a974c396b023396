import { readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { writeWhole } from "../../platform/files/files.ts";
import { temporaryFolder } from "../../testing/engines/temporary-folder.ts";
import { type BackupPlace, openBackupPlace } from "./backup-place.ts";
import { writingAlone } from "./writing-alone.ts";

const QUICK = { now: Date.now, lookAgainMs: 50, renewMs: 200 };
const { signal } = new AbortController();
const elsewhere = { id: "another", host: "elsewhere", process: 1, begunAt: "2026-11-19T06:00:00Z" };
const mark = (place: BackupPlace, atMs: number) =>
  writeWhole(place.files, "writing.json", Buffer.from(JSON.stringify({ ...elsewhere, atMs })));

async function opened(): Promise<{ folder: string; place: BackupPlace }> {
  const folder = temporaryFolder();
  return { folder, place: await openBackupPlace({ kind: "folder", folder }) };
}

describe("a place of backups has one writer [OPS-03]", () => {
  it("of two that begin together one goes on", async () => {
    const { folder, place } = await opened();
    let [running, most] = [0, 0];
    const one = () =>
      writingAlone(
        place,
        signal,
        async () => {
          running += 1;
          most = Math.max(most, running);
          await sleep(100);
          running -= 1;
        },
        QUICK,
      );
    const ends = await Promise.allSettled([one(), one()]);
    expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(most).toBe(1);
    expect(readdirSync(folder)).toEqual([]);
    await one();
  });

  it("refuses beside a writer on another machine, and goes on when that one has been silent", async () => {
    const { place } = await opened();
    const work = () => writingAlone(place, signal, async () => "done", QUICK);
    await mark(place, Date.now() - 60_000);
    await expect(work()).rejects.toThrow("process 1 on elsewhere, since 2026-11-19T06:00:00Z");
    await mark(place, Date.now() - 120_000);
    expect(await work()).toBe("done");
  });

  it("ends when another one has taken the place", async () => {
    const { place } = await opened();
    const work = writingAlone(
      place,
      signal,
      async (taken) => {
        await mark(place, Date.now());
        await new Promise((_, reject) => taken.addEventListener("abort", () => reject(taken.reason)));
      },
      QUICK,
    );
    await expect(work).rejects.toThrow("another backup writes to");
  });
});
