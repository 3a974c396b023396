import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FirmwareOrder, FirmwareProgress } from "@canopy/contract/device-link/firmware";
import { expect, it, onTestFinished, vi } from "vitest";
import { signForSimulators, simulatorPublicKey } from "../../simulator/terminal/firmware-key.ts";
import { FileImage } from "./file-image.ts";
import { AgentUpgrade } from "./upgrade.ts";

async function world(script: string) {
  const folder = mkdtempSync(join(tmpdir(), "canopy-upgrade-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const image = randomBytes(100_000);
  const ranges: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    ranges.push(request.headers.range);
    const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? "")?.[1] ?? 0);
    response.writeHead(from > 0 ? 206 : 200).end(image.subarray(from));
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const installer = join(folder, "install.sh");
  writeFileSync(installer, `#!/bin/sh\n${script}\n`);
  chmodSync(installer, 0o755);
  const sha256 = createHash("sha256").update(image).digest("hex");
  const content = { version: "2.0.0", size: image.length, sha256 };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const order: FirmwareOrder = { url, ...content, signature: signForSimulators(content) };
  const told: FirmwareProgress[] = [];
  const restart = vi.fn();
  const settings = { folder: join(folder, "firmware"), keys: [simulatorPublicKey()], installer, version: "1.0.0" };
  const agent = () => new AgentUpgrade(settings, (progress) => told.push(progress), restart);
  return { folder, image, order, told, restart, agent, ranges };
}

it("an agent installs by its own program, and tells the version after its restart [DEV-08]", async () => {
  const { folder, image, order, told, restart, agent, ranges } = await world('cp "$1" "$(dirname "$0")/now-$2"');
  const before = agent();
  expect(before.version).toBe("1.0.0");
  expect(before.start(order, "job")).toBe(true);
  expect([before.start(order, "job"), before.start(order, "other")]).toEqual([true, false]);
  await vi.waitFor(() => expect(restart).toHaveBeenCalledOnce(), 10_000);
  expect(readFileSync(join(folder, "now-2.0.0")).equals(image)).toBe(true);
  expect(ranges).toEqual([undefined]);
  const after = agent();
  expect(after.version).toBe("2.0.0");
  after.online();
  after.online();
  expect(told.filter(({ stage }) => stage === "done")).toEqual([{ job: "job", stage: "done" }]);
  expect(readdirSync(join(folder, "firmware"))).toEqual(["installed.json"]);
});

it("an agent goes on with an image that was cut before its restart [DEV-08]", async () => {
  const { folder, image, order, restart, agent, ranges } = await world("exit 0");
  const upgrade = agent();
  const path = join(folder, "firmware", `${order.sha256}.image`);
  new FileImage(path).append(image.subarray(0, 40_000));
  upgrade.start(order, "job");
  await vi.waitFor(() => expect(restart).toHaveBeenCalledOnce(), 10_000);
  expect(ranges).toEqual(["bytes=40000-"]);
});

it.each([
  ["a signature of nobody it knows", "exit 0", { version: "3.0.0" }, "signature"],
  ["an installer that fails", "exit 3", {}, "install"],
] as const)("an agent keeps its version after %s [DEV-08]", async (_, script, change, code) => {
  const { folder, order, told, restart, agent } = await world(script);
  const upgrade = agent();
  upgrade.start({ ...order, ...change }, "job");
  await vi.waitFor(() => expect(told.at(-1)).toMatchObject({ stage: "failed", code }), 10_000);
  expect([upgrade.version, restart.mock.calls.length]).toEqual(["1.0.0", 0]);
  expect(existsSync(join(folder, "firmware", "installed.json"))).toBe(false);
});
