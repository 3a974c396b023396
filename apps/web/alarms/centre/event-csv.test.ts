import type { AlarmEvent } from "@canopy/contract/alarms/events";
import { expect, it } from "vitest";
import { eventsCsv } from "./event-csv.ts";
import { newestOf } from "./use-export.ts";

const event: AlarmEvent = {
  event_id: "e",
  things_id: "t",
  device_name: "EV-01",
  rule_id: null,
  rule_name: "=cmd, hot",
  level: "urgent",
  description: "",
  conditions: [],
  channel: 0,
  is_late: false,
  start_time: 1_000,
  end_time: null,
  end_reason: null,
  lost_time: null,
  value: -1.5,
  peak: 58.3,
  hits: 1,
  sent: 2,
  held: 1,
  is_muted: true,
  is_refused: false,
  state: "new",
  assignee_id: null,
  assignee: null,
  pin: "pinned",
  reason: null,
  latitude: null,
  longitude: null,
};

it("events are exported with UTC times, exact numbers and harmless names [TRG-05]", () => {
  const [head, row] = eventsCsv([event]).slice(1).split("\r\n");
  expect(head).toMatch(/^start \(UTC\),end \(UTC\),level,rule,device/);
  expect(row).toBe(`1970-01-01T00:00:01.000Z,,urgent,"'=cmd, hot",EV-01,CAN1,-1.5,58.3,new,,2,1,false,true`);
});

it("a file that takes no more events says so [TRG-05]", async () => {
  const exportOf = (total_size: number) =>
    newestOf({ current_page: 1, page_size: 10, keyword: "" }, async (asked) => {
      const { current_page = 1, page_size = 1 } = asked;
      const list = Array.from({ length: page_size }, (_, i) => ({ ...event, event_id: `${current_page}-${i}` }));
      return {
        list,
        pagination: { current_page, page_size, total_size },
        open: { tip: 0, ordinary: 0, urgent: 0 },
        watching: null,
      };
    });
  const [whole, cut] = await Promise.all([exportOf(10_000), exportOf(10_001)]);
  expect([whole.isCut, cut.isCut]).toEqual([false, true]);
  expect(cut.events.length).toBe(10_000);
});
