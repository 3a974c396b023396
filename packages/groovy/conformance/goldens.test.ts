import { execFileSync } from "node:child_process";
import { beforeAll, describe, expect, it } from "vitest";
import { type Engine, nodeEngine, printed, quickjsEngine } from "../testing/engines.ts";
import { conformanceScripts, goldens } from "../testing/scripts.ts";
import { realGroovy } from "../testing/write-goldens.ts";

const scripts = [...conformanceScripts()];
const golden = goldens();

function hasGroovy(): boolean {
  try {
    execFileSync("sh", ["-c", "command -v groovy"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
const installed = hasGroovy();
if (!installed) console.log("conformance: groovy is not installed, its goldens are taken as they are");

describe("the conformance suite", () => {
  let node: Engine;
  let quickjs: Engine;
  beforeAll(async () => {
    node = nodeEngine();
    quickjs = await quickjsEngine();
  });

  it("has 200 scripts, each with its golden [TST-02]", () => {
    expect(scripts.length).toBeGreaterThanOrEqual(200);
    expect(scripts.map(([name]) => name)).toEqual(Object.keys(golden));
  });

  it.each(scripts)(
    "%s prints what real Groovy prints, in the sandbox's engine and in Node's [TST-02]",
    (name, source) => {
      expect(printed(quickjs, source)).toBe(golden[name]);
      expect(printed(node, source)).toBe(golden[name]);
    },
  );

  it.skipIf(!installed)("the goldens are what is printed by real Groovy [TST-02]", { timeout: 300_000 }, () => {
    expect(realGroovy()).toEqual(golden);
  });
});
