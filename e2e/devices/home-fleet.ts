// A fleet as a tenant of some months has it: types, labels, favourites, terminals that are away, three that drive.
import { UNLIMITED_PACKAGE } from "@canopy/contract/capacity/package";
import { deviceIdOf } from "@canopy/contract/devices/device-id";
import { newThing } from "@canopy/contract/devices/thing";
import { sql } from "kysely";
import { setPackage } from "../../apps/server/capacity/package-store.ts";
import { addFavourites } from "../../apps/server/devices/fleet/bulk-store.ts";
import { insertSet, LABELS } from "../../apps/server/devices/fleet/named-set-store.ts";
import { registerDevice } from "../../apps/server/devices/fleet/register-device.ts";
import { replaceThingLabels } from "../../apps/server/devices/fleet/set-member-store.ts";
import { newLicenceKey } from "../../apps/server/devices/licences/licence-key.ts";
import { insertType } from "../../apps/server/devices/types/info-model-store.ts";
import type { Db } from "../../apps/server/platform/postgres/schema.ts";
import type { FleetDevice } from "../../apps/simulator/fleet-file.ts";

const FLEET = [
  { name: "电动物流车 01", type: "EV 记录仪", label: "路试 A 组", sd: "recording", used: 41, star: true, drives: "ev" },
  { name: "电动物流车 02", type: "EV 记录仪", label: "路试 A 组", sd: "recording", used: 63, star: true },
  {
    name: "重卡 07 牵引车",
    type: "J1939 网关",
    label: "干线物流",
    sd: "recording",
    used: 18,
    star: true,
    drives: "truck",
  },
  { name: "城市公交 118", type: "EV 记录仪", label: "公交三公司", sd: "recording", used: 72 },
  { name: "城市公交 121", type: "EV 记录仪", label: "公交三公司", sd: "recording", used: 95 },
  { name: "挖掘机 EX-220", type: "工程机械", label: "三号矿区", sd: "not_recording", used: 7 },
  { name: "拖拉机 1804", type: "ISOBUS", label: "黑龙江农场", sd: "recording", used: 30 },
  { name: "储能柜 B-03", type: "EV 记录仪", label: "储能站", sd: "not_inserted" },
  { name: "台架 2 电驱", type: "CAN FD 记录仪", label: "实验室", sd: "recording", used: 88, drives: "fd-car" },
  { name: "树莓派代理 lab-pi4", type: "Linux 代理", label: "实验室", sd: "unsupported" },
  { name: "🚚 شاحنة <b>طويل</b>", type: "Linux 代理", label: "实验室", sd: "unsupported" },
] as const;

/** The ones that drive, with the keys that their simulator needs. */
export async function seedFleet(
  db: Db,
  { tenantId, userId }: { tenantId: string; userId: string },
): Promise<FleetDevice[]> {
  await setPackage(db, tenantId, UNLIMITED_PACKAGE);
  const types = new Map<string, string>();
  const labels = new Map<string, string>();
  const driving: FleetDevice[] = [];
  const seed = Date.now() & 0xffffff;
  for (const [n, one] of FLEET.entries()) {
    const type = { name: one.type, keyword: "can", is_public: false, data_groups: [] };
    if (!types.has(one.type)) types.set(one.type, (await insertType(db, tenantId, type))?.id ?? "");
    if (!labels.has(one.label)) labels.set(one.label, (await insertSet(db, LABELS, tenantId, one.label))?.id ?? "");
    const id = deviceIdOf([0x1b, 0x0a, seed >> 16, (seed >> 8) & 0xff, seed & 0xff, 0x50, n, 0xf3, 0x16]);
    const { key, hash } = newLicenceKey();
    const wanted = newThing.parse({
      name: one.name,
      third_things_id: id,
      info_model_id: types.get(one.type),
      class: one.type.endsWith("网关") ? "gateway" : "ordinary",
    });
    const made = await registerDevice(db, tenantId, wanted, hash);
    if (!made) throw new Error(`${id} is taken`);
    await replaceThingLabels(db, tenantId, made.thingsId, [labels.get(one.label) ?? ""]);
    await sql`update things set sd_state = ${one.sd}, sd_used_percent = ${"used" in one ? one.used : null},
      firmware_version = ${n % 4 === 2 ? "4.12.00" : "4.17.02"}, offline_at = now() - ${n} * interval '2 hours'
      where id = ${made.thingsId}`.execute(db);
    if ("star" in one) await addFavourites(db, { tenantId, userId }, [made.thingsId]);
    if ("drives" in one) driving.push({ id, key, vehicle: one.drives });
  }
  return driving;
}
