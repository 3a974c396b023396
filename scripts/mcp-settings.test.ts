import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { readDockerfile } from "./dockerfile.ts";

const ROOT = dirname(import.meta.dirname);

interface Server {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const page = readFileSync(join(ROOT, "docs/open-doors.md"), "utf8");
const servers: Server[] = [...page.matchAll(/```json\n(.*?)```/gs)]
  .map(([, text = ""]) => JSON.parse(text))
  .flatMap(({ mcpServers }) => (mcpServers ? [mcpServers.canopy] : []));
const serverBy = (command: string) => {
  const found = servers.find((one) => one.command === command);
  if (!found) throw new Error(`docs/open-doors.md starts no ${command}`);
  return found;
};

it("settings for a checkout start the server of MCP from any folder [OPS-07]", async () => {
  const { args } = serverBy("node");
  const own = args.map((arg) => arg.replace(/^\/opt\/canopy/, ROOT));
  const { stdout } = await promisify(execFile)(process.execPath, [...own, "--help"], { cwd: "/" });
  expect(stdout).toContain("canopy mcp");
}, 30_000);

it("settings for the image name a file that is there, and hand the token on [OPS-07]", () => {
  const { args, env } = serverBy("docker");
  const file = readDockerfile(readFileSync(join(ROOT, "deploy/Dockerfile"), "utf8"));
  expect(file.findLast(({ name }) => name === "WORKDIR")?.value).toBe("/canopy");
  const path = args.find((arg) => arg.endsWith(".mjs")) ?? "";
  expect(path.startsWith("/")).toBe(false);
  expect(existsSync(join(ROOT, path))).toBe(true);
  expect(args).toContain("-i");
  for (const name of Object.keys(env)) expect(args.join(" ")).toContain(`-e ${name}`);
});
