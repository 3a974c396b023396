import { channelName } from "@canopy/contract/device-link/channels";
import { deviceConfig } from "@canopy/contract/device-link/config";
import { type ConfigField, configForm, fieldAt, settingName } from "@canopy/contract/device-link/config-form";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { configGroups, configRows, firstConfig, groupAt, newEntry, valueAt, withValue } from "./config-groups.ts";
import { numberFrom, numberIn } from "./config-numbers.ts";
import { lineDiff } from "./line-diff.ts";
import { en } from "./setting-texts.en.ts";
import { zh } from "./setting-texts.zh.ts";

const FIRST = firstConfig([true, false]);

/** Every setting that the form can show, by its path with one entry in each list. */
function pathsOf(field: ConfigField, path: (string | number)[] = []): (string | number)[][] {
  if (field.kind === "group") {
    const own = path.length === 0 ? [] : [path];
    return [...own, ...Object.entries(field.fields).flatMap(([name, child]) => pathsOf(child, [...path, name]))];
  }
  return field.kind === "list" ? [path, ...pathsOf(field.item, [...path, 0])] : [path];
}

const named = (table: Record<string, string>, prefix: string, path: readonly (string | number)[]) => {
  const parts = settingName(path).split(".");
  return parts.some((_, i) => Object.hasOwn(table, `${prefix}${parts.slice(i).join(".")}`));
};

describe("the form of a configuration", () => {
  it("has a name, a help and the words of every choice, in both languages [DEV-05]", () => {
    const shown = new Set(configGroups(FIRST).flatMap((group) => group.roots.map((root) => String(root[0]))));
    for (const path of pathsOf(configForm())) {
      if (["can", "record", "gps", "upload"].includes(settingName(path))) continue;
      expect(shown).toContain(path[0]);
      for (const table of [zh, en]) {
        expect(named(table, "devices.setting.", path), settingName(path)).toBe(true);
        expect(named(table, "devices.settingHelp.", path), settingName(path)).toBe(true);
      }
      const field = fieldAt(path);
      const words = field?.kind === "choice" || field?.kind === "choices" ? field.values : [];
      for (const word of words.filter((each) => typeof each === "string")) {
        expect(zh, settingName(path)).toHaveProperty([`devices.choice.${word}`]);
      }
    }
  });

  it("begins with a configuration that is right, one group per channel [DEV-05]", () => {
    const config = deviceConfig.parse(FIRST);
    expect(config.can.map(({ channel, enabled }) => [channel, enabled])).toEqual([
      [0, true],
      [1, false],
    ]);
    const titles = configGroups(config).map(({ key }) => key);
    expect(titles).toEqual(["can0", "can1", "lin", "io", "recording", "trigger", "gps", "network", "upload", "sms"]);
    expect([0, 33, 48].map(channelName)).toEqual(["CAN1", "LIN2", "DI1"]);
  });

  it("shows a line for every setting that is there, and new entries where the schema takes them [DEV-05]", () => {
    let config = FIRST;
    for (const path of [
      ["lin"],
      ["digital_inputs"],
      ["quotas"],
      ["quotas"],
      ["upload", "filters"],
      ["can", 0, "filters"],
    ]) {
      const field = fieldAt(path);
      if (field?.kind !== "list") throw new Error(path.join("."));
      const list = valueAt(config, path);
      config = withValue(config, [...path, Array.isArray(list) ? list.length : 0], newEntry(config, path, field));
    }
    const { lin, quotas, digital_inputs } = deviceConfig.parse(config);
    expect([lin[0]?.channel, digital_inputs[0]?.channel]).toEqual([32, 48]);
    expect(quotas.map(({ source }) => source)).toEqual([0, 1]);
    const [can] = configGroups(config);
    const rows = can ? configRows(config, can) : [];
    expect(rows.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["leaf", "part", "list", "item"]));
    // Its own channel is the name of the group, not a setting.
    expect(rows.some(({ path }) => path.at(-1) === "channel")).toBe(false);
  });
});

describe("a place in a configuration", () => {
  it("belongs to the group that shows it, whatever its name begins with [DEV-05]", () => {
    const groupOf = (place: string) => groupAt(FIRST, place)?.key;
    for (const group of configGroups(FIRST)) {
      for (const { path } of configRows(FIRST, group)) expect(groupOf(path.join("."))).toBe(group.key);
    }
    expect(groupOf("links.0.host")).toBe("network");
    expect(groupAt(firstConfig(Array.from({ length: 12 }, () => true)), "can.10.baud_rate")?.key).toBe("can10");
  });

  it("is set and read back, and nothing else changes [DEV-05]", () => {
    const json = fc.jsonValue({ maxDepth: 2 });
    const part = fc.dictionary(fc.constantFrom("x", "y"), json);
    const object = fc.dictionary(fc.constantFrom("a", "b", "c"), part, { minKeys: 1 });
    fc.assert(
      fc.property(object, fc.constantFrom("a", "b", "c"), json, (whole, key, value) => {
        const next = withValue(whole, [key, "x"], value);
        expect(valueAt(next, [key, "x"])).toEqual(value);
        for (const other of Object.keys(whole)) if (other !== key) expect(valueAt(next, [other])).toBe(whole[other]);
      }),
    );
    expect(withValue({ a: [1, 2, 3] }, ["a", 1], undefined)).toEqual({ a: [1, 3] });
  });
});

describe("a number that is typed", () => {
  it("is read as it is shown, and nonsense stays for the schema to refuse [DEV-05]", () => {
    const plain = { format: undefined, optional: false };
    fc.assert(
      fc.property(fc.integer(), (value) => {
        expect(numberFrom(plain, numberIn(plain, value))).toBe(value);
      }),
    );
    const id = { format: "id", optional: false };
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0x1fffffff }), (value) => {
        expect(numberFrom(id, numberIn(id, value))).toBe(value);
      }),
    );
    expect(numberFrom(plain, "1,000")).toBe(1000);
    expect(numberFrom(plain, "12x")).toBe("12x");
    expect(numberFrom({ ...plain, optional: true }, " ")).toBeUndefined();
    expect(numberFrom(plain, "")).toBe("");
    expect(numberFrom(id, "0x7FF")).toBe(0x7ff);
  });
});

describe("a difference by lines", () => {
  it("leads from the old to the new, with no line too many", () => {
    const lines = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 12 });
    fc.assert(
      fc.property(lines, lines, (from, to) => {
        const diff = lineDiff(from, to, Number.POSITIVE_INFINITY);
        expect(diff.filter(({ kind }) => kind !== "new").map(({ text }) => text)).toEqual(diff.length > 0 ? from : []);
        expect(diff.filter(({ kind }) => kind !== "gone").map(({ text }) => text)).toEqual(diff.length > 0 ? to : []);
        if (from.join() === to.join()) expect(diff).toEqual([]);
      }),
    );
  });
});
