import { SCRIPT_EXAMPLES } from "@canopy/contract/tests/script-examples";
import { describe, expect, it } from "vitest";
import { Sandbox } from "../../platform/sandbox/sandbox.ts";
import { runTestScript } from "./run-test-script.ts";
import type { ScriptData } from "./script-api.ts";
import { BMS_FRAMES, samples } from "./test-measured.ts";

const DATA: ScriptData = {
  signals: {
    "Brake.Pedal": samples([0, 0], [10, 1], [60, 0]),
    "Lamps.Stop": samples([0, 0], [43, 1], [120, 0]),
    "BMS.Alive": samples([0, 14], [10, 15], [20, 0]),
    "BMS.Volt": samples([0, 12.1], [10, 13.9]),
  },
  frames: [BMS_FRAMES],
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
