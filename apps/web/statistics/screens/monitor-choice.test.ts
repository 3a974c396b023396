import type { SignalBinding } from "@canopy/contract/signals/bindings";
import type { Strategy } from "@canopy/contract/signals/strategies";
import { describe, expect, it } from "vitest";
import { boundSignals, readChoice, writeChoice } from "./monitor-choice.ts";

const THING = "11111111-1111-4111-8111-111111111111";
const DBC = "22222222-2222-4222-8222-222222222222";
const signal = { channel: 0, dbc_id: DBC, message_id: 256, is_extended: false, signal: "电压 | ~ a" };

describe("the signals of the monitor screen", () => {
  it("come back from the address as they were written, whatever their names hold [STA-02]", () => {
    const chosen = [
      { thingsId: THING, signal },
      { thingsId: DBC, signal: { ...signal, revision: 3, is_extended: true } },
    ];
    expect(readChoice(writeChoice(chosen))).toEqual(chosen);
    expect(writeChoice([])).toBeUndefined();
  });

  it("skip what is none and end at four [STA-02]", () => {
    const one = writeChoice([{ thingsId: THING, signal }]);
    expect(readChoice(`|x~y|${THING}~nonsense`)).toEqual([]);
    expect(readChoice(Array(9).fill(one).join("|"))).toHaveLength(4);
    expect(readChoice(undefined)).toEqual([]);
  });

  it("are by default the first bound ones; paused bindings and devices without any have none [STA-02]", () => {
    const of = (name: string) => ({ message_id: 1, is_extended: false, signal: name });
    const strategies = [{ strategy_id: "s", signals: ["a", "b", "c"].map(of) }] as unknown as Strategy[];
    const bound = (state: string) =>
      [{ channel: 1, dbc_id: DBC, strategy_id: "s", state }] as unknown as SignalBinding[];
    const devices = [
      { thingsId: "empty", bindings: undefined },
      { thingsId: "paused", bindings: bound("paused") },
      { thingsId: "one", bindings: bound("enabled") },
      { thingsId: "two", bindings: bound("enabled") },
    ];
    expect(boundSignals(devices, strategies).map((found) => [found.thingsId, found.signal.signal])).toEqual([
      ["one", "a"],
      ["one", "b"],
      ["one", "c"],
      ["two", "a"],
    ]);
  });
});
