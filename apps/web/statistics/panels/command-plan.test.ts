import { sentFrame } from "@canopy/contract/device-link/sent-frame";
import type { Transmission } from "@canopy/contract/devices/transmissions";
import { describe, expect, it } from "vitest";
import { translate } from "../../platform/i18n.ts";
import { goesOn, planWords, runsOf } from "./command-plan.ts";

const horn = sentFrame.parse({ channel: 0, id: 1, data: "0a" });
const list = { frames: [horn], repeat: 0, period_ms: 100 };
const sending: Transmission = {
  id: "a",
  ...list,
  frames: [{ ...horn, data: "0A" }],
  sent: null,
  confirmed: true,
  user_name: "me",
  since: 0,
  attended: true,
};

describe("a command button", () => {
  it("says before how often its list goes out [STA-05]", () => {
    const say = (repeat: number, period_ms: number) => planWords({ repeat, period_ms }, translate);
    expect(say(1, 0)).toBeUndefined();
    expect(say(0, 100)).toBe("循环下发（每 100 ms），直到有人停止。");
    expect(say(0, 0)).toBe("循环下发（连续），直到有人停止。");
    expect(say(1500, 20)).toBe("循环下发 1,500 次（每 20 ms）。");
  });

  it("shows a list as going on that repeats or takes longer than its call [STA-05]", () => {
    const slow = { ...horn, delay_ms: 30_000 };
    expect([list, { ...list, repeat: 1 }, { ...list, repeat: 1, frames: [slow, slow] }].map(goesOn)).toEqual([
      true,
      false,
      true,
    ]);
  });

  it("finds what is running of its list, and nothing else [STA-05]", () => {
    const other = { ...sending, id: "b", frames: [sentFrame.parse({ channel: 1, id: 1, data: "0A" })] };
    expect(runsOf(list, [other, sending, { ...sending, period_ms: 20 }])).toEqual([sending]);
  });
});
