import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { billOfMaterials } from "./bill-of-materials.ts";
import {
  DEPENDENCIES_PAGE,
  dependenciesPage,
  type LockFile,
  lonelyBuilds,
  packagesOf,
  refusedLicences,
} from "./dependencies.ts";

const lock: LockFile = JSON.parse(readFileSync(new URL("../package-lock.json", import.meta.url), "utf8"));

const withPackage = (name: string, given: LockFile["packages"][string]): LockFile => ({
  packages: { ...lock.packages, [`node_modules/${name}`]: given },
});

/** Of the workspaces' own wishes. */
const inexact = ({ packages }: LockFile) =>
  Object.entries(packages)
    .filter(([path]) => !path.includes("node_modules/"))
    .flatMap(([path, { dependencies = {}, devDependencies = {}, optionalDependencies = {} }]) =>
      Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
        .filter(([name, version]) => !name.startsWith("@canopy/") && !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
        .map(([name, version]) => `${path}: ${name} ${version}`),
    );

const packagesWithout = ({ packages }: LockFile, field: "integrity") =>
  Object.entries(packages)
    .filter(([path, one]) => path.includes("node_modules/") && !one.link && !one[field])
    .map(([path]) => path);

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

  it("are of exact versions, each with its checksum", () => {
    expect(inexact(lock)).toEqual([]);
    const wide = { packages: { "apps/server": { version: "1.0.0", dependencies: { fastify: "^5.0.0" } } } };
    expect(inexact(wide)).toEqual(["apps/server: fastify ^5.0.0"]);
    expect(packagesWithout(lock, "integrity")).toEqual([]);
  });

  it("that run are in the bill of materials, each with version, licence and checksum, and what it needs", () => {
    const bill = billOfMaterials(lock, { name: "canopy", version: "0.1.0" });
    const refs = bill.components.map((one) => (one as { "bom-ref": string })["bom-ref"]);
    const running = packagesOf(lock).filter(({ isTool }) => !isTool);
    const wanted = running.map(({ name, version }) => `pkg:npm/${name.replace("@", "%40")}@${version}`);
    expect([...refs].sort()).toEqual([...new Set(wanted)].sort());
    for (const component of bill.components)
      expect(component).toMatchObject({
        type: "library",
        version: expect.stringMatching(/^\d/),
        licenses: [{ expression: expect.stringMatching(/\w/) }],
        hashes: [{ alg: "SHA-512", content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
      });
    const known = new Set(refs);
    const named = new Set(bill.dependencies.flatMap(({ dependsOn }) => dependsOn));
    expect([...named].filter((ref) => !known.has(ref))).toEqual([]);
    // Nothing runs that nobody asked for.
    expect(refs.filter((ref) => !named.has(ref))).toEqual([]);
  });

  it("stand on their page: `npm run sbom` writes it anew", () => {
    expect(readFileSync(DEPENDENCIES_PAGE, "utf8")).toBe(dependenciesPage(lock));
  });
});
