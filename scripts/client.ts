// npm run client [-- FOLDER [--force]]: the typed npm package of the API, made from the contract; `npm pack` or `npm publish` there.
// A folder with anything else in it is refused, unless forced; nothing is removed from it either way.
import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseArgs, promisify } from "node:util";
import { endpoints } from "@canopy/contract/endpoints";
import { openApiDocument } from "@canopy/contract/platform/openapi";
import manifest from "../package.json" with { type: "json" };
import { clientSource, type OpenApi } from "./client/client-source.ts";

const ROOT = dirname(import.meta.dirname);
const { version, license } = manifest;
const OPTIONS = [
  "--declaration",
  "--module",
  "nodenext",
  "--target",
  "es2022",
  "--lib",
  "es2022,dom",
  "--strict",
  "--ignoreConfig",
];

export async function makeClient(folder: string): Promise<void> {
  const sources = await mkdtemp(join(tmpdir(), "canopy-client-"));
  try {
    const document = openApiDocument(endpoints, { version, language: "en" });
    await writeFile(join(sources, "package.json"), '{"type":"module"}');
    await writeFile(join(sources, "index.ts"), clientSource(document as unknown as OpenApi));
    await copyFile(join(ROOT, "packages/contract/platform/http-call.ts"), join(sources, "http-call.ts"));
    await mkdir(folder, { recursive: true });
    const tsc = join(ROOT, "node_modules/.bin/tsc");
    await promisify(execFile)(tsc, [...OPTIONS, "--types", "", "--outDir", folder, join(sources, "index.ts")]);
    await writeFile(join(folder, "package.json"), `${JSON.stringify(PACKAGE, null, 2)}\n`);
    await copyFile(join(import.meta.dirname, "client/README.md"), join(folder, "README.md"));
  } finally {
    await rm(sources, { recursive: true, force: true });
  }
}

const PACKAGE = {
  name: "@canopy/client",
  version,
  description: "Typed client of the Canopy API, made from its declarations.",
  license,
  type: "module",
  sideEffects: false,
  engines: { node: ">=20" },
  exports: { ".": { types: "./index.d.ts", default: "./index.js" } },
};

/** Undefined: the folder is not there, is empty, or has a client that was made before. */
export async function whyNotInto(folder: string): Promise<string | undefined> {
  try {
    if ((await readdir(folder)).length === 0) return undefined;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    return code === "ENOENT" ? undefined : `${folder} is not a folder that can be read (${code})`;
  }
  const before: { name?: unknown } = await readFile(join(folder, "package.json"), "utf8")
    .then((text) => JSON.parse(text))
    .catch(() => ({}));
  return before.name === PACKAGE.name ? undefined : `${folder} is not empty, and has no ${PACKAGE.name}`;
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ options: { force: { type: "boolean" } }, allowPositionals: true });
  const folder = resolve(positionals[0] ?? join(ROOT, "reports/client"));
  const why = values.force ? undefined : await whyNotInto(folder);
  if (why !== undefined) {
    process.stderr.write(`${why}: name another folder, or add --force to write into it\n`);
    return 1;
  }
  await makeClient(folder);
  process.stdout.write(`${folder}: ${PACKAGE.name} ${version}, ${endpoints.length} calls\n`);
  return 0;
}

if (import.meta.main) process.exitCode = await main();
