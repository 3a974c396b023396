import { FLAG_ERROR, FLAG_EXTENDED } from "@canopy/can/frame/frame";
import { describe, expect, it } from "vitest";
import { Bench, over, type Sample, watched } from "./test-rules.ts";

/** A value every half second. */
const every = (fromS: number, toS: number, value: number, more: Partial<Sample> = {}): Sample[] =>
  Array.from({ length: Math.round((toS - fromS) * 2) }, (_, i) => ({ s: fromS + i / 2, value, ...more }));

describe("a rule", () => {
  it("fires on the rising edge, once, and recovers once after ten seconds of false [TRG-03]", () => {
    const bench = new Bench(watched()).judge([...every(0, 2, 10), ...every(2, 5, 60), ...every(5, 30, 10)]);
    expect(bench.told).toEqual(["fired 2", "recovered 15"]);
    expect(bench.changes).toMatchObject([{ value: 60 }, { peak: 60, hits: 6 }]);
  });

  it("fires only when it was true for its time, at that moment [TRG-03]", () => {
    const rule = watched({ hold_s: 3 });
    expect(new Bench(rule).judge([...every(0, 2.5, 60), ...every(2.5, 20, 10)]).told).toEqual([]);
    expect(new Bench(rule).judge([...every(0, 4, 60), ...every(4, 8, 10)]).told).toEqual(["fired 3"]);
    // A value that came once counts while it is not stale; other frames let the time pass.
    expect(
      new Bench(rule).judge([
        { s: 0, value: 60 },
        { s: 4, id: 0x7ff },
      ]).told,
    ).toEqual(["fired 3"]);
  });

  it("neither fires nor recovers again for a signal that flaps [TRG-03]", () => {
    const flapping = Array.from({ length: 400 }, (_, i) => ({ s: i / 10, value: i % 2 ? 60 : 10 }));
    expect(new Bench(watched()).judge(flapping).told).toEqual(["fired 0.1"]);
    expect(new Bench(watched({ hold_s: 0.2 })).judge(flapping).told).toEqual([]);
  });

  it("stays active until the value is back at its hysteresis [TRG-01]", () => {
    const rule = watched({ recover_s: 0 });
    const [condition] = rule.conditions;
    if (condition?.kind !== "value") throw new Error("no value");
    const held = { ...rule, conditions: [{ ...condition, limit: { ...condition.limit, back: 40 } }] };
    const values = [55, 45, 41, 40, 45, 51].map((value, s) => ({ s, value }));
    expect(new Bench(held).judge(values).told).toEqual(["fired 0", "recovered 3", "fired 5"]);
    expect(new Bench(rule).judge(values).told).toEqual(["fired 0", "recovered 1", "fired 5"]);
  });

  it("says that the signal is lost instead of recovering, and goes on when it is back [TRG-03]", () => {
    const bench = new Bench(watched()).judge(every(0, 2, 60)).judge(every(2, 60, 1, { id: 0x7ff }));
    expect(bench.told).toEqual(["fired 0", "lost 6.5"]);
    bench.judge(every(60, 61, 60)).judge(every(61, 80, 10));
    expect(bench.told.slice(2)).toEqual(["found 60", "recovered 71"]);
  });

  it("combines conditions with and, and with or, on the last values [TRG-01]", () => {
    const conditions = [over(0x100), over(0x200)];
    const samples = [
      { s: 0, value: 60 },
      { s: 1, value: 60, id: 0x200 },
      { s: 2, value: 10 },
      { s: 3, value: 10, id: 0x200 },
    ];
    const told = (connector: "and" | "or") =>
      new Bench(watched({ conditions, connector, recover_s: 0 })).judge(samples).told;
    expect(told("and")).toEqual(["fired 1", "recovered 2"]);
    expect(told("or")).toEqual(["fired 0", "recovered 3"]);
  });

  it("sees an identifier of a range, and its absence [TRG-01]", () => {
    const seen = watched({ conditions: [over(0x100, { operator: "seen", id_to: 0x10f })], recover_s: 0 });
    const samples = [
      { s: 0, id: 0x0ff },
      { s: 1, id: 0x10f },
      { s: 9, id: 0x7ff },
    ];
    expect(new Bench(seen).judge(samples).told).toEqual(["fired 1", "recovered 6"]);
    const absent = watched({
      channel: 0,
      conditions: [over(0x100, { operator: "absent", value: 1500 })],
      recover_s: 0,
    });
    expect(
      new Bench(absent)
        .judge([{ s: 0 }])
        .judge(every(1, 3, 0, { id: 0x7ff }))
        .judge([{ s: 4 }]).told,
    ).toEqual(["fired 1.5", "recovered 4"]);
  });

  it("compares a masked byte and the length, of the kind of identifier it names [TRG-01]", () => {
    const masked = watched({ conditions: [over(0x100, { operator: "eq", mask: 0x0f, value: 3 })] });
    expect(new Bench(masked).judge([{ s: 0, value: 0xf3 }]).told).toEqual(["fired 0"]);
    expect(new Bench(masked).judge([{ s: 0, value: 0xf3, flags: FLAG_EXTENDED }]).told).toEqual([]);
    expect(new Bench(masked).judge([{ s: 0, value: 0xf3, flags: FLAG_ERROR }]).told).toEqual([]);
    expect(new Bench(watched({ conditions: [over(0x100, { byte: 1 })] })).judge([{ s: 0, value: 255 }]).told).toEqual(
      [],
    );
    const length = watched({ conditions: [over(0x100, { part: "length", operator: "lt", value: 8 })] });
    expect(new Bench(length).judge([{ s: 0 }]).told).toEqual(["fired 0"]);
  });

  it("has a state for each channel, or watches one [TRG-03]", () => {
    const samples = [
      { s: 0, value: 60, channel: 1 },
      { s: 1, value: 60, channel: 2 },
    ];
    expect(new Bench(watched()).judge(samples).changes.map(({ channel }) => channel)).toEqual([1, 2]);
    expect(new Bench(watched({ channel: 2 })).judge(samples).changes.map(({ channel }) => channel)).toEqual([2]);
  });

  it("repeats each minute where every match counts [TRG-04]", () => {
    const bench = new Bench(watched({ mode: "every" })).judge(every(0, 130, 60));
    expect(bench.told).toEqual(["fired 0", "repeated 60", "repeated 120"]);
  });

  it("judges frames older than ten minutes apart, as late [TRG-03]", () => {
    const bench = new Bench(watched()).judge([{ s: 0, value: 60 }], 601).judge([{ s: 1, value: 60 }], 599);
    expect(bench.changes.map(({ isLate }) => isLate)).toEqual([true, false]);
  });

  it("that is active does not fire again for frames that come late [TRG-03]", () => {
    const bench = new Bench(watched()).judge(every(0, 2, 60)).judge(every(100, 110, 60), 1300);
    bench.judge(every(1409, 1411, 60)).judge(every(1480, 1482, 60));
    expect(bench.told.filter((line) => line.startsWith("fired"))).toEqual(["fired 0"]);
  });

  it("that late frames fired is over with the last of them; the next backlog fires anew [TRG-03] [TRG-05]", () => {
    const toldOf = (restart: (bench: Bench) => Bench) => {
      const bench = restart(new Bench(watched()).judge(every(0, 2, 10)).judge(every(100, 110, 60), 1300));
      restart(bench.judge(every(1409, 1411, 10)));
      expect(bench.toldLate).toEqual(["fired 100"]);
      restart(bench.judge(every(1480, 1482, 10)).judge(every(1560, 1562, 10)));
      expect(bench.toldLate).toEqual(["fired 100", "recovered 109.5"]);
      return bench.judge(every(10_000, 10_010, 60), 1300).toldLate.slice(2);
    };
    expect(toldOf((bench) => bench)).toEqual(["fired 10000"]);
    expect(toldOf((bench) => bench.restart())).toEqual(["fired 10000"]);
  });

  it("fires once for late frames that come in turns with those of the present [TRG-03]", () => {
    const bench = new Bench(watched()).judge([{ s: 5000, value: 10 }]).judge(every(100, 110, 60), 4891);
    bench
      .judge([{ s: 5001, value: 10 }])
      .judge(every(110, 120, 60), 4882)
      .judge([{ s: 5002, value: 10 }]);
    expect(bench.toldLate).toEqual(["fired 100"]);
  });

  it("goes on when the terminal's clock is set back", () => {
    const bench = new Bench(watched({ hold_s: 3 })).judge([{ s: 3600, value: 60 }]).judge(every(0, 10, 60));
    expect(bench.told).toEqual(["fired 3"]);
  });

  it("does not count a value over the night before a restart: what was pending is forgotten [TRG-03]", () => {
    const morningS = 12 * 3600;
    const bench = new Bench(watched({ hold_s: 30 })).judge(every(0, 5, 60)).restart();
    expect(bench.judge(every(morningS, morningS + 20, 60)).told).toEqual([]);
    expect(bench.judge(every(morningS + 20, morningS + 40, 60)).told).toEqual([`fired ${morningS + 30}`]);
    const active = new Bench(watched())
      .judge(every(0, 2, 60))
      .restart()
      .judge(every(morningS, morningS + 20, 10));
    expect(active.told).toEqual(["fired 0", "lost 6.5", `found ${morningS}`, `recovered ${morningS + 10}`]);
  });

  it("counts frames that nobody could send before a restart as no absence [TRG-01]", () => {
    const conditions = [over(0x100, { operator: "absent", value: 1500 })];
    const bench = new Bench(watched({ channel: 0, conditions, recover_s: 0 })).judge([{ s: 0 }, { s: 3 }]).restart();
    expect(bench.judge([{ s: 3600 }, { s: 3601 }]).told).toEqual(["fired 1.5", "recovered 3"]);
  });

  it("keeps its state over a restart: no firing is lost and none doubled [TRG-03]", () => {
    const bench = new Bench(watched({ hold_s: 2 }))
      .judge(every(0, 1, 60))
      .restart()
      .judge(every(1, 4, 60))
      .restart();
    bench
      .judge(every(4, 6, 60))
      .judge(every(6, 12, 10))
      .restart()
      .judge(every(12, 30, 10));
    expect(bench.told).toEqual(["fired 2", "recovered 16"]);
  });
});
