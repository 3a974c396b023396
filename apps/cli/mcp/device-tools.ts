import type { Thing } from "@canopy/contract/devices/thing";
import { getThing, listThings } from "@canopy/contract/devices/things";
import { z } from "zod";
import { device, isoOf, type Tool } from "./tool.ts";

const MAX_DEVICES = 100;

const listInput = z.object({
  keyword: z.string().max(64).optional().describe("part of the name or of the device ID"),
  online: z.boolean().optional(),
  page: z.number().int().min(1).max(10_000).default(1),
});

export const listDevices: Tool<typeof listInput> = {
  name: "list_devices",
  title: "List devices",
  description: `CAN-bus terminals that the token may read, ${MAX_DEVICES} a page, with their state; \`total\` counts all that match.`,
  input: listInput,
  async run(canopy, { page, ...filters }, signal) {
    const query = { current_page: page, page_size: MAX_DEVICES, order_param: "name", order_type: 0 } as const;
    const asked = { query: { ...query, filters: JSON.stringify(filters) } };
    const { list, pagination } = await canopy(listThings, asked, { signal });
    return { devices: list.map(brief), total: pagination.total_size };
  },
};

const getInput = z.object({ device });

export const getDevice: Tool<typeof getInput> = {
  name: "get_device",
  title: "Get a device",
  description: "One device with its type, firmware, labels, card and state.",
  input: getInput,
  async run(canopy, input, signal) {
    const { data } = await canopy(getThing, { params: { things_id: input.device } }, { signal });
    const { description, sd_state, sd_used_percent, channel_enable, created_time } = data;
    return {
      ...brief(data),
      description,
      card: { state: sd_state, used_percent: sd_used_percent },
      channels: channel_enable.length,
      created: isoOf(created_time),
      stored_bytes: data.things_usage,
    };
  },
};

function brief({ id, name, third_things_id, info_model_name, online, online_time, offline_time, ...thing }: Thing) {
  return {
    id,
    name,
    device_id: third_things_id,
    type: info_model_name,
    online,
    since: isoOf(online ? online_time : offline_time),
    firmware: thing.firmware_version,
    labels: thing.labels.map((label) => label.name),
  };
}
