import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_PACKAGE, LIMIT_NAMES, type LimitName, packageContent } from "@canopy/contract/capacity/package";
import { describe, expect, it } from "vitest";

/** CAP-01: where each limit is tested at its edge; `shown`: kept and shown only. */
const ENFORCED: Record<LimitName, string> = {
  info_model: "devices/fleet/device-limits.it.test.ts",
  things_num: "devices/fleet/device-limits.it.test.ts",
  can_things_num: "devices/fleet/device-limits.it.test.ts",
  label_num: "devices/fleet/device-limits.it.test.ts",
  single_data_export: "transfers/downloads.it.test.ts",
  device_file_traffic_management: "transfers/downloads.it.test.ts",
  database_storage_space: "frames/retention/nightly.it.test.ts",
  maximum_data_retention_days: "frames/retention/nightly.it.test.ts",
  number_simultaneous_connections: "frames/gateway/tenant-links.test.ts",
  up_down_stream_connections: "frames/gateway/tenant-links.test.ts",
  alert_sms: "alarms/notify/notify.it.test.ts",
  alert_tps: "alarms/notify/notify.it.test.ts",
  alert_rule: "alarms/rules/rules.it.test.ts",
  alert_rule_user: "alarms/rules/rule-list.it.test.ts",
  edge_computing: "shown",
  maximum_total_number_documents_stored: "files/uploads.it.test.ts",
  ftp_storage_space: "files/ftp/ftp.it.test.ts",
  file_storage_space: "files/uploads.it.test.ts",
  sub_user_num: "accounts/people/sub-users.it.test.ts",
  push_rule: "push/push-rules.it.test.ts",
  push_tps: "push/push-limits.it.test.ts",
  push_flow: "push/push-limits.it.test.ts",
  hmi: "statistics/panels/panels.it.test.ts",
  data_analysis: "tests/scripts/scripts.it.test.ts",
};

describe("the limits of a package", () => {
  it.each(LIMIT_NAMES.filter((name) => ENFORCED[name] !== "shown"))(
    "%s is tested where it is enforced [CAP-01]",
    (name) => {
      const file = readFileSync(join(import.meta.dirname, ENFORCED[name]), "utf8");
      expect(file).toContain(name);
    },
  );

  it("have the defaults of the spec; no number is no limit [CAP-01]", () => {
    const limited = LIMIT_NAMES.filter((name) => DEFAULT_PACKAGE[name] !== null);
    expect(Object.fromEntries(limited.map((name) => [name, DEFAULT_PACKAGE[name]]))).toEqual({
      info_model: 50,
      things_num: 2,
      database_storage_space: 2,
      alert_sms: 1000,
      sub_user_num: 100,
      label_num: 100,
      maximum_data_retention_days: 180,
      edge_computing: 10,
      push_rule: 50,
      alert_rule: 50,
      alert_rule_user: 20,
      hmi: 10,
      data_analysis: 10,
    });
    expect(packageContent.parse(DEFAULT_PACKAGE)).toEqual(DEFAULT_PACKAGE);
  });
});
