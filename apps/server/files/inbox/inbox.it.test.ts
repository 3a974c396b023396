import { randomUUID } from "node:crypto";
import { symlinkSync, writeFileSync } from "node:fs";
import { appendFile, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { UNLIMITED_PACKAGE } from "@canopy/contract/capacity/package";
import { fileErrors } from "@canopy/contract/files/errors";
import type { InboxFile, InboxRule } from "@canopy/contract/files/inbox";
import { transferErrors } from "@canopy/contract/transfers/errors";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { PATIENCE } from "../../../../e2e/support/patience.ts";
import { setPackage } from "../../capacity/package-store.ts";
import { localBus } from "../../platform/bus/local-bus.ts";
import { writeWhole } from "../../platform/files/files.ts";
import { type DirectPlace, openFar } from "../../platform/files/open-files.ts";
import { createLog } from "../../platform/log.ts";
import { s3SettingsOf, type TestS3, testS3, whyNoS3 } from "../../testing/engines/test-s3.ts";
import { filesUrl } from "../../testing/stored/test-files.ts";
import { type TestDevice, testDevice } from "../../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";
import { type LookServices, lookAtInbox, lookAtInboxes } from "./look-at-inbox.ts";
import { tellManagersOfInbox } from "./tell-managers.ts";

const TIMEOUT_MS = 120_000 * PATIENCE;
const SOON = { timeout: 60_000 * PATIENCE, interval: 100 };
const noS3 = whyNoS3();
if (noS3) console.warn(`an inbox in S3 is not tested: ${noS3}`);
const startS = Math.floor(Date.now() / 1000) - 3600;
/** Of another second each time: content that was not there before. */
let logs = 0;
function newLog(frames = 20): string {
  logs += 1;
  const lines = Array.from(
    { length: frames },
    (_, i) => `(${startS + logs}.${String(i).padStart(6, "0")}) can0 100#0${i % 10}`,
  );
  return `${lines.join("\n")}\n`;
}

const PLACES = noS3 ? (["folder"] as const) : (["folder", "s3"] as const);

describe.each(PLACES)("an inbox in a %s [FIL-04] [FIL-06]", { timeout: TIMEOUT_MS }, (kind) => {
  let server: TestS3 | undefined;
  let folder: string;
  let place: DirectPlace;
  let world: TestApp;
  let manager: TestUser;
  let device: TestDevice;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "canopy-inbox-"));
    server = kind === "s3" ? await testS3() : undefined;
    place = server
      ? { kind: "s3", settings: s3SettingsOf(server.port, randomUUID()) }
      : { kind: "folder", folder: join(folder, "inbox") };
    world = await testApp({}, { work: true, inboxPlace: place });
  }, TIMEOUT_MS);
  afterAll(async () => {
    await world?.close();
    await server?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    manager = await world.user({ tenant: randomUUID(), name: `m_${randomUUID().slice(0, 8)}`, role: "manager" });
    await setPackage(world.database.db, manager.tenantId, UNLIMITED_PACKAGE);
    device = await testDevice(world.database.db, manager.tenantId);
  });

  async function put(path: string, content: string): Promise<void> {
    if (place.kind === "folder") {
      const full = join(place.folder, manager.tenantId, path);
      await mkdir(dirname(full), { recursive: true });
      await writeFile(full, content);
      return;
    }
    const files = await openFar(place.settings);
    await writeWhole(files, `${manager.tenantId}/${path}`, Buffer.from(content));
    await files.close();
  }
  async function left(): Promise<string[]> {
    const found: string[] = [];
    for await (const { path } of world.files.inbox.list(manager.tenantId)) found.push(path);
    return found.sort();
  }
  const services = (more: Partial<LookServices> = {}): LookServices => ({
    ...world.files,
    jobs: world.jobs,
    log: createLog("fatal"),
    tell: tellManagersOfInbox(localBus(createLog("fatal"))),
    quietMs: 0,
    ...more,
  });
  const look = (more?: Partial<LookServices>) => lookAtInbox(services(more), manager.tenantId);
  const setRules = async (...rules: (Partial<InboxRule> & { pattern: string })[]) => {
    const answer = await world.call(manager, { method: "PUT", url: "/api/file-inbox/rules", payload: { rules } });
    expect(answer.statusCode, answer.body).toBe(200);
  };
  const files = async (): Promise<InboxFile[]> =>
    (await world.call(manager, { method: "GET", url: "/api/file-inbox/files?page_size=100" })).json().list;
  const statesOf = async () => Object.fromEntries((await files()).map(({ path, state }) => [path, state]));
  const reach = (path: string, state: string) =>
    expect
      .poll(async () => {
        await look();
        return (await statesOf())[path];
      }, SOON)
      .toBe(state);
  const cloudFiles = async () =>
    (await world.call(manager, { method: "GET", url: filesUrl(manager, "file-list?page_size=100") })).json().list;
  const framesStored = async (of: TestDevice = device) => {
    const query = { bindingNumber: of.bindingNumber, fromUs: 0, toUs: Number.MAX_SAFE_INTEGER, filter: {} };
    let frames = 0;
    for await (const batch of world.store.frames.stream(query)) frames += batch.length;
    return frames;
  };
  const messages = async (): Promise<string[]> => {
    const found = await sql<{ title: string }>`select title ->> 'en' as title from user_messages
      where user_id = ${manager.userId} order by sent_at`.execute(world.database.db);
    return found.rows.map(({ title }) => title);
  };

  it("takes a file over into the cloud files of its device and its history, and tells the manager once", async () => {
    await setRules({ pattern: "{id}/**" });
    await put(`${device.deviceId}/2026/drive.log`, newLog());
    await reach(`${device.deviceId}/2026/drive.log`, "done");
    expect(await cloudFiles()).toMatchObject([
      { name: "drive.log", folder: `${device.deviceId}/2026`, file_source: "inbox", things_id: device.thingsId },
    ]);
    expect(await framesStored()).toBe(20);
    expect(await left()).toEqual([]);
    await look();
    expect(await messages()).toEqual(["Inbox: 1 files taken over, 0 failed, 0 match no rule"]);
    expect(await files()).toMatchObject([{ state: "done", frames: 20, device_name: expect.any(String) }]);
  });

  it("waits until a file no longer changes", async () => {
    await setRules({ pattern: "{id}.log" });
    const path = `${device.deviceId}.log`;
    const first = newLog();
    await put(path, first);
    await look({ quietMs: 60_000 });
    expect(await statesOf()).toEqual({ [path]: "waiting" });
    const whole = first + newLog();
    if (place.kind === "folder")
      await appendFile(join(place.folder, manager.tenantId, path), whole.slice(first.length));
    else await put(path, whole);
    await reach(path, "done");
    expect((await cloudFiles())[0].size).toBe(whole.length);
    expect(await framesStored()).toBe(40);
  });

  it("keeps what matches nothing or fails, says why, and tries again when it is told to", async () => {
    const other = `${randomUUID().slice(0, 8)}.log`;
    await setRules({ pattern: "{id}/**" });
    await put(other, newLog());
    await put(`${device.deviceId}/empty.log`, "");
    await put(`${device.deviceId}/notes.txt`, "no log at all");
    await reach(`${device.deviceId}/notes.txt`, "failed");
    await reach(other, "unmatched");
    const listed = new Map((await files()).map((file) => [file.path, file]));
    expect(listed.get(other)).toMatchObject({ message_code: fileErrors.inboxNoRule.code });
    expect(listed.get(`${device.deviceId}/empty.log`)).toMatchObject({ message_code: fileErrors.inboxEmpty.code });
    expect(listed.get(`${device.deviceId}/notes.txt`)).toMatchObject({ message_code: transferErrors.notALog.code });
    expect(await left()).toEqual([`${device.deviceId}/empty.log`, other].sort());
    // A rule for it: taken without anybody asking.
    await setRules({ pattern: "{id}/**" }, { pattern: "*.log", things_id: device.thingsId, analyse: false });
    await reach(other, "done");
    expect(await framesStored()).toBe(0);
    const failed = listed.get(`${device.deviceId}/notes.txt`)?.id;
    const again = await world.call(manager, { method: "POST", url: `/api/file-inbox/files/${failed}/retry` });
    expect(again.statusCode, again.body).toBe(200);
    await reach(`${device.deviceId}/notes.txt`, "failed");
    const url = `/api/file-inbox/files/${listed.get(`${device.deviceId}/empty.log`)?.id}`;
    expect((await world.call(manager, { method: "DELETE", url })).statusCode).toBe(200);
    await look();
    expect(await left()).toEqual([]);
  });

  it("stores a file once that comes again, under its name or another", async () => {
    await setRules({ pattern: "{id}/**" });
    const log = newLog();
    await put(`${device.deviceId}/a.log`, log);
    await reach(`${device.deviceId}/a.log`, "done");
    await put(`${device.deviceId}/a.log`, log);
    await put(`${device.deviceId}/b.log`, log);
    await look();
    await reach(`${device.deviceId}/b.log`, "done");
    await reach(`${device.deviceId}/a.log`, "done");
    expect(await framesStored()).toBe(20);
    expect(await left()).toEqual([]);
    expect((await cloudFiles()).map(({ name }: { name: string }) => name).sort()).toEqual(["a.log", "b.log"]);
  });

  it("goes on after a process ended in the middle, and two that look at once take a file once", async () => {
    await setRules({ pattern: "{id}/**" });
    const path = `${device.deviceId}/cut.log`;
    await put(path, newLog(200_000));
    const read = vi.spyOn(world.files.inbox, "read");
    read.mockRejectedValueOnce(new Error("the process ended"));
    await Promise.all([look(), look(), look()]);
    await Promise.all(Array.from({ length: 4 }, () => lookAtInboxes(services(), 0)));
    await reach(path, "done");
    read.mockRestore();
    expect(await framesStored()).toBe(200_000);
    expect(await cloudFiles()).toHaveLength(1);
    expect((await files())[0]).toMatchObject({ frames: 200_000 });
    expect(await messages()).toHaveLength(1);
  });

  it("leaves files where the space of the tenant is used up, and takes them after a retry", async () => {
    await setRules({ pattern: "{id}/**" });
    await setPackage(world.database.db, manager.tenantId, { ...UNLIMITED_PACKAGE, file_storage_space: 1e-7 });
    const path = `${device.deviceId}/full.log`;
    await put(path, newLog());
    await reach(path, "failed");
    const [file] = await files();
    expect(file).toMatchObject({ message_code: fileErrors.spaceFull.code });
    expect(await left()).toEqual([path]);
    expect(await cloudFiles()).toEqual([]);
    await setPackage(world.database.db, manager.tenantId, UNLIMITED_PACKAGE);
    await world.call(manager, { method: "POST", url: `/api/file-inbox/files/${file?.id}/retry` });
    await reach(path, "done");
    expect(await framesStored()).toBe(20);
  });

  it("has rules that can be tried before they are saved, for devices of the tenant alone", async () => {
    const stranger = await world.user({ tenant: randomUUID(), name: `m_${randomUUID().slice(0, 8)}`, role: "manager" });
    const foreign = await testDevice(world.database.db, stranger.tenantId);
    const rules = [{ pattern: "{id}/**" }];
    const names = [`${device.deviceId}/a.log`, `${foreign.deviceId}/a.log`, "x.log"];
    const tried = await world.call(manager, { method: "POST", url: "/api/file-inbox/try", payload: { rules, names } });
    expect(tried.json().list).toMatchObject([
      { rule: 0, things_id: device.thingsId, message_code: null },
      { rule: 0, things_id: null, message_code: fileErrors.inboxNoDevice.code },
      { rule: null, message_code: fileErrors.inboxNoRule.code },
    ]);
    const put = (rule: object) =>
      world.call(manager, { method: "PUT", url: "/api/file-inbox/rules", payload: { rules: [rule] } });
    expect((await put({ pattern: "**", things_id: foreign.thingsId })).statusCode).toBe(404);
    expect((await put({ pattern: "**" })).json()).toMatchObject({ code: fileErrors.inboxDevice.code });
    expect((await put({ pattern: "{x}" })).json()).toMatchObject({ code: fileErrors.inboxPattern.code });
    expect((await world.call(manager, { method: "GET", url: "/api/file-inbox" })).json().data.rules).toEqual([]);
  });

  const ofFolder: (name: string, work: () => Promise<void>) => void = kind === "folder" ? it : () => undefined;
  ofFolder("follows no link, and reads nothing outside of the inbox", async () => {
    await setRules({ pattern: "**", things_id: device.thingsId });
    const own = join(folder, "inbox", manager.tenantId);
    await mkdir(own, { recursive: true });
    const secret = join(folder, "secret.log");
    writeFileSync(secret, newLog());
    symlinkSync(secret, join(own, "link.log"));
    symlinkSync(folder, join(own, "folder"));
    await look();
    expect(await files()).toEqual([]);
    await expect(world.files.inbox.read(manager.tenantId, "link.log", 0, 10)).rejects.toThrow();
    await expect(world.files.inbox.read(manager.tenantId, "folder/secret.log", 0, 10)).rejects.toThrow();
    await expect(world.files.inbox.remove(manager.tenantId, "folder/secret.log")).rejects.toThrow();
    expect(await readdir(folder)).toContain("secret.log");
  });
});
