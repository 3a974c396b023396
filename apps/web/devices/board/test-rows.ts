import type { OverviewRow } from "@canopy/contract/devices/overview";

let serial = 0;

/** A row of the list for tests, with defaults. */
export function testRow(more: Partial<OverviewRow> = {}): OverviewRow {
  serial += 1;
  return {
    id: `00000000-0000-4000-8000-${String(serial).padStart(12, "0")}`,
    name: `device ${serial}`,
    third_things_id: String(serial).padStart(20, "0"),
    info_model_id: null,
    info_model_name: null,
    class: "ordinary",
    gateway_id: null,
    channel_enable: [true, true],
    online: false,
    online_time: null,
    offline_time: null,
    sd_state: null,
    sd_used_percent: null,
    firmware_version: null,
    favourite: false,
    created_time: 0,
    level: "write",
    label_ids: [],
    group_ids: [],
    ...more,
  };
}
