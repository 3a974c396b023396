// What the pictures of the help show beside the demo fleet, made by the calls that its pages make.
import { createSubUser } from "@canopy/contract/accounts/sub-users";
import { createInfoModel } from "@canopy/contract/devices/info-models";
import { listThings } from "@canopy/contract/devices/things";
import { listVehicles } from "@canopy/contract/devices/vehicles";
import { createDtcFile } from "@canopy/contract/diagnosis/dtc-files";
import { createEcu } from "@canopy/contract/diagnosis/ecus";
import { createFence } from "@canopy/contract/places/fences";
import { createClient } from "@canopy/contract/platform/client";

export interface PicturedObjects {
  readonly device: string;
  readonly vehicle: string;
  readonly type: string;
  readonly fence: string;
}

/** In the middle of the round that the demo's electric car drives. */
const CENTRE = { latitude: 23.1128, longitude: 113.3249 };

const FIELDS = [
  { name: "soc", display_name: "SOC", accuracy: 1 },
  { name: "voltage", display_name: "U", accuracy: 1 },
  { name: "temperature", display_name: "T", accuracy: 0 },
];

export async function makeObjects(baseUrl: string, token: string, tenantId: string): Promise<PicturedObjects> {
  const api = createClient({ base: `${baseUrl}/api`, fetch, token: () => token, language: () => "en" });
  const { list } = await api(listThings, { query: { page_size: 25 } });
  const [device] = [...list].sort((a, b) => a.name.localeCompare(b.name)).slice(1);
  if (!device) throw new Error("the demo has no devices");
  const vehicles = await api(listVehicles, { query: { page_size: 25 } });
  const vehicle = vehicles.list.find(({ channels }) => channels.some(({ things_id }) => things_id === device.id));
  if (!vehicle) throw new Error("the demo's car has no vehicle");
  const data_groups = [{ name: "battery", fields: FIELDS }];
  const type = await api(createInfoModel, {
    params: { tenant_id: tenantId },
    body: { name: "EV logger", data_groups },
  });
  const shape = { kind: "circle" as const, centre: CENTRE, radius_m: 900 };
  const fence = await api(createFence, { body: { name: "Depot", region: "Guangzhou", shape } });
  const codes = await api(createDtcFile, { body: { name: "BMS" } });
  const addresses = { physical_id: 0x7e4, response_id: 0x7ec, functional_id: 0x7df };
  await api(createEcu, { body: { name: "BMS", ...addresses, dtc_file_id: codes.data.dtc_file_id } });
  await api(createSubUser, { body: { name: "workshop", phone: "13800138001", description: "Workshop" } });
  return { device: device.id, vehicle: vehicle.id, type: type.data.id, fence: fence.data.fence_id };
}
