// docs/dependencies.md, the list of packages with their licences, from the lock file; and a bill of materials (CycloneDX) in
// reports/sbom.cdx.json: `npm run sbom`.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { billOfMaterials, nameAt } from "./bill-of-materials.ts";

const ROOT = dirname(import.meta.dirname);
export const DEPENDENCIES_PAGE = join(ROOT, "docs/dependencies.md");

/** The part of a lock file that is read here. */
export interface LockFile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}
export interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly cpu?: readonly string[];
  readonly os?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Licences that ask for no more than their text to be kept; OFL is that of typefaces. */
const PERMISSIVE: ReadonlySet<string> = new Set([
  ...["MIT", "MIT-0", "Apache-2.0", "ISC", "BSD-2-Clause", "BSD-3-Clause", "0BSD"],
  ...["BlueOak-1.0.0", "Unlicense", "CC0-1.0", "OFL-1.1"],
]);
/** Tools only: what is built with them does not contain them. */
const FOR_TOOLS: ReadonlySet<string> = new Set(["MPL-2.0"]);

interface Package {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly isTool: boolean;
  readonly cpu: readonly string[];
  readonly os: readonly string[];
}

const FOLDER = "node_modules/";

export function packagesOf(lock: LockFile): Package[] {
  return Object.entries(lock.packages)
    .filter(([path, { link }]) => path.includes(FOLDER) && !link)
    .map(([path, { version = "", license = "", dev = false, cpu = [], os = [] }]) => ({
      name: nameAt(path),
      version,
      licence: license,
      isTool: dev,
      cpu,
      os,
    }));
}

/** Of `(MIT OR GPL-3.0)` one is enough. */
function isAllowed({ licence, isTool }: Package): boolean {
  const offered = licence.replace(/[()]/g, "").split(" OR ");
  return offered.some((one) => PERMISSIVE.has(one) || (isTool && FOR_TOOLS.has(one)));
}

export const refusedLicences = (lock: LockFile): string[] =>
  packagesOf(lock)
    .filter((one) => !isAllowed(one))
    .map(({ name, licence }) => `${name}: ${licence || "no licence"}`);

/** Native packages for Linux on one architecture whose twin for the other is not there. */
export function lonelyBuilds(lock: LockFile): string[] {
  const packages = packagesOf(lock);
  const names = new Set(packages.map(({ name }) => name));
  const twin = (name: string) => (name.includes("arm64") ? name.replace("arm64", "x64") : name.replace("x64", "arm64"));
  return packages
    .filter(({ cpu, os }) => os.includes("linux") && cpu.length === 1 && (cpu[0] === "arm64" || cpu[0] === "x64"))
    .map(({ name }) => name)
    .filter((name) => !names.has(twin(name)));
}

function workspacesOf(lock: LockFile): [string, LockedPackage][] {
  return Object.entries(lock.packages).filter(([path, { link }]) => path !== "" && !path.includes(FOLDER) && !link);
}

/** The whole page. */
export function dependenciesPage(lock: LockFile): string {
  const packages = packagesOf(lock);
  const chosen = workspacesOf(lock).flatMap(([path, { dependencies = {}, optionalDependencies = {} }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => !name.startsWith("@canopy/"))
      .map((name) => ({ name, path, found: packages.find((one) => one.name === name) })),
  );
  const rows = [...new Set(chosen.map(({ name }) => name))].sort().map((name) => {
    const uses = chosen.filter((one) => one.name === name);
    const { version = "", licence = "" } = uses[0]?.found ?? {};
    return `| ${name} | ${version} | ${licence} | ${uses.map(({ path }) => path).join(", ")} |`;
  });
  const counted = (isTool: boolean) => {
    const own = packages.filter((one) => one.isTool === isTool);
    const licences = [...new Set(own.map(({ licence }) => licence))].map(
      (licence) => [licence, own.filter((one) => one.licence === licence).length] as const,
    );
    const words = licences
      .sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]))
      .map(([licence, n]) => `${licence} ${n}`);
    return `${own.length} packages: ${words.join(", ")}`;
  };
  return `# Dependencies

Written by \`npm run sbom\` from the lock file; a test compares both. The same command writes a bill of materials (CycloneDX 1.5) of what
runs to \`reports/sbom.cdx.json\`.

A package is taken for a job that it was made for, is kept up, has a permissive licence, and needs no compiler: native ones have a build for
x64 and for arm64. Real choices are told in [decisions](decisions). Versions are exact, those of packages that these need too: the lock
file has each with its checksum. The table has what is chosen, and not what comes with it. Tests refuse a range of versions, other licences (MPL-2.0 is allowed for
tools that are no part of the product), and a native package without its twin.

- What runs, ${counted(false)}.
- Tools, ${counted(true)}.

| package | version | licence | used by |
|---|---|---|---|
${rows.join("\n")}
`;
}

if (import.meta.main) {
  const lock: LockFile = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
  writeFileSync(DEPENDENCIES_PAGE, dependenciesPage(lock));
  mkdirSync(join(ROOT, "reports"), { recursive: true });
  const { name, version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const bill = JSON.stringify(billOfMaterials(lock, { name, version }), null, 1);
  writeFileSync(join(ROOT, "reports/sbom.cdx.json"), `${bill}\n`);
}
