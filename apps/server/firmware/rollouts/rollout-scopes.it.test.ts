import { randomBytes } from "node:crypto";
import { ONE_WAVE } from "@canopy/contract/firmware/waves";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PATIENCE } from "../../../../e2e/support/patience.ts";
import type { TestUser } from "../../testing/test-app.ts";
import { uploadImage } from "../../testing/worlds/test-firmware.ts";
import { FirmwareWorld } from "../../testing/worlds/test-firmware-world.ts";

describe("the devices of a rollout", { timeout: 180_000 * PATIENCE }, () => {
  let world: FirmwareWorld;
  let manager: TestUser;
  let minor = 0;

  beforeAll(async () => {
    world = await FirmwareWorld.open();
    manager = await world.app.user({ tenant: "own", name: "manager_a", role: "manager" });
  });
  afterAll(() => world?.close());

  const db = () => world.app.database.db;
  const call = (url: string, payload?: object) => world.rollouts(manager, url, payload);
  const image = (base?: string) =>
    uploadImage(world.app, manager, { version: `5.${minor++}.0`, bytes: randomBytes(10), ...(base && { base }) });

  it("are those of a soft group, a type, a gateway with its devices, and the gateways of a group [DEV-08]", async () => {
    const { tenantId } = manager;
    const gateway = await world.device(tenantId, "gateway", { class: "gateway" });
    const child = await world.device(tenantId, "child", { gateway_id: gateway.thingsId });
    const other = await world.device(tenantId, "other");
    const group = await sql<{ id: string }>`insert into thing_groups (tenant_id, name) values (${tenantId}, 'soft')
      returning id`.execute(db());
    const group_id = group.rows[0]?.id ?? "";
    for (const { thingsId } of [gateway, other])
      await sql`insert into thing_group_members (tenant_id, group_id, things_id)
        values (${tenantId}, ${group_id}, ${thingsId})`.execute(db());
    const type = await sql<{ id: string }>`insert into info_models (tenant_id, name) values (${tenantId}, 'EV logger')
      returning id`.execute(db());
    const type_id = type.rows[0]?.id ?? "";
    await sql`update things set info_model_id = ${type_id} where id = ${child.thingsId}`.execute(db());
    const image_id = await image();
    const names = async (scope: object) => {
      const { data } = await call("/preview", { image_id, ...scope });
      return (data.named as { name: string }[]).map(({ name }) => name);
    };
    expect(await names({ scope: "group", group_id })).toEqual(["gateway", "other"]);
    expect(await names({ scope: "type", type_id })).toEqual(["child"]);
    expect(await names({ scope: "gateway", gateway_id: gateway.thingsId })).toEqual(["child", "gateway"]);
    expect(await names({ scope: "gateway_group", group_id })).toEqual(["child", "gateway"]);
    expect((await call("/preview", { image_id, scope: "gateway", gateway_id: other.thingsId })).code).toBe(
      "firmware.notOfKind",
    );
  });

  it("of a type that is offered are one's own alone; of one that is not there are none [DEV-08] [DEV-04] [USR-06]", async () => {
    const { tenantId } = manager;
    const platform = await world.app.user({ tenant: "platform", name: "operator", role: "system" });
    const other = await world.app.user({ tenant: "other", name: "other", role: "manager" });
    const typeOf = async (owner: TestUser, name: string, isPublic: boolean) => {
      const made = await sql<{ id: string }>`insert into info_models (tenant_id, name, is_public)
        values (${owner.tenantId}, ${name}, ${isPublic}) returning id`.execute(db());
      return made.rows[0]?.id ?? "";
    };
    const offered = await typeOf(platform, "platform logger", true);
    const mine = await world.device(tenantId, "mine", { info_model_id: offered });
    await world.device(other.tenantId, "theirs", { info_model_id: offered });
    const image_id = await image();
    const preview = (type_id: string) => call("/preview", { image_id, scope: "type", type_id });
    expect((await preview(offered)).data).toMatchObject({ total: 1, named: [{ things_id: mine.thingsId }] });
    const body = { image_id, scope: "type", type_id: offered, when: "at", start_at: Date.now() + 3_600_000 };
    expect((await call("", { ...body, waves: ONE_WAVE })).data).toMatchObject({ scope_name: "platform logger" });
    for (const [owner, isPublic] of [
      [platform, false],
      [other, true],
    ] as const) {
      const hidden = await typeOf(owner, `hidden ${isPublic}`, isPublic);
      expect((await preview(hidden)).code).toBe("platform.notFound");
    }
  });

  it("are not one whose licence is refused, one that is busy, and one without the difference's version [DEV-08]", async () => {
    const devices = await world.fleet(manager.tenantId, "out", [undefined, undefined]);
    const [busy, free] = devices;
    const body = { scope: "device", device_ids: [busy?.thingsId], when: "now", waves: ONE_WAVE };
    const long = (await call("", { image_id: await image(), ...body })).data.id;
    const stuck = world.keeper({ ask: async () => ({ kind: "done", result: {} }) });
    await stuck.look();
    await stuck.look();
    const device_ids = devices.map(({ thingsId }) => thingsId);
    const reasons = async (image_id: string) =>
      (await call("/preview", { image_id, scope: "device", device_ids })).data.left_out;
    expect(await reasons(await image())).toMatchObject({ busy: 1, invalid: 0, base: 0 });
    expect(await reasons(await image("1.0.0"))).toMatchObject({ busy: 1, base: 1 });
    await sql`update licence_config set required = true`.execute(db());
    expect(await reasons(await image())).toMatchObject({ invalid: 2 });
    await sql`update licence_config set required = false`.execute(db());
    expect(free).toBeDefined();
    await call(`/${long}/actions`, { action: "stop" });
  });
});
