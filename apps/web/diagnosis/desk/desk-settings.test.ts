import { udsSettings } from "@canopy/contract/device-link/uds-job";
import type { Ecu } from "@canopy/contract/diagnosis/ecus";
import { describe, expect, it } from "vitest";
import { isReaddressed, ownSettings, readChanges, settingsFor, withSettings } from "./desk-settings.ts";

const ecu = (more: Partial<Ecu> = {}): Ecu => ({
  ecu_id: "bms",
  name: "BMS",
  extended: false,
  physical_id: 0x7e4,
  response_id: 0x7ec,
  functional_id: 0x7df,
  dtc_file_id: null,
  dtc_file_name: null,
  unlock_file_id: null,
  unlock_file_name: null,
  unlock_levels: [],
  package_id: null,
  package_name: null,
  updated_time: 0,
  ...more,
});
/** What is kept after these settings were saved for the ECU. */
const saved = (change: object, of = ecu()) => {
  const own = ownSettings("bms", of);
  return withSettings({}, "d1/bms", own, { ...own, ...change });
};

describe("settings of the diagnosis", () => {
  it("follow the addresses of the ECU when they are corrected, with what was changed here [UDS-01]", () => {
    const kept = saved({ timeout_ms: 400, channel: 1 });
    const corrected = ecu({ physical_id: 0x7e5, response_id: 0x7ed });
    const settings = settingsFor(kept, "d1", "bms", corrected);
    expect(settings).toMatchObject({ physical_id: 0x7e5, response_id: 0x7ed, timeout_ms: 400, channel: 1 });
    expect(isReaddressed(settings, ownSettings("bms", corrected))).toBe(false);
    expect(settingsFor(kept, "d2", "bms", corrected).timeout_ms).toBe(1000);
  });

  it("keep an address that was changed on purpose, and say so [UDS-01]", () => {
    const settings = settingsFor(saved({ response_id: 0x7ef }), "d1", "bms", ecu({ physical_id: 0x7e5 }));
    expect(settings).toMatchObject({ physical_id: 0x7e5, response_id: 0x7ef });
    expect(isReaddressed(settings, ownSettings("bms", ecu({ physical_id: 0x7e5 })))).toBe(true);
  });

  it("are the ECU's again after a reset, and where a changed address fits its frames no more [UDS-01]", () => {
    const kept = saved({ response_id: 0x7ef });
    const own = ownSettings("bms", ecu());
    expect(withSettings(kept, "d1/bms", own, own)).toEqual({});
    const long = ecu({ extended: true, physical_id: 0x18da10f1, response_id: 0x18daf110 });
    const moved = saved({ functional_id: 0x18db33f1, timeout_ms: 400 }, long);
    expect(settingsFor(moved, "d1", "bms", ecu())).toEqual({ ...own, timeout_ms: 400 });
  });

  it("of an earlier version do not bring back an old address; those of a preset stay [UDS-01]", () => {
    const whole = udsSettings.parse({ physical_id: 0x7e0, response_id: 0x7e8, functional_id: 0x7df, timeout_ms: 400 });
    const kept = readChanges(JSON.stringify({ "d1/bms": whole, "d1/obd": { ...whole, physical_id: 0x7e1 } }));
    expect(settingsFor(kept, "d1", "bms", ecu())).toMatchObject({ physical_id: 0x7e4, timeout_ms: 400 });
    expect(settingsFor(kept, "d1", "obd", undefined)).toMatchObject({ physical_id: 0x7e1, timeout_ms: 400 });
    for (const nonsense of [null, "", "[1]", "{", '{"d1/bms":7}']) expect(readChanges(nonsense)).toEqual({});
  });
});
