import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { DEPENDENCIES_PAGE, dependenciesPage, type LockFile, lonelyBuilds, refusedLicences } from "./dependencies.ts";

const lock: LockFile = JSON.parse(readFileSync(new URL("../package-lock.json", import.meta.url), "utf8"));

const withPackage = (name: string, given: LockFile["packages"][string]): LockFile => ({
  packages: { ...lock.packages, [`node_modules/${name}`]: given },
});

describe("dependencies", () => {
  it("have permissive licences", () => {
    expect(refusedLicences(lock)).toEqual([]);
    expect(refusedLicences(withPackage("a", { license: "GPL-3.0" }))).toEqual(["a: GPL-3.0"]);
    expect(refusedLicences(withPackage("a", { license: "MPL-2.0" }))).toEqual(["a: MPL-2.0"]);
    expect(refusedLicences(withPackage("a", {}))).toEqual(["a: no licence"]);
    expect(refusedLicences(withPackage("a", { license: "(MIT OR GPL-3.0)" }))).toEqual([]);
  });

  it("that are native have builds for x64 and arm64 [OPS-01]", () => {
    expect(lonelyBuilds(lock)).toEqual([]);
    expect(lonelyBuilds(withPackage("zip-linux-x64", { license: "MIT", cpu: ["x64"], os: ["linux"] }))).toEqual([
      "zip-linux-x64",
    ]);
  });

  it("stand on their page: `npm run sbom` writes it anew", () => {
    expect(readFileSync(DEPENDENCIES_PAGE, "utf8")).toBe(dependenciesPage(lock));
  });
});
