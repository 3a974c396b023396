import { readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { FrameBatch } from "@canopy/can/frame/batch";
import { formatSignal } from "@canopy/contract/signals/signal-reference";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeAccessToken } from "./accounts/access-tokens.ts";
import { makeTestEvent } from "./alarms/events/test-event.ts";
import { makeTestRule } from "./alarms/rules/test-rule.ts";
import { engineBytes, type SignalWorld, signalWorld } from "./testing/worlds/test-signal-world.ts";

const DEPLOY = join(import.meta.dirname, "../../deploy");
const startMs = (Math.floor(Date.now() / 60_000) - 10) * 60_000;

/** What Grafana's Infinity plugin sends, and what it reads of the answer. */
interface InfinityQuery {
  readonly parser: string;
  readonly url: string;
  readonly root_selector: string;
  readonly url_options: { readonly params: readonly { readonly key: string; readonly value: string }[] };
  readonly columns: readonly { readonly selector: string; readonly type: string }[];
}

/** Every object below `value` that is a query of Infinity. */
function queriesIn(value: unknown): InfinityQuery[] {
  if (typeof value !== "object" || value === null) return [];
  if ("root_selector" in value) return [value as InfinityQuery];
  return Object.values(value).flatMap(queriesIn);
}

describe("Grafana [OPS-07]", () => {
  let world: SignalWorld;
  let url: string;
  let token: string;

  beforeAll(async () => {
    world = await signalWorld();
    const batch = new FrameBatch();
    for (let i = 0; i < 100; i++) batch.push((startMs + i * 10) * 1000, 0, 256, 0, 8, engineBytes(400 + i, 0));
    await world.send(batch);
    const { app, manager, device } = world;
    await bindSpeed(world);
    const { db } = app.database;
    const { tenantId, userId } = manager;
    const ruleId = await makeTestRule(db, { tenantId, userId, userName: manager.name });
    const { thingsId, bindingNumber: binding } = device;
    await makeTestEvent(db, { tenantId, thingsId, ruleId, binding, startedUs: startMs * 1000 });
    await app.app.listen({ host: "127.0.0.1", port: 0 });
    url = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`;
    const asked = { tenantId, userId, name: "grafana", scope: "read", devices: null, expiresDays: 1 } as const;
    token = (await makeAccessToken(db, asked)).token;
  });
  afterAll(() => world?.end());

  it("reads every query of the vehicle's dashboard with a token of scope read", async () => {
    const variables: Record<string, string> = {
      device: world.device.thingsId,
      "signal:raw": formatSignal(world.reference("Speed")),
      __from: String(startMs - 60_000),
      __to: String(startMs + 60_000),
    };
    const filled = (text: string) => text.replace(/\$\{([^}]+)\}/g, (_, name) => variables[name] ?? "missing");
    const dashboard = JSON.parse(await readFile(join(DEPLOY, "grafana-vehicle.json"), "utf8"));
    const queries = queriesIn(dashboard);
    expect(queries.map((query) => query.url)).toHaveLength(5);
    for (const query of queries) {
      const search = new URLSearchParams(query.url_options.params.map(({ key, value }) => [key, filled(value)]));
      const answer = await fetch(`${url}${filled(query.url)}?${search}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect([query.url, answer.status]).toEqual([query.url, 200]);
      const body = await answer.json();
      const rows = query.root_selector === "" ? body : body[query.root_selector];
      expect([query.url, rows.length > 0]).toEqual([query.url, true]);
      for (const { selector, type } of query.columns) checkColumn(rows[0][selector], type, `${query.url} ${selector}`);
    }
  });

  it("draws operations and alerts from figures that the server has", async () => {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    const known = new Set([...metrics.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name ?? ""));
    const board = await readFile(join(DEPLOY, "grafana-operations.json"), "utf8");
    const alerts = await readFile(join(DEPLOY, "prometheus-alerts.yaml"), "utf8");
    const named = `${board}${alerts}`.match(/\b(canopy|process|nodejs)_\w+/g) ?? [];
    expect(named.length).toBeGreaterThan(20);
    const missing = named.filter((name) => !known.has(name) && !known.has(name.replace(/_(bucket|count|sum)$/, "")));
    expect(missing).toEqual([]);
  });
});

function checkColumn(value: unknown, type: string, place: string): void {
  if (value === null) return;
  const kinds: Record<string, string> = { string: "string", number: "number", timestamp_epoch: "number" };
  if (type === "timestamp") expect([place, Number.isNaN(Date.parse(String(value)))]).toEqual([place, false]);
  else expect([place, typeof value]).toEqual([place, kinds[type]]);
}

async function bindSpeed({ app, manager, device, dbcId, reference }: SignalWorld): Promise<void> {
  const strategy = { name: "DBCSIG_a", dbc_id: dbcId, signals: [reference("Speed")] };
  const made = await app.call(manager, { method: "POST", url: "/api/signal-strategies", payload: strategy });
  const payload = { channel: 0, strategy_id: made.json().data.strategy_id };
  await app.call(manager, { method: "POST", url: `/api/things/${device.thingsId}/signal-bindings`, payload });
}
