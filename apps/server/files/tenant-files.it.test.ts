import { UNLIMITED_PACKAGE } from "@canopy/contract/capacity/package";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { PATIENCE } from "../../../e2e/support/patience.ts";
import { setPackage } from "../capacity/package-store.ts";
import { describeFilePlaces } from "../testing/stored/test-file-places.ts";
import { filesUrl, sendPiece, someBytes } from "../testing/stored/test-files.ts";
import { testStoredFile } from "../testing/stored/test-stored-file.ts";
import { type TestApp, type TestUser, testApp } from "../testing/test-app.ts";
import { eraseTenantFiles } from "./clean-up.ts";

describeFilePlaces("files of a tenant", { timeout: 120_000 * PATIENCE }, (openPlace) => {
  let world: TestApp;
  let manager: TestUser;
  let author: TestUser;
  let colleague: TestUser;

  beforeAll(async () => {
    world = await testApp({}, await openPlace());
    manager = await world.user({ tenant: "own", name: "manager_a", role: "manager" });
    author = await world.user({ tenant: "own", name: "sub_a", role: "sub" });
    colleague = await world.user({ tenant: "own", name: "sub_b", role: "sub" });
    await setPackage(world.database.db, manager.tenantId, UNLIMITED_PACKAGE);
  });
  afterAll(() => world?.close());

  const url = (query = "") => `/api/out-filemanager/tenants/${manager.tenantId}/files${query}`;
  const begin = (user: TestUser, file: object) => world.call(user, { method: "POST", url: url(), payload: file });
  const names = async (user: TestUser, query = ""): Promise<string[]> =>
    (await world.call(user, { url: url(query) })).json().list.map(({ name }: { name: string }) => name);
  const remove = async (user: TestUser, query: string) =>
    (await world.call(user, { method: "DELETE", url: url(query) })).statusCode;
  const download = async (user: TestUser, id: string) =>
    (await world.call(user, { url: filesUrl(user, `download-url/${id}`) })).statusCode;

  it("are read by all when public, else by their uploader and managers [FIL-05]", async () => {
    const bytes = someBytes(1000);
    for (const isPub of [true, false]) {
      const name = isPub ? "plan.pdf" : "draft.pdf";
      const begun = await begin(author, { name, size: bytes.length, type: "report", isPub });
      expect(begun.statusCode, begun.body).toBe(200);
      const { upload, file_id } = begun.json().data;
      expect((await sendPiece(world, upload, 0, bytes)).json().data.state).toBe("stored");
      expect(await download(colleague, file_id)).toBe(isPub ? 200 : 404);
      expect([await download(author, file_id), await download(manager, file_id)]).toEqual([200, 200]);
    }
    expect(await names(colleague)).toEqual(["plan.pdf"]);
    expect(await names(author)).toEqual(["draft.pdf", "plan.pdf"]);
    expect(await names(manager, "?type=report&name=PLAN")).toEqual(["plan.pdf"]);
    expect(await names(manager, "?type=other")).toEqual([]);
  });

  it("have a name once for each type [FIL-05]", async () => {
    const again = await begin(manager, { name: "plan.pdf", size: 1, type: "report", isPub: true });
    expect(again.json().code).toBe("files.nameTaken");
    expect((await begin(manager, { name: "plan.pdf", size: 1, type: "plan", isPub: true })).statusCode).toBe(200);
    expect(await remove(manager, "?name=plan.pdf&type=plan&isPub=true")).toBe(200);
  });

  it("are deleted by their uploader and managers [FIL-05]", async () => {
    expect(await remove(colleague, "?name=draft.pdf&type=report&isPub=false")).toBe(404);
    expect(await remove(colleague, "?name=plan.pdf&type=report&isPub=true")).toBe(403);
    expect(await remove(author, "?name=draft.pdf&type=report")).toBe(200);
    expect(await remove(author, "?name=draft.pdf&type=report")).toBe(404);
    expect(await remove(manager, "?name=plan.pdf&type=report&isPub=1")).toBe(200);
    expect(await names(manager)).toEqual([]);
  });

  it("go with their tenant, and those of others stay [DAT-05]", async () => {
    const other = await world.user({ tenant: "other", name: "manager_b", role: "manager" });
    const { receiver } = world.files;
    for (const owner of [manager, other]) await testStoredFile(world.database.db, receiver, owner);
    await eraseTenantFiles({ db: world.database.db, receiver })(manager.tenantId, new AbortController().signal);
    const left = async ({ tenantId }: TestUser) =>
      (
        await sql<{ rows: number }>`select (select count(*)::int from files where tenant_id = ${tenantId})
          + (select count(*)::int from file_parts where tenant_id = ${tenantId}) as rows`.execute(world.database.db)
      ).rows[0]?.rows;
    expect([await left(manager), await left(other)]).toEqual([0, 2]);
  });
});
