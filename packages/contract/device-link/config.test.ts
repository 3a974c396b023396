import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deviceConfig } from "./config.ts";
import { type ConfigPath, consequencesOf, diffConfigs, pathText } from "./config-diff.ts";
import { ConfigFilters } from "./config-filters.ts";
import { type ConfigField, configForm, fieldAt, settingName } from "./config-form.ts";
import { canonicalJson, configHash } from "./config-hash.ts";
import { CONFIG_RANGES as R } from "./config-ranges.ts";
import { CONFIG_EDGES, condition, FULL_CONFIG, range, withSetting } from "./test-config-edges.ts";

const isTaken = (config: unknown) => deviceConfig.safeParse(config).success;
const codesOf = (config: unknown) => deviceConfig.safeParse(config).error?.issues.map(({ message }) => message) ?? [];

describe("the ranges of a configuration", () => {
  it.each(CONFIG_EDGES)("%s ends where the requirement says [DEV-05]", (_, path, from, to) => {
    expect(isTaken(withSetting(path, from))).toBe(true);
    expect(isTaken(withSetting(path, to))).toBe(true);
    expect(isTaken(withSetting(path, from - 1))).toBe(false);
    expect(isTaken(withSetting(path, to + 1))).toBe(false);
    expect(isTaken(withSetting(path, Number.NaN))).toBe(false);
    const field = fieldAt(path);
    expect(field?.kind === "number" && field.range).toEqual([from, to]);
  });

  it.each([
    ["upload filters", ["upload", "filters"], 64, range],
    ["filters of a timer", ["record", "timed", "filters"], 64, range],
    ["ID filters of a channel", ["can", 0, "filters"], 8, { mask: 1, acceptance: 1 }],
    ["links", ["links"], 3, FULL_CONFIG.links[0]],
    ["conditions", ["record", "pre_trigger", "conditions"], 512, condition],
  ] as [string, ConfigPath, number, unknown][])("%s are at most %s [DEV-05]", (_, path, most, item) => {
    expect(isTaken(withSetting(path, Array(most).fill(item)))).toBe(true);
    expect(isTaken(withSetting(path, Array(most + 1).fill(item)))).toBe(false);
    const field = fieldAt(path);
    expect(field?.kind === "list" && field.items[1]).toBe(most);
  });

  it("custom data has at most 16 hexadecimal characters, in pairs [DEV-05]", () => {
    const path = ["record", "timed", "custom_data"];
    for (const right of ["", "00", "ff".repeat(8)]) expect(isTaken(withSetting(path, right))).toBe(true);
    for (const wrong of ["0", "gg", "ff".repeat(9)])
      expect(codesOf(withSetting(path, wrong))).toEqual(["devices.configCustomData"]);
  });

  it.each([
    [
      "shares above 100 %",
      ["quotas"],
      [
        { source: 0, percent: 60 },
        { source: "gps", percent: 40.5 },
      ],
      "configQuota",
    ],
    ["a range that ends before it begins", ["upload", "filters", 0, "to_id"], 0xff, "configIdRange"],
    ["a standard id of 12 bits", ["upload", "filters", 0, "to_id"], 0x800, "configIdRange"],
    ["a mask of 12 bits", ["can", 0, "filters", 0, "mask"], 0x800, "configIdRange"],
    ["two entries of one channel", ["can"], [FULL_CONFIG.can[0], FULL_CONFIG.can[0]], "configChannelTwice"],
    ["a LIN channel among CAN", ["can", 0, "channel"], 32, "configChannelKind"],
    ["a mode without its part", ["record"], { mode: "pre_trigger", file_size_mb: 1 }, "configModeNeeds"],
    ["an ID condition without ids", ["record", "stop"], { kind: "id", operator: "eq" }, "configConditionIds"],
    ["an area that is nowhere", ["digital_outputs", 0], { on: ["area"] }, "configAreaNeeded"],
    ["timing for another bit rate", ["can", 0, "baud_rate"], 250_000, "configTiming"],
    ["data timing without a data rate", ["can", 0, "data_baud_rate"], undefined, "configTiming"],
    ["a jump wider than its segment", ["can", 0, "timing", "sjw"], 17, "configSjw"],
    ["a phone number of letters", ["sms", 0, "number"], "call me", "configPhone"],
  ] as [string, ConfigPath, unknown, string][])("%s is refused with its code [DEV-05]", (_, path, value, code) => {
    expect(codesOf(withSetting(path, value))).toContain(`devices.${code}`);
  });
});

describe("the form of a configuration", () => {
  it("knows every setting of the schema and begins with values that the schema takes [DEV-05]", () => {
    const begin = configForm().initial as Record<string, unknown>;
    expect(isTaken({ ...begin, record: begin.record })).toBe(true);
    const leaves = (field: ConfigField): number => {
      if (field.kind === "group") return Object.values(field.fields).reduce((sum, child) => sum + leaves(child), 0);
      return field.kind === "list" ? leaves(field.item) : 1;
    };
    expect(leaves(configForm())).toBeGreaterThan(70);
    expect(fieldAt(["can", 0, "filters", 3, "mask"])).toMatchObject({ kind: "number", format: "id" });
    expect(fieldAt(["can", 0, "data_baud_rate"])).toMatchObject({ optional: true, range: R.dataBaudRate });
    expect(fieldAt(["record", "mode"])).toMatchObject({ kind: "choice" });
    expect(fieldAt(["quotas", 0, "source"])).toMatchObject({ kind: "source" });
    expect(fieldAt(["nothing"])).toBeUndefined();
    expect(settingName(["can", 0, "filters", 3, "mask"])).toBe("can.filters.mask");
  });
});

const json = fc.jsonValue({ maxDepth: 3 });

describe("the hash of a configuration", () => {
  it("is the same in every order of keys and with or without defaults [DEV-05]", () => {
    const turned = Object.fromEntries(Object.entries(FULL_CONFIG).reverse());
    expect(configHash(deviceConfig.parse(turned))).toBe(configHash(FULL_CONFIG));
    expect(configHash(deviceConfig.parse(JSON.parse(JSON.stringify(FULL_CONFIG))))).toBe(configHash(FULL_CONFIG));
    expect(configHash(FULL_CONFIG)).toMatch(/^[0-9a-f]{8}$/);
    expect(configHash(deviceConfig.parse(withSetting(["gps", "period_s"], 2)))).not.toBe(configHash(FULL_CONFIG));
  });

  it("reads as the same JSON, whatever it holds", () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

describe("the difference of two configurations", () => {
  it("names each setting, and an entry that came or went as one [DEV-05]", () => {
    const to = structuredClone(FULL_CONFIG);
    to.gps.period_s = 5;
    to.upload.filters.push({ ...range, from_id: 0, to_id: 1 });
    delete to.record.stop;
    const changes = diffConfigs(FULL_CONFIG, to);
    expect(changes.map(({ path }) => pathText(path))).toEqual(["record.stop", "gps.period_s", "upload.filters[1]"]);
    expect(changes[1]).toMatchObject({ from: 1, to: 5 });
    expect(diffConfigs(FULL_CONFIG, structuredClone(FULL_CONFIG))).toEqual([]);
  });

  it("says what a change costs [DEV-05]", () => {
    const to = structuredClone(FULL_CONFIG);
    const [channel] = to.can;
    if (channel) Object.assign(channel, { baud_rate: 250_000, mode: "listen_only" });
    to.record.mode = "off";
    expect(consequencesOf(FULL_CONFIG, to).map(({ code }) => code)).toEqual([
      "channelRestarts",
      "cannotSend",
      "recordingStops",
    ]);
    expect(consequencesOf(FULL_CONFIG, FULL_CONFIG)).toEqual([]);
  });
});

describe("the filters of a configuration", () => {
  const frame = (id: number, timeUs = 0, extended = false, channel = 0) => ({ channel, id, extended, timeUs });

  it("hear by mask, send by range and period, and leave other channels alone [DEV-05]", () => {
    const filters = new ConfigFilters(FULL_CONFIG);
    expect(filters.judge(frame(0x200))).toBe("unheard");
    expect(filters.judge(frame(0x100, 0, true))).toBe("unheard");
    expect(filters.judge(frame(0x123))).toBe("uploaded");
    expect(filters.judge(frame(0x123, 99_999))).toBe("recorded");
    expect(filters.judge(frame(0x123, 100_000))).toBe("uploaded");
    expect(filters.judge(frame(0x200, 0, false, 1))).toBe("uploaded");
  });

  it("of a period send at most one frame of an id in it, and never none [DEV-05]", () => {
    const times = fc.array(fc.nat(1_000_000), { minLength: 1 }).map((all) => all.sort((a, b) => a - b));
    fc.assert(
      fc.property(times, (all) => {
        const filters = new ConfigFilters(FULL_CONFIG);
        const sent = all.filter((timeUs) => filters.judge(frame(0x150, timeUs)) === "uploaded");
        expect(sent.length).toBeGreaterThan(0);
        for (let i = 1; i < sent.length; i++)
          expect((sent[i] ?? 0) - (sent[i - 1] ?? 0)).toBeGreaterThanOrEqual(100_000);
      }),
    );
  });
});
