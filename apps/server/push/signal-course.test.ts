import { pushSource, type SignalSource } from "@canopy/contract/push/source";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arrivedWindows } from "./arrived-windows.ts";
import { NEW_SIGNALS, SignalCourse } from "./signal-course.ts";

const SECOND = 1_000_000;
const reference = { channel: 0, dbc_id: "00000000-0000-4000-8000-000000000000", message_id: 1, is_extended: false };

function sourceOf(more: object): SignalSource {
  const signals = ["A", "B"].map((signal) => ({ ...reference, signal }));
  const source = pushSource.parse({ kind: "signals", signals, ...more });
  if (source.kind !== "signals") throw new TypeError(source.kind);
  return source;
}

const sample = (seconds: number, values: Record<string, number>) => ({ timeUs: seconds * SECOND, values });

describe("signals of a rule", () => {
  it("are sent once in each span, with the last value of each [CAP-01]", () => {
    const course = new SignalCourse(sourceOf({ every_s: 10 }), NEW_SIGNALS);
    const given = [
      sample(3, { A: 1 }),
      sample(9, { B: 2 }),
      sample(10, { A: 3 }),
      sample(19, { A: 4 }),
      sample(35, { B: 5 }),
    ];
    const picks = given.map((one) => course.take(one)).filter((pick) => pick !== undefined);
    expect(picks).toEqual([
      { key: "10s 0", timeUs: 3 * SECOND, values: { A: 1, B: null } },
      { key: "10s 1", timeUs: 10 * SECOND, values: { A: 3, B: 2 } },
      { key: "10s 3", timeUs: 35 * SECOND, values: { A: 4, B: 5 } },
    ]);
  });

  it("on change are sent when one differs from what was sent, not more often than told [CAP-01]", () => {
    const course = new SignalCourse(sourceOf({ mode: "change", every_s: 2 }), NEW_SIGNALS);
    const given = [
      [0, 1],
      [1, 1],
      [3, 1],
      [4, 2],
      [5, 3],
      [5.5, 2],
      [6, 2],
      [7, 3],
    ] as const;
    const picks = given.map(([at, A]) => course.take(sample(at, { A })));
    expect(picks.map((pick) => pick?.values.A)).toEqual([
      1,
      undefined,
      undefined,
      2,
      undefined,
      undefined,
      undefined,
      3,
    ]);
  });

  it("are sent only while the filters hold [CAP-01]", () => {
    const filters = [
      { name: "A", operator: "gt", value: 5 },
      { name: "B", operator: "ne", value: 0 },
    ];
    const course = new SignalCourse(sourceOf({ every_s: 1, filters }), NEW_SIGNALS);
    const given = [{ A: 9 }, { B: 1 }, { A: 5 }, { A: 6 }, { B: 0 }];
    const sent = given.map((values, at) => course.take(sample(at, values)) !== undefined);
    expect(sent).toEqual([false, true, false, true, false]);
  });

  it("have the same keys wherever reading was cut and whatever came twice [CAP-01]", () => {
    const times = fc.array(fc.integer({ min: 0, max: 100 * SECOND }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(times, fc.nat(60), fc.constantFrom("interval", "change"), (list, cut, mode) => {
        const source = sourceOf({ every_s: 5, mode });
        const given = list.toSorted((a, b) => a - b).map((timeUs) => ({ timeUs, values: { A: timeUs % 3 } }));
        const whole = new SignalCourse(source, NEW_SIGNALS);
        const first = new SignalCourse(source, NEW_SIGNALS);
        const keysOf = (course: SignalCourse, some: typeof given) =>
          some.map((one) => course.take(one)?.key).filter((key) => key !== undefined);
        const before = keysOf(first, given.slice(0, cut));
        const stored = JSON.parse(JSON.stringify(first.state));
        const after = keysOf(new SignalCourse(source, stored), given.slice(cut));
        expect([...before, ...after]).toEqual(keysOf(whole, given));
      }),
    );
  });
});

describe("the times that came", () => {
  it("are read in their order, joined where they are near, a minute at a time [CAP-01]", () => {
    const came = [
      { firstUs: 300 * SECOND, lastUs: 400 * SECOND },
      { firstUs: 0, lastUs: 10 * SECOND },
      { firstUs: 10.5 * SECOND, lastUs: 20 * SECOND },
      { firstUs: 5 * SECOND, lastUs: 6 * SECOND },
    ];
    expect(arrivedWindows(came)).toEqual([
      { fromUs: 0, toUs: 20 * SECOND + 1 },
      { fromUs: 300 * SECOND, toUs: 360 * SECOND },
      { fromUs: 360 * SECOND, toUs: 400 * SECOND + 1 },
    ]);
  });
});
