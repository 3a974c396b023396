import { SCRIPT_EXAMPLES } from "@canopy/contract/tests/script-examples";
import { describe, expect, it } from "vitest";
import { Sandbox } from "../../platform/sandbox/sandbox.ts";
import { runTestScript } from "./run-test-script.ts";
import type { ScriptData } from "./script-api.ts";

const samples = (...pairs: [number, number][]) => ({
  times: Float64Array.from(pairs, ([time]) => time),
  values: Float64Array.from(pairs, ([, value]) => value),
});
const DATA: ScriptData = {
  signals: {
    "Brake.Pedal": samples([0, 0], [10, 1], [60, 0]),
    "Lamps.Stop": samples([0, 0], [43, 1], [120, 0]),
    "BMS.Alive": samples([0, 14], [10, 15], [20, 0]),
    "BMS.Volt": samples([0, 12.1], [10, 13.9]),
  },
  frames: [
    {
      channel: 0,
      id: 0x3a0,
      isExtended: false,
      signals: ["BMS.Alive", "BMS.Volt"],
      times: Float64Array.of(0, 100, 204),
      lengths: Uint8Array.of(3, 3, 3),
      data: Uint8Array.of(1, 2, 3, 4, 5, 1, 0, 9, 9),
      stride: 3,
    },
  ],
};

describe("the library of examples [TST-02]", { timeout: 120_000 }, () => {
  it.each(SCRIPT_EXAMPLES.map((example) => [example.language, example.title.en, example] as const))(
    "%s: %s runs as it is",
    async (_language, _title, { language, content }) => {
      const outcome = await runTestScript(new Sandbox().run, { language, text: content }, DATA);
      expect(outcome).toMatchObject({ kind: "done" });
      if (outcome.kind !== "done") return;
      expect(outcome.checks.length).toBeGreaterThan(0);
      expect(outcome.checks.map(({ outcome: result }) => result)).not.toContain("failed");
    },
  );

  it("has each example in both languages", () => {
    const titles = (language: string) =>
      SCRIPT_EXAMPLES.filter((one) => one.language === language).map(({ title }) => title.en);
    expect(titles("groovy")).toEqual(titles("javascript"));
  });
});
