import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DeviceConfig, deviceConfig } from "./config.ts";
import { type ConfigPath, consequencesOf, diffConfigs, pathText } from "./config-diff.ts";
import { ConfigFilters } from "./config-filters.ts";
import { type ConfigField, configForm, fieldAt, settingName } from "./config-form.ts";
import { canonicalJson, configHash } from "./config-hash.ts";
import { CONFIG_RANGES as R } from "./config-ranges.ts";

const range = { channel: 0, extended: false, from_id: 0x100, to_id: 0x1ff };
const condition = { kind: "id", operator: "eq", ids: range } as const;

/** Has an entry in every list and every optional part. */
const FULL: DeviceConfig = deviceConfig.parse({
  can: [
    {
      channel: 0,
      enabled: true,
      baud_rate: 500_000,
      data_baud_rate: 2_000_000,
      mode: "normal",
      timing: { clock_hz: 80_000_000, brp: 2, tseg1: 63, tseg2: 16, sjw: 16 },
      data_timing: { clock_hz: 80_000_000, brp: 2, tseg1: 14, tseg2: 5, sjw: 4 },
      filters: [{ extended: false, mask: 0x700, acceptance: 0x100 }],
    },
  ],
  lin: [{ channel: 32, enabled: true, baud_rate: 19_200, data_length: 8 }],
  digital_inputs: [{ channel: 48, enabled: true, interval_ms: 100 }],
  digital_outputs: [{ on: ["area"], area: { latitude: 22.5, longitude: 113.9, radius_m: 500 } }],
  record: {
    mode: "continuous",
    file_size_mb: 64,
    record_time_s: 3600,
    start: condition,
    stop: condition,
    pre_trigger: { frames: 1000, after_ms: 1000, conditions: [condition] },
    timed: { period_ms: 1000, custom_data: "00ff", filters: [range] },
  },
  quotas: [{ source: 0, percent: 60 }],
  gps: { enabled: true, period_s: 1 },
  upload: { filters: [{ ...range, period_ms: 100 }], cache: 100 },
  links: [{ enabled: true, host: "10.0.0.1", remote_port: 8000, timeout_ms: 5000 }],
  sms: [{ number: "13800000000", on: ["bus_error"] }],
});

function put(path: ConfigPath, value: unknown): unknown {
  const copy: unknown = structuredClone(FULL);
  let at = copy;
  for (const key of path.slice(0, -1)) at = Reflect.get(at as object, key);
  Reflect.set(at as object, path.at(-1) ?? "", value);
  return copy;
}

const isTaken = (config: unknown) => deviceConfig.safeParse(config).success;
const codesOf = (config: unknown) => deviceConfig.safeParse(config).error?.issues.map(({ message }) => message) ?? [];

/** DEV-05 to the letter, apart from the constants that the schema reads. */
const EDGES: [string, ConfigPath, number, number][] = [
  ["radius", ["digital_outputs", 0, "area", "radius_m"], 50, 10_000],
  ["latitude", ["digital_outputs", 0, "area", "latitude"], -90, 90],
  ["longitude", ["digital_outputs", 0, "area", "longitude"], -180, 180],
  ["timer period", ["record", "timed", "period_ms"], 10, 86_400_000],
  ["time after a trigger", ["record", "pre_trigger", "after_ms"], 10, 86_400_000],
  ["record time", ["record", "record_time_s"], 1, 8_640_000],
  ["pre-trigger frames", ["record", "pre_trigger", "frames"], 10, 100_000],
  ["record file size", ["record", "file_size_mb"], 1, 512],
  ["storage allocation", ["quotas", 0, "percent"], 0, 100],
  ["timeout", ["links", 0, "timeout_ms"], 500, 60_000],
  ["resumable cache", ["upload", "cache"], 1, 100],
  ["remote port", ["links", 0, "remote_port"], 1, 65_535],
  ["local port", ["links", 0, "local_port"], 0, 65_535],
  ["GPS record period", ["gps", "period_s"], 1, 1800],
  ["LIN rate", ["lin", 0, "baud_rate"], 1000, 20_000],
  ["LIN length", ["lin", 0, "data_length"], 1, 8],
];

describe("the ranges of a configuration", () => {
  it.each(EDGES)("%s ends where the requirement says [DEV-05]", (_, path, from, to) => {
    expect(isTaken(put(path, from))).toBe(true);
    expect(isTaken(put(path, to))).toBe(true);
    expect(isTaken(put(path, from - 1))).toBe(false);
    expect(isTaken(put(path, to + 1))).toBe(false);
    expect(isTaken(put(path, Number.NaN))).toBe(false);
    const field = fieldAt(path);
    expect(field?.kind === "number" && field.range).toEqual([from, to]);
  });

  it.each([
    ["upload filters", ["upload", "filters"], 64, range],
    ["filters of a timer", ["record", "timed", "filters"], 64, range],
    ["ID filters of a channel", ["can", 0, "filters"], 8, { mask: 1, acceptance: 1 }],
    ["links", ["links"], 3, FULL.links[0]],
    ["conditions", ["record", "pre_trigger", "conditions"], 512, condition],
  ] as [string, ConfigPath, number, unknown][])("%s are at most %s [DEV-05]", (_, path, most, item) => {
    expect(isTaken(put(path, Array(most).fill(item)))).toBe(true);
    expect(isTaken(put(path, Array(most + 1).fill(item)))).toBe(false);
    const field = fieldAt(path);
    expect(field?.kind === "list" && field.items[1]).toBe(most);
  });

  it("custom data has at most 16 hexadecimal characters, in pairs [DEV-05]", () => {
    const path = ["record", "timed", "custom_data"];
    for (const right of ["", "00", "ff".repeat(8)]) expect(isTaken(put(path, right))).toBe(true);
    for (const wrong of ["0", "gg", "ff".repeat(9)])
      expect(codesOf(put(path, wrong))).toEqual(["devices.configCustomData"]);
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
    ["two entries of one channel", ["can"], [FULL.can[0], FULL.can[0]], "configChannelTwice"],
    ["a LIN channel among CAN", ["can", 0, "channel"], 32, "configChannelKind"],
    ["a mode without its part", ["record"], { mode: "pre_trigger", file_size_mb: 1 }, "configModeNeeds"],
    ["an ID condition without ids", ["record", "stop"], { kind: "id", operator: "eq" }, "configConditionIds"],
    ["an area that is nowhere", ["digital_outputs", 0], { on: ["area"] }, "configAreaNeeded"],
    ["timing for another bit rate", ["can", 0, "baud_rate"], 250_000, "configTiming"],
    ["data timing without a data rate", ["can", 0, "data_baud_rate"], undefined, "configTiming"],
    ["a jump wider than its segment", ["can", 0, "timing", "sjw"], 17, "configSjw"],
    ["a phone number of letters", ["sms", 0, "number"], "call me", "configPhone"],
  ] as [string, ConfigPath, unknown, string][])("%s is refused with its code [DEV-05]", (_, path, value, code) => {
    expect(codesOf(put(path, value))).toContain(`devices.${code}`);
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
    const turned = Object.fromEntries(Object.entries(FULL).reverse());
    expect(configHash(deviceConfig.parse(turned))).toBe(configHash(FULL));
    expect(configHash(deviceConfig.parse(JSON.parse(JSON.stringify(FULL))))).toBe(configHash(FULL));
    expect(configHash(FULL)).toMatch(/^[0-9a-f]{8}$/);
    expect(configHash(deviceConfig.parse(put(["gps", "period_s"], 2)))).not.toBe(configHash(FULL));
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
    const to = structuredClone(FULL);
    to.gps.period_s = 5;
    to.upload.filters.push({ ...range, from_id: 0, to_id: 1 });
    delete to.record.stop;
    const changes = diffConfigs(FULL, to);
    expect(changes.map(({ path }) => pathText(path))).toEqual(["record.stop", "gps.period_s", "upload.filters[1]"]);
    expect(changes[1]).toMatchObject({ from: 1, to: 5 });
    expect(diffConfigs(FULL, structuredClone(FULL))).toEqual([]);
  });

  it("says what a change costs [DEV-05]", () => {
    const to = structuredClone(FULL);
    const [channel] = to.can;
    if (channel) Object.assign(channel, { baud_rate: 250_000, mode: "listen_only" });
    to.record.mode = "off";
    expect(consequencesOf(FULL, to).map(({ code }) => code)).toEqual([
      "channelRestarts",
      "cannotSend",
      "recordingStops",
    ]);
    expect(consequencesOf(FULL, FULL)).toEqual([]);
  });
});

describe("the filters of a configuration", () => {
  const frame = (id: number, timeUs = 0, extended = false, channel = 0) => ({ channel, id, extended, timeUs });

  it("hear by mask, send by range and period, and leave other channels alone [DEV-05]", () => {
    const filters = new ConfigFilters(FULL);
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
        const filters = new ConfigFilters(FULL);
        const sent = all.filter((timeUs) => filters.judge(frame(0x150, timeUs)) === "uploaded");
        expect(sent.length).toBeGreaterThan(0);
        for (let i = 1; i < sent.length; i++)
          expect((sent[i] ?? 0) - (sent[i - 1] ?? 0)).toBeGreaterThanOrEqual(100_000);
      }),
    );
  });
});
