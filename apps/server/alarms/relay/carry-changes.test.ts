import { keptRule } from "@canopy/contract/alarms/rule-content";
import { describe, expect, it } from "vitest";
import { CarriedChanges } from "./carry-changes.ts";
import type { ChangeRow } from "./change-store.ts";
import type { ContextMute, RelayContext } from "./relay-context.ts";

const NOW_MS = Date.UTC(2026, 10, 14, 8);
const content = keptRule.parse({
  name: "r",
  conditions: [{ kind: "frame", is_extended: false, id_from: 1, id_to: 1, operator: "seen" }],
  actions: [
    { kind: "feishu", targets: ["hook"], every_min: 1 },
    { kind: "email", targets: ["a@example.org", "b@example.org"], every_min: 60 },
  ],
  recover: { notify: true },
});
const rule = { tenantId: "t", ruleId: "r", name: "r", level: "tip", share: false, content } as const;
const device = { tenantId: "t", binding: 1, thingsId: "d", deviceId: "D", deviceName: "d" };

const context = (more: Partial<RelayContext> = {}): RelayContext => ({
  carried: null,
  devices: [device],
  rules: [rule],
  running: null,
  sends: null,
  mutes: null,
  ...more,
});

const MUTE: ContextMute = { tenantId: "t", ruleId: null, thingsId: null, labelled: null, hours: null };

const change = (id: number, kind: ChangeRow["kind"], more: Partial<ChangeRow> = {}): ChangeRow => ({
  id,
  binding: 1,
  ruleId: "r",
  ruleVersion: 1,
  channel: 0,
  isLate: false,
  kind,
  atUs: id * 1_000_000,
  value: 60,
  peak: 60 + id,
  hits: id,
  reason: null,
  latitude: null,
  isRefused: false,
  longitude: null,
  ...more,
});

function carried(changes: readonly ChangeRow[], more: Partial<RelayContext> = {}): CarriedChanges {
  const made = new CarriedChanges(context(more), NOW_MS);
  for (const one of changes) made.carry(one);
  return made;
}

const sentBy = ({ outbox }: CarriedChanges) => outbox.map(({ cause, kind, target }) => `${cause} ${kind} ${target}`);

describe("changes of one round", () => {
  it("send the text of the rule with the device, value and time of each change [TRG-01]", () => {
    const described = { ...content, description: "{device}: {value} at {time}" };
    const rules = [{ ...rule, content: described }];
    const { outbox } = carried([change(1, "fired"), change(2, "recovered", { value: 10 })], { rules });
    const texts = outbox.map(({ cause, parameters }) => [cause, Reflect.get(parameters, "description")]);
    expect(texts).toContainEqual(["fired", "d: 60 at 1970-01-01 00:00:01 UTC"]);
    expect(texts).toContainEqual(["recovered", "d: 10 at 1970-01-01 00:00:02 UTC"]);
  });

  it("of a fence carry no channel into their notices [TRG-06] [GPS-03]", () => {
    const channelsOf = (conditions: typeof content.conditions) =>
      carried([change(1, "fired", { channel: 2 })], { rules: [{ ...rule, content: { ...content, conditions } }] })
        .outbox.map(({ parameters }) => parameters.channel)
        .slice(0, 1);
    const fence_id = "00000000-0000-4000-8000-000000000001";
    expect(channelsOf([{ kind: "fence", fence_id, fence_name: "", operator: "enter" }])).toEqual([null]);
    expect(channelsOf(content.conditions)).toEqual([2]);
  });

  it("make an event, end it and make the next; the second is held back for its frequency [TRG-04]", () => {
    const made = carried([change(1, "fired"), change(2, "lost"), change(3, "recovered"), change(4, "fired")]);
    expect(made.events.map(({ endedUs, held, last }) => [endedUs, held, last?.id])).toEqual([
      [3_000_000, 0, 3],
      [null, 2, 4],
    ]);
    expect(sentBy(made)).toEqual([
      "fired feishu hook",
      "fired email a@example.org",
      "fired email b@example.org",
      "recovered feishu hook",
      "recovered email a@example.org",
      "recovered email b@example.org",
    ]);
    expect(made.turns.map(({ kind, last_ms, held }) => [kind, last_ms, held])).toEqual([
      ["feishu", NOW_MS, 1],
      ["email", NOW_MS, 1],
      ["recovered feishu", NOW_MS, 0],
      ["recovered email", NOW_MS, 0],
    ]);
  });

  it("tell of recoveries no more often than the kind of action allows, and count the others [TRG-04]", () => {
    const key = { binding: 1, ruleId: "r", channel: 0, isLate: false };
    const running = [{ ...key, id: "e", change: 1, kinds: ["feishu", "email"] }];
    const before = (kind: string, lastMs: number) => ({ ruleId: "r", thingsId: "d", kind, lastMs });
    const sends = [before("recovered feishu", NOW_MS - 60_000), before("recovered email", NOW_MS - 3_599_999)];
    const made = carried([change(3, "recovered")], { running, sends });
    expect([sentBy(made), made.events.map(({ held }) => held)]).toEqual([["recovered feishu hook"], [1]]);
  });

  it("go on with the event that runs, and tell only those who heard of it [TRG-04]", () => {
    const key = { binding: 1, ruleId: "r", channel: 0, isLate: false };
    const running = [{ ...key, id: "e", change: 1, kinds: ["feishu"] }];
    const sends = [{ ruleId: "r", thingsId: "d", kind: "feishu", lastMs: NOW_MS - 59_999 }];
    const repeated = carried([change(2, "repeated"), change(3, "recovered")], { running, sends });
    expect(repeated.events).toMatchObject([{ id: "e", endedUs: 3_000_000, held: 1 }]);
    expect(sentBy(repeated)).toContain("repeated email a@example.org");
    expect(sentBy(carried([change(3, "recovered")], { running }))).toEqual(["recovered feishu hook"]);
    expect(sentBy(carried([change(3, "recovered", { channel: 1 })], { running }))).toEqual([]);
  });

  it("end an event that still runs when its rule fires anew [TRG-03]", () => {
    const running = [{ binding: 1, ruleId: "r", channel: 0, isLate: false, id: "e", change: 1, kinds: [] }];
    const made = carried([change(2, "fired"), change(3, "recovered"), change(4, "fired"), change(5, "fired")], {
      running,
    });
    expect(made.events.map(({ endedUs, endReason }) => [endedUs, endReason])).toEqual([
      [2_000_000, "rule"],
      [3_000_000, "recovered"],
      [5_000_000, "rule"],
      [null, null],
    ]);
  });

  it("send the command of a recovery once a minute, and always behind that of its firing [TRG-04]", () => {
    const command = { method: "record.stop", params: {} };
    const flapping = [1, 3, 5].flatMap((id) => [change(id, "fired"), change(id + 1, "recovered")]);
    const sent = (actions: typeof content.actions, sends: RelayContext["sends"] = null) => {
      const rules = [{ ...rule, content: { ...content, actions, recover: { notify: false, command } } }];
      const made = carried(flapping, { rules, sends });
      return [sentBy(made).map((line) => line.slice(0, 17)), made.events.map(({ held }) => held)];
    };
    expect(sent([])).toEqual([["recovered command"], [0, 1, 1]]);
    const before = (lastMs: number) => [{ ruleId: "r", thingsId: "d", kind: "recover command", lastMs }];
    expect(sent([], before(NOW_MS - 59_999))).toEqual([[], [1, 1, 1]]);
    expect(sent([], before(NOW_MS - 60_000))).toEqual([["recovered command"], [0, 1, 1]]);
    // The second and the third firing are held back, and so is what would end them.
    const start = { kind: "command" as const, targets: [], every_min: 1, command };
    expect(sent([start], before(NOW_MS - 59_999))).toEqual([
      ['fired command {"m', "recovered command"],
      [0, 2, 2],
    ]);
  });

  it("are recorded and not sent where they are late or muted [TRG-03]", () => {
    const mutes = [{ ...MUTE, ruleId: "r" }];
    const muted = carried([change(1, "fired"), change(2, "recovered")], { mutes });
    expect([muted.events.map(({ fired }) => fired?.isMuted), muted.outbox, muted.turns]).toEqual([[true], [], []]);
    const late = carried([change(1, "fired", { isLate: true })]);
    expect([late.events.map(({ fired }) => fired?.isMuted), late.outbox]).toEqual([[false], []]);
    const elsewhere = [{ ...MUTE, thingsId: "other" }];
    expect(carried([change(1, "fired")], { mutes: elsewhere }).outbox).toHaveLength(3);
  });

  it("ask for mutes and hours at each action, whatever they were at the firing [TRG-04]", () => {
    const key = { binding: 1, ruleId: "r", channel: 0, isLate: false };
    const heard = [{ ...key, id: "e", change: 1, kinds: ["feishu"] }];
    const changes = [change(2, "repeated"), change(3, "recovered")];
    expect(sentBy(carried(changes, { running: heard, mutes: [MUTE] }))).toEqual([]);
    // A Saturday, 8:00 UTC.
    const hours = { days: [0], from_min: 480, to_min: 1020, utc_offset_min: 0 };
    const rules = [{ ...rule, content: { ...content, hours } }];
    expect(sentBy(carried(changes, { running: heard, rules }))).toEqual([]);
    // It was muted when it fired and is not any more.
    const unheard = [{ ...key, id: "e", change: 1, kinds: [] }];
    expect(sentBy(carried([change(2, "repeated")], { running: unheard }))).toContain("repeated feishu hook");
    expect(sentBy(carried([change(3, "recovered")], { running: unheard }))).toEqual([]);
  });

  it("end what the command of a firing began, also in a mute; a mute holds no escalation back for good [TRG-04]", () => {
    const key = { binding: 1, ruleId: "r", channel: 0, isLate: false };
    const command = { method: "record.stop", params: {} };
    const escalate = { after_min: 15, kind: "sms" as const, targets: ["13800000000"] };
    const rules = [{ ...rule, content: { ...content, escalate, recover: { notify: true, command } } }];
    const recovered = (kinds: string[]) => {
      const running = [{ ...key, id: "e", change: 1, kinds }];
      return sentBy(carried([change(3, "recovered")], { running, rules, mutes: [MUTE] }));
    };
    expect(recovered(["command", "feishu"])).toEqual([`recovered command ${JSON.stringify(command)}`]);
    expect(recovered(["feishu"])).toEqual([]);
    const escalatesAt = (isLate: boolean) =>
      carried([change(1, "fired", { isLate })], { rules, mutes: [MUTE] }).events[0]?.fired?.escalateAtMs;
    expect([escalatesAt(false), escalatesAt(true)]).toEqual([NOW_MS + 15 * 60_000, null]);
  });

  it("are muted for the devices of a label, and in weekly hours [TRG-04]", () => {
    const sent = (mute: Partial<ContextMute>) =>
      carried([change(1, "fired")], { mutes: [{ ...MUTE, ...mute }] }).outbox.length;
    expect(sent({ labelled: ["d", "other"] })).toBe(0);
    expect(sent({ labelled: [] })).toBe(3);
    // A Saturday, 8:00 UTC.
    const hours = { days: [6], from_min: 480, to_min: 600, utc_offset_min: 0 };
    expect(sent({ hours })).toBe(0);
    expect(sent({ hours: { ...hours, days: [0, 1, 2, 3, 4, 5] } })).toBe(3);
    expect(sent({ hours: { ...hours, from_min: 481 } })).toBe(3);
    expect(sent({ hours, labelled: [] })).toBe(3);
  });

  it("come to nothing where rule or device are gone or of another tenant [TRG-03]", () => {
    for (const more of [{ rules: null }, { devices: null }, { rules: [{ ...rule, tenantId: "other" }] }]) {
      const { events, outbox, tenants } = carried([change(1, "fired")], more);
      expect([events, outbox, tenants.size]).toEqual([[], [], 0]);
    }
  });
});
