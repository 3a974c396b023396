import { UNLIMITED_PACKAGE } from "@canopy/contract/capacity/package";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { PATIENCE } from "../../../e2e/support/patience.ts";
import { setPackage } from "../capacity/package-store.ts";
import { trafficUsed } from "../capacity/traffic-store.ts";
import { insertType } from "../devices/types/info-model-store.ts";
import { describeFilePlaces } from "../testing/stored/test-file-places.ts";
import { beginFromDevice, filesUrl, sentByDevice, someBytes } from "../testing/stored/test-files.ts";
import { grantLevel, type TestDevice, testDevice } from "../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../testing/test-app.ts";

const TIMEOUT_MS = 120_000 * PATIENCE;
const MINUTE_MS = 60_000;

describeFilePlaces("calls about files of devices", { timeout: TIMEOUT_MS }, (openPlace) => {
  let world: TestApp;
  let manager: TestUser;
  let sub: TestUser;
  let typeId: string;
  let one: TestDevice;
  let two: TestDevice;
  const bytes = someBytes(300_000);
  const ids: string[] = [];

  beforeAll(async () => {
    world = await testApp({}, await openPlace());
    const { db } = world.database;
    manager = await world.user({ tenant: "own", name: "manager_a", role: "manager" });
    sub = await world.user({ tenant: "own", name: "sub_a", role: "sub", level: "none" });
    await setPackage(db, manager.tenantId, { ...UNLIMITED_PACKAGE, file_storage_space: 1 });
    const type = { name: "EV logger", keyword: "can", is_public: false, data_groups: [] };
    typeId = (await insertType(db, manager.tenantId, type))?.id ?? "";
    one = await testDevice(db, manager.tenantId, { info_model_id: typeId });
    two = await testDevice(db, manager.tenantId);
    await grantLevel(db, sub, two.thingsId, "read");
    ids.push((await sentByDevice(world, one, "drive.log", bytes)).file_id);
    ids.push((await sentByDevice(world, one, "运行.log", someBytes(1000))).file_id);
    ids.push((await sentByDevice(world, two, "other.log", someBytes(2000))).file_id);
    for (const [n, id] of ids.entries())
      await sql`update files set created_at = now() - ${3 - n} * interval '1 minute',
        first_us = ${(10 - n) * 1_000_000} where id = ${id}`.execute(db);
  }, TIMEOUT_MS);
  afterAll(() => world?.close());

  const get = (path: string, user = manager) => world.call(user, { url: filesUrl(user, path) });
  const namesOf = async (query: string, user = manager): Promise<string[]> => {
    const answer = await get(`file-list?${query}`, user);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json().list.map(({ name }: { name: string }) => name);
  };

  it("lists files with the fields of the spec, the newest first [FIL-01]", async () => {
    const answer = (await get("file-list?page_size=25")).json();
    expect(answer.pagination).toEqual({ current_page: 1, page_size: 25, total_size: 3 });
    expect(answer.list[2]).toMatchObject({
      id: ids[0],
      file_source: "device",
      file_location: 0,
      third_things_id: one.deviceId,
      info_model_id: typeId,
      time_key: "create_time",
    });
    expect(JSON.parse(answer.list[2].ext_info)).toMatchObject({ name: "drive.log", size: 300_000, state: "stored" });
    expect(await namesOf("page_size=2&current_page=2")).toEqual(["drive.log"]);
  });

  it("narrows and orders them by every parameter of the spec [FIL-01]", async () => {
    const now = Date.now();
    expect(await namesOf("time_order=0")).toEqual(["drive.log", "运行.log", "other.log"]);
    expect(await namesOf("time_key=device_time&time_order=0")).toEqual(["other.log", "运行.log", "drive.log"]);
    expect(await namesOf("time_key=device_time&start_time=9500")).toEqual(["drive.log"]);
    expect(await namesOf(`end_time=${now - 2.5 * MINUTE_MS}`)).toEqual(["drive.log"]);
    expect(await namesOf(`start_time=${now - 1.5 * MINUTE_MS}`)).toEqual(["other.log"]);
    expect(await namesOf(`ext_info=${encodeURIComponent("运")}`)).toEqual(["运行.log"]);
    expect(await namesOf(`info_model_id=${typeId}&time_order=0`)).toEqual(["drive.log", "运行.log"]);
    expect(await namesOf(`third_things_id=${two.deviceId}`)).toEqual(["other.log"]);
    expect(await namesOf("file_source=recall")).toEqual([]);
    expect(await namesOf("file_location=1")).toEqual([]);
  });

  it("narrows them by folder, with what lies below it, and names the folders [FIL-03]", async () => {
    const { db } = world.database;
    const folders = ["", "logs/2026", "logs"];
    for (const [n, id] of ids.entries())
      await sql`update files set folder = ${folders[n]} where id = ${id}`.execute(db);
    expect(await namesOf("folder=/")).toEqual(["drive.log"]);
    expect(await namesOf("folder=/logs")).toEqual(["other.log", "运行.log"]);
    expect(await namesOf("folder=/logs/2026/")).toEqual(["运行.log"]);
    expect(await namesOf("folder=/log")).toEqual([]);
    expect((await get("file-list?folder=logs")).statusCode).toBe(400);
    expect((await get("file-folders")).json().list).toEqual([
      { folder: "/", files: 1 },
      { folder: "/logs", files: 1 },
      { folder: "/logs/2026", files: 1 },
    ]);
    expect((await get(`file-folders?third_things_id=${two.deviceId}&file_location=0`)).json().list).toHaveLength(1);
    expect((await get("file-folders", sub)).json().list).toEqual([{ folder: "/logs", files: 1 }]);
    await sql`update files set folder = ''`.execute(db);
  });

  it("shows a sub-user the files of its devices alone [USR-03]", async () => {
    expect(await namesOf("", sub)).toEqual(["other.log"]);
    expect((await get(`download-url/${ids[0]}`, sub)).statusCode).toBe(403);
    const url = filesUrl(sub, `file-delete?ids=${ids[2]}`);
    expect((await world.call(sub, { method: "DELETE", url })).statusCode).toBe(403);
    expect((await get("file-storage", sub)).json().list).toHaveLength(1);
  });

  it("sends a file through this server by a link that opens once, and counts its bytes [FIL-01]", async () => {
    const answer = await get(`download-url/${ids[0]}`);
    const { data } = answer.json();
    expect(data).toMatch(/^\/v1\/file-links\/[\w-]+$/);
    const before = await trafficUsed(world.database.db, manager.tenantId, Date.now());
    const file = await world.app.inject({ url: data });
    expect(file.rawPayload.equals(bytes)).toBe(true);
    expect(file.headers["content-disposition"]).toContain('filename="drive.log"');
    expect((await world.app.inject({ url: data })).statusCode).toBe(404);
    const counted = () => trafficUsed(world.database.db, manager.tenantId, Date.now());
    await expect.poll(counted, { timeout: 10_000 * PATIENCE }).toBe(before + bytes.length);
  });

  it("goes on with a download that was cut, for the same browser [FIL-01]", async () => {
    const answer = await get(`download-url/${ids[0]}`);
    const cookie = String(answer.headers["set-cookie"]).split(";")[0] ?? "";
    const { data } = answer.json();
    const first = await world.app.inject({ url: data, headers: { cookie, range: "bytes=0-99999" } });
    const rest = await world.app.inject({ url: data, headers: { cookie, range: "bytes=100000-" } });
    expect([first.statusCode, rest.statusCode]).toEqual([206, 206]);
    expect(Buffer.concat([first.rawPayload, rest.rawPayload]).equals(bytes)).toBe(true);
    const stranger = await world.app.inject({ url: data, headers: { range: "bytes=100000-" } });
    expect(stranger.statusCode).toBe(404);
  });

  it("names a file of any language in the header [FIL-01]", async () => {
    const file = await get(`ftp-download/${ids[1]}`);
    expect(file.headers["content-disposition"]).toBe(
      `attachment; filename="__.log"; filename*=UTF-8''${encodeURIComponent("运行.log")}`,
    );
  });

  it("sends nothing of a file that is not whole, or when the traffic is used up [CAP-02]", async () => {
    const begun = (await beginFromDevice(world, two, { name: "half.log", size: 10 })).json().data;
    expect((await get(`download-url/${begun.file_id}`)).json().code).toBe("files.incomplete");
    await world.files.receiver.remove(manager.tenantId, [begun.file_id]);
    const limited = { ...UNLIMITED_PACKAGE, file_storage_space: 1, device_file_traffic_management: 1 };
    await setPackage(world.database.db, manager.tenantId, limited);
    expect((await get(`download-url/${ids[0]}`)).json().code).toBe("transfers.trafficExhausted");
    await setPackage(world.database.db, manager.tenantId, { ...UNLIMITED_PACKAGE, file_storage_space: 1 });
  });

  it("tells the space of each device and of all [FIL-01] [CAP-02]", async () => {
    const answer = (await get("file-storage?storage_key=used_storage&storage_order=1")).json();
    expect(answer.list).toMatchObject([
      { id: one.thingsId, info_model_name: "EV logger", third_things_id: one.deviceId, used_storage: 301_000 },
      { id: two.thingsId, info_model_name: "", used_storage: 2000 },
    ]);
    expect([answer.total_size, answer.pagination.total_size]).toEqual([2, 2]);
    expect((await get("file-storage?storage_order=0")).json().list[0].id).toBe(two.thingsId);
    expect((await get(`file-storage?third_things_id=${two.deviceId}`)).json().total_size).toBe(1);
    expect((await get("file-capacity")).json()).toMatchObject({
      total_storage: 1024 ** 3,
      used_storage: 303_000,
      total_flow: 0,
    });
  });

  it("deletes files by ids or filters, never all of them by mistake [FIL-01]", async () => {
    const remove = (query: string) => world.call(manager, { method: "DELETE", url: filesUrl(manager, query) });
    for (const nothing of ["file-delete", "file-delete?time_order=1", "file-delete?ext_info="])
      expect((await remove(nothing)).json().code).toBe("files.nothingChosen");
    expect((await remove("file-delete?ids=nonsense")).statusCode).toBe(400);
    const foreign = `${ids[1]},00000000-0000-4000-8000-000000000000`;
    expect((await remove(`file-delete?ids=${foreign}`)).statusCode).toBe(404);
    expect(await namesOf("")).toHaveLength(3);
    expect((await remove(`file-delete?ids=${ids[1]}`)).json()).toMatchObject({ deleted: 1, freed: 1000 });
    expect((await remove("file-delete?ext_info=OTHER")).json()).toMatchObject({ deleted: 1 });
    expect((await remove(`file-storage/${one.thingsId}?file_location=1`)).json()).toMatchObject({ deleted: 0 });
    expect((await remove(`file-storage/${one.thingsId}?file_location=0`)).json()).toMatchObject({ deleted: 1 });
    expect(await namesOf("")).toEqual([]);
    expect((await get("file-capacity")).json().used_storage).toBe(0);
  });
});
