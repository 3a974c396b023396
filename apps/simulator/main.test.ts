import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { TestBroker } from "./testing/broker.ts";

vi.setConfig({ testTimeout: 60_000 });

const MAIN = join(import.meta.dirname, "main.ts");
const CANOPY = join(import.meta.dirname, "../cli/bin/canopy.mjs");
const IDS = ["2D010203040506070809", "3C020304050607080910", "4D0304050607080910AA"];
let folder = "";
let file = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "canopy-simulator-"));
  file = join(folder, "fleet.json");
  writeFileSync(file, JSON.stringify({ devices: IDS.map((id) => ({ id, key: `key of ${id}` })) }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function withBroker(run: (broker: TestBroker, url: string) => Promise<void>): Promise<void> {
  const broker = new TestBroker();
  const url = await broker.listen();
  try {
    await run(broker, url);
  } finally {
    await broker.close();
  }
}

const frameSenders = (broker: TestBroker) =>
  new Set(broker.published.filter(({ topic }) => topic.endsWith("/up/frames")).map(({ topic }) => topic.split("/")[2]));

describe("the fleet beside the server", () => {
  it("connects three vehicles with their keys, and ends when its parent does", async () => {
    await withBroker(async (broker, url) => {
      const child = spawn(process.execPath, [MAIN, file, url], { stdio: ["pipe", "ignore", "inherit"] });
      const gone = once(child, "exit");
      await vi.waitFor(() => expect([...frameSenders(broker)].sort()).toEqual(IDS), 40_000);
      expect(broker.connects.map(({ password }) => password).sort()).toEqual(IDS.map((id) => `key of ${id}`));
      child.stdin.destroy();
      expect((await gone)[0]).toBe(0);
    });
  });

  it("ends with its parent also where the server was never there", async () => {
    const child = spawn(process.execPath, [MAIN, file, "mqtt://127.0.0.1:9"], { stdio: ["pipe", "ignore", "ignore"] });
    const gone = once(child, "exit");
    setTimeout(() => child.stdin.destroy(), 1500);
    expect((await gone)[0]).toBe(0);
  });
});

it("canopy simulate loads a server and says what was acknowledged", async () => {
  await withBroker(async (_, url) => {
    const options = ["--devices", "2", "--rate", "3000", "--url", url, "--credentials", file, "--seconds", "3"];
    const child = spawn(process.execPath, [CANOPY, "simulate", ...options], { stdio: ["ignore", "pipe", "inherit"] });
    let said = "";
    child.stdout.on("data", (chunk) => {
      said += chunk;
    });
    expect((await once(child, "close"))[0]).toBe(0);
    expect(Number(/(\d+) frames acknowledged\n$/.exec(said)?.[1])).toBeGreaterThan(2 * 3000);
  });
});
