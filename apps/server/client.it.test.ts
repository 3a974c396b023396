import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeAccessToken } from "./accounts/access-tokens.ts";
import { type SignalWorld, signalWorld } from "./testing/worlds/test-signal-world.ts";

const ROOT = join(import.meta.dirname, "../..");
const run = promisify(execFile);

const PROGRAM = `import { CallError, Canopy } from "@canopy/client";

const canopy = new Canopy({ url: process.env.CANOPY_URL!, token: process.env.CANOPY_TOKEN! });
const { list, pagination } = await canopy.call("devices.listThings");
const names: string[] = list.map(({ name }) => name);
const [first] = list;
const { data } = await canopy.call("devices.getThing", { params: { things_id: first!.id } });
const health: string = (await canopy.call("platform.health")).status;
const refused = await canopy
  .call("devices.getThing", { params: { things_id: "00000000-0000-4000-8000-000000000000" } })
  .catch((error: unknown) => (error instanceof CallError ? [error.status, error.code] : null));
console.log(JSON.stringify({ names, total: pagination.total_size, online: data.online, health, refused }));
`;
const WRONG = [
  'await canopy.call("devices.noSuchCall");',
  'await canopy.call("devices.getThing");',
  'await canopy.call("devices.getThing", { params: { things_id: 1 } });',
  'await canopy.call("devices.listThings", { query: { page_sise: 5 } });',
  'const online: string = (await canopy.call("devices.getThing", { params: { things_id: "" } })).data.online;',
];

describe("the typed npm package [OPS-07]", () => {
  let world: SignalWorld;
  let folder: string;
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    world = await signalWorld();
    const { app, manager } = world;
    await app.app.listen({ host: "127.0.0.1", port: 0 });
    const { tenantId, userId } = manager;
    const asked = { tenantId, userId, name: "client", scope: "read", devices: null, expiresDays: 1 } as const;
    const { token } = await makeAccessToken(app.database.db, asked);
    const { port } = app.app.server.address() as AddressInfo;
    env = { ...process.env, CANOPY_URL: `http://127.0.0.1:${port}/`, CANOPY_TOKEN: token };
    // As a stranger has it: a folder of its own with the package in node_modules.
    folder = await mkdtemp(join(tmpdir(), "canopy-client-"));
    await run(process.execPath, [join(ROOT, "scripts/client.ts"), join(folder, "node_modules/@canopy/client")]);
    await mkdir(join(folder, "node_modules/@types"), { recursive: true });
    await symlink(join(ROOT, "node_modules/@types/node"), join(folder, "node_modules/@types/node"));
    const compilerOptions = { module: "nodenext", target: "es2022", strict: true, noEmit: true, types: ["node"] };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
    await writeFile(join(folder, "package.json"), '{"type":"module"}');
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
    await world?.end();
  });
  const compile = () =>
    run(join(ROOT, "node_modules/.bin/tsc"), ["-p", folder]).then(
      () => "",
      (error) => error.stdout,
    );

  it("compiles in a strict program and calls the server", async () => {
    await writeFile(join(folder, "program.ts"), PROGRAM);
    expect(await compile()).toBe("");
    const { stdout } = await run(process.execPath, [join(folder, "program.ts")], { env });
    expect(JSON.parse(stdout)).toEqual({
      names: [expect.any(String)],
      total: 1,
      online: false,
      health: "ok",
      refused: [404, "platform.notFound"],
    });
  });

  it("refuses wrong names, missing places and wrong types before anything runs", async () => {
    const lines = [
      'import type { Canopy } from "@canopy/client";',
      "declare const canopy: Canopy;",
      ...WRONG,
      "export {};",
    ];
    await writeFile(join(folder, "program.ts"), lines.join("\n"));
    const told = await compile();
    const at = [...told.matchAll(/program\.ts\((\d+),/g)].map(([, line]) => Number(line));
    expect([...new Set(at)]).toEqual(WRONG.map((_, i) => i + 3));
  });
});
