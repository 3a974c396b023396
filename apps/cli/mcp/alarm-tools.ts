import { listAlarmEvents } from "@canopy/contract/alarms/events";
import { RULE_LEVELS } from "@canopy/contract/alarms/rule-content";
import { z } from "zod";
import { device, isoOf, type Tool } from "./tool.ts";

const MAX_ALARMS = 100;

const input = z.object({
  device: device.optional(),
  level: z.enum(RULE_LEVELS).optional(),
  open: z.boolean().default(false).describe("only those that nobody has closed"),
  keyword: z.string().max(128).optional().describe("part of the rule or of the device"),
  from: z.iso.datetime({ offset: true }).optional().describe("of the start, ISO 8601"),
  to: z.iso.datetime({ offset: true }).optional().describe("of the start, ISO 8601"),
  page: z.number().int().min(1).max(10_000).default(1),
});

export const listAlarms: Tool<typeof input> = {
  name: "list_alarms",
  title: "List alarms",
  description: `Alarm events, newest first, ${MAX_ALARMS} a page, with rule, device, level, time, value and peak.`,
  input,
  async run(canopy, { device: things_id, level, open, keyword, from, to, page }, signal) {
    const query = {
      current_page: page,
      page_size: MAX_ALARMS,
      open,
      things_id,
      level,
      keyword,
      from_time: from === undefined ? undefined : Date.parse(from),
      to_time: to === undefined ? undefined : Date.parse(to),
    };
    const { list, pagination, open: counts } = await canopy(listAlarmEvents, { query }, { signal });
    const alarms = list.map(({ rule_name, device_name, start_time, end_time, ...event }) => ({
      id: event.event_id,
      rule: rule_name,
      device: device_name,
      device_id: event.things_id,
      channel: event.channel,
      level: event.level,
      state: event.state,
      description: event.description,
      start: isoOf(start_time),
      end: isoOf(end_time),
      value: event.value,
      peak: event.peak,
      hits: event.hits,
    }));
    return { alarms, total: pagination.total_size, open: counts };
  },
};
