import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { importsOf } from "./floors/imports.ts";
import { placeOf } from "./floors/places.ts";
import { faultOf } from "./floors/rules.ts";
import { CANARY_HOUSE, canaryFailures, findOffences } from "./floors.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function copyOfTheBrokenHouse(): string {
  const folder = mkdtempSync(join(tmpdir(), "canopy-floors-"));
  folders.push(folder);
  cpSync(CANARY_HOUSE, folder, { recursive: true });
  return folder;
}

describe("the canary", () => {
  it("is caught: every forbidden import of the broken house is blamed, every allowed one is not", () => {
    expect(canaryFailures(CANARY_HOUSE)).toEqual([]);
    expect(new Set(findOffences(CANARY_HOUSE).map((offence) => offence.fault)).size).toBe(10);
  });

  it("sings when a forbidden import goes unseen", () => {
    const house = copyOfTheBrokenHouse();
    writeFileSync(join(house, "apps/server/devices/climbs.ts"), "// expect: up\nexport const nothing = 1;\n");
    expect(canaryFailures(house)).toEqual(["apps/server/devices/climbs.ts: expected up, found none"]);
  });

  it("sings when an allowed import is blamed", () => {
    const house = copyOfTheBrokenHouse();
    writeFileSync(join(house, "apps/server/app.ts"), '// expect: none\nimport { x } from "./helpers/lost.ts";\n');
    expect(canaryFailures(house)).toEqual(["apps/server/app.ts: expected none, found unknownFolder"]);
  });
});

describe("reading imports", () => {
  it("gives the line of each and knows re-exports", () => {
    expect(importsOf('import a from "x";\nimport {\n  b,\n} from "y";\nexport * from "z";\n')).toEqual([
      { specifier: "x", line: 1, reExport: false },
      { specifier: "y", line: 2, reExport: false },
      { specifier: "z", line: 5, reExport: true },
    ]);
  });

  it("does not take an export of one's own for a re-export", () => {
    expect(importsOf('export const a = "b";\nconst c = `\nfrom "d"`;\n')).toEqual([]);
  });
});

describe("the rules", () => {
  it("leave tests alone", () => {
    const climbing = { specifier: "../frames/frame-store.ts", line: 1, reExport: false };
    expect(faultOf("apps/server/devices/bind-device.it.test.ts", climbing)).toBeUndefined();
    expect(faultOf("apps/server/testing/engines.ts", climbing)).toBeUndefined();
    expect(faultOf("apps/server/devices/bind-device.ts", climbing)).toBe("up");
  });

  it("know no place outside the workspaces", () => {
    expect(placeOf("scripts/check.ts")).toBeUndefined();
    expect(placeOf("packages/server/app.ts")).toBeUndefined();
  });
});
