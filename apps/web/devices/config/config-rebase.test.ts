import { deviceConfig } from "@canopy/contract/device-link/config";
import { diffConfigs, pathText } from "@canopy/contract/device-link/config-diff";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { firstConfig, listAt, valueAt, withValue } from "./config-groups.ts";
import { rebase } from "./config-rebase.ts";

const FIRST = deviceConfig.parse(firstConfig([true, true, true]));

/** My changes over a base that was overtaken. */
const onTop = (base: unknown, mine: unknown, theirs: unknown) => {
  const draft = { base, config: mine, baseVersion: 1, origin: "edit", restoredFrom: null } as const;
  const { config, lost } = rebase(draft, theirs);
  return { config, lost: lost.map(({ path }) => pathText(path)) };
};

const filter = (channel: number, from_id: number, more = {}) => ({
  ...{ channel, extended: false, from_id, to_id: from_id },
  ...more,
});
const link = (host: string, more = {}) => ({
  ...{ enabled: true, host, remote_port: 8000, local_port: 0, timeout_ms: 5000 },
  ...more,
});
const sms = (number: string, on = "area") => ({ number, on: [on] });

describe("a draft whose base was overtaken", () => {
  it("keeps my changes on top of theirs [DEV-05]", () => {
    const mine = withValue(FIRST, ["gps", "period_s"], 30);
    const theirs = withValue(FIRST, ["record", "file_size_mb"], 128);
    const { config, lost } = onTop(FIRST, mine, theirs);
    expect(diffConfigs(theirs, config).map(({ path }) => path.join("."))).toEqual(["gps.period_s"]);
    expect(valueAt(config, ["record", "file_size_mb"])).toBe(128);
    expect(lost).toEqual([]);
  });

  it("names my change of a channel that is gone, and changes no other [DEV-05]", () => {
    const mine = withValue(FIRST, ["can", 0, "baud_rate"], 250_000);
    const theirs = withValue(FIRST, ["can", 0], undefined);
    expect(onTop(FIRST, mine, theirs)).toEqual({ config: theirs, lost: ["can[0].baud_rate"] });
  });

  it.each([
    ["quotas", { source: 0, percent: 10 }, { source: 1, percent: 20 }, { source: 1, percent: 30 }],
    ["upload.filters", filter(0, 1), filter(1, 2), filter(1, 2, { period_ms: 1000 })],
    ["can.1.filters", { mask: 1, acceptance: 1 }, { mask: 2, acceptance: 2 }, { mask: 2, acceptance: 3 }],
    ["links", link("10.0.0.1"), link("10.0.0.2"), link("10.0.0.2", { remote_port: 9000 })],
    ["sms", sms("10001"), sms("10002"), sms("10002", "bus_error")],
  ])("an entry of %s keeps my change where another one before it went [DEV-05]", (name, first, second, changed) => {
    const path = name.split(".").map((key) => (/^\d$/.test(key) ? Number(key) : key));
    const base = withValue(FIRST, path, [first, second]);
    const mine = withValue(base, [...path, 1], changed);
    const withoutFirst = withValue(base, path, [second]);
    expect(onTop(base, mine, withoutFirst)).toEqual({ config: withValue(base, path, [changed]), lost: [] });
    const withoutSecond = withValue(base, path, [first]);
    const gone = onTop(base, mine, withoutSecond);
    expect(gone.config).toEqual(withoutSecond);
    expect(gone.lost[0]).toContain(pathText([...path, 1]));
    // What I took out is out; what both brought is there once, and what each brought alone is there.
    const shorter = withValue(base, path, [second]);
    expect(onTop(base, shorter, withValue(base, path, [first, changed]))).toMatchObject({ lost: [] });
    const longer = withValue(base, path, [first, second, first]);
    expect(listAt(onTop(base, longer, withValue(base, path, [second])).config, path)).toHaveLength(2);
  });

  it("a part that was taken out meanwhile does not come back in pieces [DEV-05]", () => {
    const base = withValue(FIRST, ["record", "timed"], { period_ms: 1000 });
    const mine = withValue(base, ["record", "timed", "period_ms"], 2000);
    expect(onTop(base, mine, FIRST)).toEqual({ config: FIRST, lost: ["record.timed.period_ms"] });
    expect(onTop(FIRST, mine, withValue(FIRST, ["gps", "period_s"], 9)).lost).toEqual([]);
  });

  it("is mine where nobody changed anything, and theirs where I did not [DEV-05]", () => {
    const lists = fc.record({
      can: fc.uniqueArray(fc.record({ channel: fc.nat(3), baud_rate: fc.nat(2) }), {
        selector: (each) => each.channel,
      }),
      links: fc.array(fc.record({ host: fc.constantFrom("a", "b"), enabled: fc.boolean() }), { maxLength: 4 }),
    });
    fc.assert(
      fc.property(lists, lists, (one, other) => {
        expect(onTop(one, other, one)).toEqual({ config: other, lost: [] });
        expect(onTop(one, one, other)).toEqual({ config: other, lost: [] });
        expect(onTop(one, other, other)).toEqual({ config: other, lost: [] });
      }),
    );
  });

  it("whoever changes which channel: each has its own change or none [DEV-05]", () => {
    const some = fc.uniqueArray(fc.nat(3));
    const channels = [0, 1, 2, 3].map((channel) => ({ channel, baud_rate: 500_000, enabled: true }));
    fc.assert(
      fc.property(some, some, some, (retimed, off, gone) => {
        const change = (list: readonly number[], more: object) => ({
          can: channels.map((entry) => (list.includes(entry.channel) ? { ...entry, ...more } : entry)),
        });
        const mine = change(retimed, { baud_rate: 250_000 });
        const theirs = { can: change(off, { enabled: false }).can.filter(({ channel }) => !gone.includes(channel)) };
        const { config, lost } = onTop({ can: channels }, mine, theirs);
        const left = channels.filter(({ channel }) => !gone.includes(channel));
        expect(listAt(config, ["can"])).toEqual(
          left.map(({ channel }) => {
            const baud_rate = retimed.includes(channel) ? 250_000 : 500_000;
            return { channel, baud_rate, enabled: !off.includes(channel) };
          }),
        );
        const without = retimed.filter((channel) => gone.includes(channel)).sort();
        expect(lost).toEqual(without.map((channel) => `can[${channel}].baud_rate`));
      }),
    );
  });
});
