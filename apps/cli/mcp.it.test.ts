import { once } from "node:events";
import { get } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { FrameBatch } from "@canopy/can/frame/batch";
import { formatSignal } from "@canopy/contract/signals/signal-reference";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeAccessToken } from "../server/accounts/access-tokens.ts";
import { engineBytes, type SignalWorld, signalWorld } from "../server/testing/worlds/test-signal-world.ts";
import { addressOf, serveHttp } from "./mcp/serve-http.ts";

const CANOPY = join(import.meta.dirname, "bin/canopy.mjs");
const FRAMES = 3000;
const startUs = (Math.floor(Date.now() / 60_000) - 10) * 60_000_000;
const iso = (us: number) => new Date(us / 1000).toISOString();
const range = { from: iso(startUs), to: iso(startUs + 60_000_000) };

describe("canopy mcp [OPS-07]", () => {
  let world: SignalWorld;
  let url: string;
  let token: string;
  let speed: string;

  beforeAll(async () => {
    world = await signalWorld();
    const batch = new FrameBatch();
    for (let i = 0; i < FRAMES; i++) {
      const value = i === 1234 ? 9999 : 1000 + (i % 100);
      batch.push(startUs + i * 10_000, 0, 256, 0, 8, engineBytes(value, 0));
    }
    await world.send(batch);
    speed = formatSignal(world.reference("Speed"));
    const { app } = world;
    await app.app.listen({ host: "127.0.0.1", port: 0 });
    url = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`;
    token = await tokenFor(null);
  });
  afterAll(() => world?.end());

  async function tokenFor(devices: string[] | null): Promise<string> {
    const { tenantId, userId } = world.manager;
    const asked = { tenantId, userId, name: `mcp ${devices}`, scope: "read", devices, expiresDays: 1 } as const;
    return (await makeAccessToken(world.app.database.db, asked)).token;
  }

  async function overHttp(work: (address: string) => Promise<void>): Promise<void> {
    const problems: Error[] = [];
    const report = (error: Error) => void problems.push(error);
    const server = await serveHttp({ url, host: "127.0.0.1", port: 0, names: [], report });
    try {
      await work(addressOf(server));
    } finally {
      server.close().closeAllConnections();
    }
    expect(problems).toEqual([]);
  }
  const httpClient = async (address: string, bearer: string) => {
    const client = new Client({ name: "test", version: "1" });
    const requestInit = { headers: { authorization: `Bearer ${bearer}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit }));
    return client;
  };
  const ask = async (client: Client, name: string, input: Record<string, unknown>) => {
    const { content, isError } = await client.callTool({ name, arguments: input });
    const [part] = content as { type: string; text: string }[];
    return isError ? part?.text : JSON.parse(part?.text ?? "");
  };

  it("serves devices, signals, curves, statistics and alarms on standard input", async () => {
    const client = new Client({ name: "test", version: "1" });
    const env = { CANOPY_URL: url, CANOPY_TOKEN: token, PATH: process.env.PATH ?? "" };
    const { thingsId } = world.device;
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [CANOPY, "mcp"], env }));
    try {
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name).sort()).toEqual([
        "get_device",
        "get_statistics",
        "list_alarms",
        "list_devices",
        "list_signals",
        "read_curve",
        "search_signals",
      ]);
      expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
      const { devices, total } = await ask(client, "list_devices", {});
      expect([devices[0].id, total]).toEqual([thingsId, 1]);
      expect(await ask(client, "get_device", { device: thingsId })).toMatchObject({ id: thingsId, online: false });
      expect(await ask(client, "list_signals", { device: thingsId })).toEqual({ signals: [] });
      const { list } = await ask(client, "search_signals", { keyword: "speed" });
      expect(list).toContainEqual(expect.objectContaining({ dbc_id: world.dbcId, signal: "Speed" }));
      const { curves } = await ask(client, "read_curve", { device: thingsId, signals: [speed], ...range });
      const values = curves["CAN1 Engine.Speed"].map(([, value]: [string, number]) => value);
      expect(values.length).toBeLessThan(500);
      expect(Math.max(...values)).toBe(9999 * 0.25 - 100);
      const { signals } = await ask(client, "get_statistics", { device: thingsId, signals: [speed], ...range });
      expect(signals[0]).toMatchObject({ name: "Speed", samples: FRAMES, max: 9999 * 0.25 - 100 });
      expect(await ask(client, "list_alarms", {})).toMatchObject({ alarms: [], total: 0 });
    } finally {
      await client.close();
    }
  });

  it("says to the model what was wrong with its question", async () => {
    await overHttp(async (address) => {
      const client = await httpClient(address, token);
      const unknown = "00000000-0000-4000-8000-000000000000";
      expect(await ask(client, "get_device", { device: unknown })).toContain("notFound");
      const wrong = await ask(client, "read_curve", { device: world.device.thingsId, signals: ["Speed"], ...range });
      expect(wrong).toContain("CHANNEL!DBC!IDHEX!SIGNAL");
      await client.close();
    });
  });

  it("over HTTP gives each token its own rights", async () => {
    await overHttp(async (address) => {
      const all = await httpClient(address, token);
      expect((await ask(all, "list_devices", {})).total).toBe(1);
      await all.close();
      const none = await httpClient(address, await tokenFor([]));
      expect((await ask(none, "list_devices", {})).total).toBe(0);
      expect(await ask(none, "get_device", { device: world.device.thingsId })).toContain("forbidden");
      await none.close();
      const wrong = await httpClient(address, "no-token");
      expect(await ask(wrong, "list_devices", {})).toMatch(/session|token|sign/i);
      await wrong.close();
    });
  });

  it("refuses requests without a token, by a foreign name, from a foreign page, and beyond the limit", async () => {
    await overHttp(async (address) => {
      const post = (headers: Record<string, string>, body = "{}") =>
        fetch(address, {
          method: "POST",
          headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
          body,
        });
      const bearer = { authorization: `Bearer ${token}` };
      expect((await post({})).status).toBe(401);
      // A name that resolves to this machine: fetch would not send it.
      const [answer] = await once(get(address, { headers: { ...bearer, host: "evil.example" } }), "response");
      expect(answer.statusCode).toBe(403);
      answer.resume();
      expect((await post({ ...bearer, origin: "https://evil.example" })).status).toBe(403);
      expect((await post(bearer, `"${"x".repeat(300_000)}"`)).status).toBe(413);
      expect((await fetch(address.replace("/mcp", "/other"), { headers: bearer })).status).toBe(404);
    });
  });
});
