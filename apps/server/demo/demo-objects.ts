import { vehicleContent } from "@canopy/contract/devices/vehicles";
import { fenceContent } from "@canopy/contract/places/fences";
import { orderContent } from "@canopy/contract/work-orders/orders";
import { replaceChannels } from "../devices/vehicles/vehicle-channel-store.ts";
import { insertVehicle, takenBy } from "../devices/vehicles/vehicle-store.ts";
import { insertFence } from "../places/fence-store.ts";
import type { Caller } from "../platform/http/caller.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { insertOrder } from "../work-orders/new-order-store.ts";
import { addEntry } from "../work-orders/order-store.ts";
import { DEMO_VEHICLES, type GivenDevice, JAMMED_S } from "./demo-vehicles.ts";
import { giveOnce } from "./gift-store.ts";

/** Around a place that the electric car passes in each round. */
const FENCE = fenceContent.parse({
  name: "珠江新城 · Zhujiang New Town",
  region: "广州市天河区 · Tianhe, Guangzhou",
  shape: { kind: "circle", centre: { latitude: 23.1195, longitude: 113.3255 }, radius_m: 900 },
});

const ORDER = orderContent.parse({
  name: "CAN1 偶发错误帧 · Bursts of error frames on CAN1",
  type: "problem",
  function: "devices",
  phone: "",
  description:
    "行驶中 CAN1 短时出现成串错误帧，请检查整车控制器一侧的接插件。\nWhile driving, CAN1 now and then has a burst of error frames. Please check the connector of the vehicle control unit.",
});

const CHANNELS = [0, 1];

/** What stands around the demo's devices, so that no page is empty. Each once: changes and deletions by users stay. */
export async function giveDemoObjects(
  db: Db,
  owner: Caller,
  devices: readonly GivenDevice[],
  hourBeforeMs: number | undefined,
): Promise<void> {
  const { tenantId } = owner;
  await giveOnce(db, tenantId, "vehicles", (transaction) => giveVehicles(transaction, owner, devices));
  await giveOnce(db, tenantId, "fence", async (transaction) => {
    await insertFence(transaction, owner, FENCE);
  });
  const car = devices.find(({ vehicle }) => vehicle === "ev");
  if (car) await giveOnce(db, tenantId, "order", (transaction) => giveOrder(transaction, owner, car, hourBeforeMs));
}

async function giveVehicles(db: Db, owner: Caller, devices: readonly GivenDevice[]): Promise<void> {
  for (const { vehicle, vehicleName, vin, plate } of DEMO_VEHICLES) {
    const device = devices.find((one) => one.vehicle === vehicle);
    const channels = device ? CHANNELS.map((channel) => ({ things_id: device.thingsId, channel })) : [];
    const content = vehicleContent.parse({ name: vehicleName, vin, plate, channels });
    if (await takenBy(db, owner.tenantId, content, null)) continue;
    await replaceChannels(db, owner, await insertVehicle(db, owner.tenantId, content), content.channels);
  }
}

/** About the burst of the hour before the first start, where that hour is made. */
async function giveOrder(db: Db, owner: Caller, car: GivenDevice, hourBeforeMs: number | undefined): Promise<void> {
  const { tenantId, userId, userName } = owner;
  const nowMs = Date.now();
  const window = hourBeforeMs !== undefined && {
    from_time: hourBeforeMs + JAMMED_S[0] * 1000,
    to_time: hourBeforeMs + JAMMED_S[1] * 1000,
  };
  const device = { id: car.thingsId, name: car.name };
  const order = { tenantId, userId, userName, content: ORDER, device, event: null, nowMs, ...window };
  const { id } = await insertOrder(db, order);
  await addEntry(db, { tenant_id: tenantId, order_id: id }, { kind: "created", userName, remark: "", nowMs });
}
