import { createHash } from "node:crypto";
import { UNLIMITED_PACKAGE } from "@canopy/contract/capacity/package";
import { OLD_FIRMWARE_BYTES } from "@canopy/contract/files/recalls";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { PATIENCE } from "../../../../e2e/support/patience.ts";
import { setPackage } from "../../capacity/package-store.ts";
import { reportStatus } from "../../devices/link/report-status.ts";
import {
  type DrivenDevice,
  RECALL_SOON,
  type RecallWorld,
  recallWorld,
} from "../../testing/terminals/test-recall-world.ts";
import { getFile } from "../file-store.ts";

const TIMEOUT_MS = 180_000 * PATIENCE;
const GB = 1024 ** 3;
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

describe("recall", { timeout: TIMEOUT_MS }, () => {
  let world: RecallWorld;
  let driven: DrivenDevice;

  beforeAll(async () => {
    world = await recallWorld();
    world.startRunner();
    driven = await world.drive();
  }, TIMEOUT_MS);
  afterAll(() => world?.close());
  afterEach(async () => {
    world.intercept = undefined;
    await setPackage(world.database.db, world.manager.tenantId, UNLIMITED_PACKAGE);
  });

  const whole = async (name: string) => (await world.read(driven.device)).filter((one) => one.name.startsWith(name));
  const contentOf = async (fileId: string | null): Promise<string | null | undefined> =>
    (await getFile(world.database.db, world.manager.tenantId, fileId ?? ""))?.sha256;
  const framesOf = async ({ bindingNumber }: DrivenDevice["device"]) => {
    const query = { bindingNumber, fromUs: 0, toUs: Number.MAX_SAFE_INTEGER, filter: {} };
    return world.store.frames.count(query);
  };
  const linesOf = (name: string) =>
    Buffer.from(driven.terminal.card.read(name) ?? "")
      .toString()
      .split("\n").length - 1;

  it("reads the list of the card with the moment, by kinds [FIL-02]", async () => {
    const files = await world.read(driven.device);
    const kinds = new Set(files.map(({ content, channel }) => `${content} ${channel}`));
    expect(kinds).toEqual(new Set(["can 0", "can 1", "lin 32", "digital null", "gps null"]));
    for (const file of files) {
      const bytes = driven.terminal.card.read(file.name);
      expect(file.is_writing).toBe(bytes === undefined);
      if (bytes) expect(file).toMatchObject({ size: bytes.length, recall: null, file_id: null });
      expect(file.end_time).toBeGreaterThanOrEqual(file.start_time);
    }
    const url = `/api/things/${driven.device.thingsId}/card-files?content=can&channel=1&page_size=1`;
    const { list, pagination, card } = (await world.call(world.manager, { url })).json();
    expect(list).toHaveLength(1);
    expect(pagination.total_size).toBe(files.filter(({ channel }) => channel === 1).length);
    expect(card).toMatchObject({ total_mb: 30_436, online: true, is_whole: true });
    expect(Math.abs(card.read_time - Date.now())).toBeLessThan(60_000);
  });

  it("gets a file in both stages and brings it into history once [FIL-02]", async () => {
    const [file] = await whole("CAN1_0001");
    const name = file?.name ?? "";
    const before = await framesOf(driven.device);
    const [recall] = await world.recall(driven.device, [name], true);
    const done = await world.ends(driven.device, recall?.recall_id ?? "", "done");
    expect(done).toMatchObject({ received: file?.size, code: null });
    expect(await contentOf(done.file_id)).toBe(sha256(driven.terminal.card.read(name) ?? new Uint8Array()));
    const inHistory = async () => (await whole("CAN1_0001"))[0]?.in_history;
    await expect.poll(inHistory, RECALL_SOON).toBe(true);
    expect((await framesOf(driven.device)) - before).toBe(linesOf(name));
    // The same file again is the same file, and no frame comes twice.
    const [again] = await world.recall(driven.device, [name], true);
    const repeated = await world.ends(driven.device, again?.recall_id ?? "", "done");
    expect(repeated.file_id).toBe(done.file_id);
    const jobs = sql<{ n: number }>`select count(*)::int as n from jobs where state in ('queued', 'running')`;
    await expect.poll(async () => (await jobs.execute(world.database.db)).rows[0]?.n, RECALL_SOON).toBe(0);
    expect((await framesOf(driven.device)) - before).toBe(linesOf(name));
  });

  it("brings only what history has not [FIL-02]", async () => {
    const half = await world.drive({ minutes: 2, outboxBytes: 32 * 1024 ** 2 });
    const sent = () => half.terminal.outbox.waiting;
    half.terminal.pump();
    await expect.poll(sent, RECALL_SOON).toBe(0);
    const before = await framesOf(half.device);
    const name = (await world.read(half.device)).find((one) => one.name === "CAN1_0001.rec")?.name ?? "";
    // A quarter of it is lost here.
    const bytes = Buffer.from(half.terminal.card.read(name) ?? "")
      .toString()
      .split("\n");
    const cut = bytes.slice(0, Math.floor(bytes.length / 4));
    const lastUs = Number(cut.at(-1)?.slice(1, 18).replace(".", "")) + 1;
    const gone = { bindingNumber: half.device.bindingNumber, fromUs: 0, toUs: lastUs, keep: [] };
    const { deleted } = await world.store.frames.removal.deleteRange(gone, 1_000_000);
    expect(deleted).toBeGreaterThan(cut.length - 1);
    const left = await framesOf(half.device);
    expect(left).toBe(before - deleted);
    const [recall] = await world.recall(half.device, [name], true);
    const { record_id } = await world.ends(half.device, recall?.recall_id ?? "", "done");
    const url = `/api/single/things-file-mgmt/${world.manager.tenantId}/file-analysis/${record_id}`;
    await expect.poll(async () => (await world.call(world.manager, { url })).json().data.status, RECALL_SOON).toBe(1);
    const { result } = (await world.call(world.manager, { url })).json().data;
    expect(result.stored + result.repeated).toBe(bytes.length - 1);
    expect((await framesOf(half.device)) - left).toBe(result.stored);
    expect(result.stored).toBe(cut.length);
    await half.close();
  });

  it("of one file by two people at once is one recall; a device sends one at a time [FIL-02]", async () => {
    const names = (await world.read(driven.device)).filter((one) => !one.is_writing).map(({ name }) => name);
    const most = { n: 0 };
    const counted = setInterval(async () => {
      const running = sql<{ n: number }>`select count(*)::int as n from recalls where state in ('commanding', 'getting')
        and things_id = ${driven.device.thingsId}`;
      most.n = Math.max(most.n, (await running.execute(world.database.db)).rows[0]?.n ?? 0);
    }, 20);
    const both = await Promise.all([1, 2].map(() => world.recall(driven.device, names)));
    expect(both[0]?.map(({ recall_id }) => recall_id)).toEqual(both[1]?.map(({ recall_id }) => recall_id));
    for (const { recall_id } of both[0] ?? []) await world.ends(driven.device, recall_id, "done");
    clearInterval(counted);
    expect(most.n).toBe(1);
  });

  it("is refused where the terminal is away, the file is unknown, being written or too large [FIL-02]", async () => {
    const { db } = world.database;
    const other = await world.drive({ minutes: 2 });
    const files = await world.read(other.device);
    const start = async (name: string) => {
      const url = `/api/things/${other.device.thingsId}/recalls`;
      return (await world.call(world.manager, { method: "POST", url, payload: { names: [name] } })).json().code;
    };
    expect(await start("none.rec")).toBe("files.notOnCard");
    expect(await start(files.find((file) => file.is_writing)?.name ?? "")).toBe("files.stillWritten");
    await sql`update card_files set size = ${OLD_FIRMWARE_BYTES + 1} where things_id = ${other.device.thingsId}
      and name = 'CAN1_0001.rec'`.execute(db);
    await reportStatus(db, other.device.bindingNumber, { firmwareVersion: "4.16.03" }, Date.now());
    expect(await start("CAN1_0001.rec")).toBe("files.recallTooLarge");
    await other.close();
    await expect.poll(() => start("CAN2_0001.rec"), RECALL_SOON).toBe("devices.deviceOffline");
    const url = `/api/things/${other.device.thingsId}/card-files/read`;
    expect((await world.call(world.manager, { method: "POST", url })).json().code).toBe("devices.deviceOffline");
    // The last list stays.
    const listed = await world.call(world.manager, { url: url.replace("/read", "?page_size=500") });
    expect(listed.json().list).toHaveLength(files.length);
  });

  it("lets twenty wait and no more [FIL-02]", async () => {
    const { db } = world.database;
    const { device } = driven;
    await world.read(device);
    await sql`insert into card_files (things_id, tenant_id, name, size, first_ms)
      select ${device.thingsId}, ${device.tenantId}, 'many_' || n, 5, 0 from generate_series(1, 25) n`.execute(db);
    const hold = Promise.withResolvers<void>();
    world.intercept = async (_, go) => {
      await hold.promise;
      return go();
    };
    const names = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => `many_${from + i}`);
    const first = await world.recall(device, names(1, 20));
    await world.ends(device, first[0]?.recall_id ?? "", "commanding");
    expect(await world.recall(device, names(21, 21))).toMatchObject([{ position: 20 }]);
    const url = `/api/things/${device.thingsId}/recalls`;
    const refused = await world.call(world.manager, { method: "POST", url, payload: { names: names(22, 23) } });
    expect(refused.json().code).toBe("files.tooManyRecalls");
    hold.resolve();
    // The card has none of them.
    for (const { recall_id } of first)
      expect(await world.ends(device, recall_id, "failed")).toMatchObject({ code: "001", cause: "refused" });
  });

  it("ends at the quota in the middle of a batch, file by file [FIL-02] [CAP-01]", async () => {
    const { db } = world.database;
    const { device } = driven;
    await sql`delete from files`.execute(db);
    const files = (await world.read(device)).filter(({ name }) => /^CAN[12]_000[12]/.test(name));
    const sizes = files.map(({ size }) => size);
    const room = (sizes[0] ?? 0) + (sizes[1] ?? 0) + 100;
    await setPackage(db, world.manager.tenantId, { ...UNLIMITED_PACKAGE, file_storage_space: room / GB });
    const names = files.map(({ name }) => name);
    const ids = (await world.recall(device, names)).map(({ recall_id }) => recall_id);
    const outcomes = sql<{ state: string; code: string | null; cause: string | null }>`select state, code, cause
      from recalls where id = any(${ids}::uuid[]) order by number`;
    await expect
      .poll(async () => (await outcomes.execute(db)).rows.map((row) => Object.values(row)), RECALL_SOON)
      .toEqual([
        ["done", null, null],
        ["done", null, null],
        ["failed", "001", "spaceFull"],
        ["failed", "001", "spaceFull"],
      ]);
  });

  it("that brings another content than the terminal promised keeps nothing [FIL-02]", async () => {
    const { db } = world.database;
    const { device } = driven;
    await sql`delete from files where things_id = ${device.thingsId}`.execute(db);
    await world.read(device);
    world.intercept = async ({ method }, go) => {
      const outcome = await go();
      if (method !== "files.upload" || outcome.kind !== "done") return outcome;
      return { ...outcome, result: { ...(outcome.result as object), sha256: "0".repeat(64) } };
    };
    const [recall] = await world.recall(device, ["CAN1_0001.rec"]);
    const failed = await world.ends(device, recall?.recall_id ?? "", "failed");
    expect(failed).toMatchObject({ code: "001", cause: "wrongHash" });
    const left = await sql`select 1 from files where things_id = ${device.thingsId}`.execute(db);
    expect(left.rows).toEqual([]);
  });

  it.each([
    ["005", "noAnswer", "timeout"],
    ["002", "offline", "offline"],
    ["002", "busy", "busy"],
    ["001", "refused", "failed"],
    ["004", "stalled", "nothing"],
  ] as const)("fails with %s (%s) [FIL-02]", async (code, cause, fault) => {
    const { device } = driven;
    await world.read(device);
    world.intercept = async ({ method }, go) => {
      if (method !== "files.upload") return go();
      if (fault === "timeout" || fault === "offline") return { kind: fault };
      if (fault === "nothing") return { kind: "done", result: {} };
      return { kind: "failed", code: fault, message: "" };
    };
    const [recall] = await world.recall(device, ["CAN2_0002.rec"]);
    const failed = await world.ends(device, recall?.recall_id ?? "", "failed");
    expect(failed).toMatchObject({ code, cause });
    world.intercept = undefined;
    const [again] = await world.recall(device, ["CAN2_0002.rec"]);
    await world.ends(device, again?.recall_id ?? "", "done");
  });
});
