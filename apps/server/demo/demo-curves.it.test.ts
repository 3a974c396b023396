import type { SignalBinding } from "@canopy/contract/signals/bindings";
import type { CurveLayout } from "@canopy/contract/signals/layouts";
import type { Strategy } from "@canopy/contract/signals/strategies";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestDemo, testDemo } from "../testing/worlds/test-demo.ts";
import { CURVE_PLANS } from "./curve-plan.ts";

let demo: TestDemo;

beforeAll(async () => {
  demo = await testDemo();
});
afterAll(() => demo.world.close());

const send = async (method: "GET" | "PUT" | "DELETE" | "PATCH", path: string, payload?: object) => {
  const answer = await demo.world.call(demo, { method, url: `/api${path}`, ...(payload && { payload }) });
  expect([path, answer.statusCode]).toEqual([path, 200]);
  return answer.json();
};

async function look() {
  const things: { id: string; name: string }[] = (await send("GET", "/things?page_size=25")).list;
  const strategies: Strategy[] = (await send("GET", "/signal-strategies?page_size=25")).list;
  const dbcs: { dbc_id: string; name: string }[] = (await send("GET", "/dbc-files")).list;
  const devices = await Promise.all(
    [...things]
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map(async ({ id, name }) => {
        const bindings: SignalBinding[] = (await send("GET", `/things/${id}/signal-bindings`)).list;
        const layouts: CurveLayout[] = (await send("GET", `/things/${id}/curve-layouts`)).list;
        return { id, name, bindings, layouts };
      }),
  );
  return { dbcs, strategies, devices };
}

it("each vehicle of the demo has its own DBC bound to its first channel and one layout; what people change stays so [DBC-03] [DBC-05]", async () => {
  const first = await look();
  expect(first.dbcs.map(({ name }) => name)).toEqual(["demo_ev", "demo_fd_car", "demo_truck"]);
  expect(first.strategies.map(({ signal_count, bindings }) => [signal_count > 0, bindings])).toEqual(
    CURVE_PLANS.flatMap(({ strategies }) => strategies.map(() => [true, 1])),
  );
  const own = new Map([
    ["电动车 01 · EV 01", "demo_ev"],
    ["重卡 02 · Truck 02", "demo_truck"],
    ["FD 轿车 03 · FD car 03", "demo_fd_car"],
  ]);
  expect(first.devices.map(({ name }) => name).sort()).toEqual([...own.keys()].sort());
  for (const { name, bindings, layouts } of first.devices) {
    expect(bindings.map(({ channel, dbc_name, state }) => [channel, dbc_name, state])).toEqual([
      [0, own.get(name), "enabled"],
    ]);
    expect(layouts.map(({ panels }) => panels.map(({ items }) => items.length > 0))).toEqual([[true, true, true]]);
    const drawn = layouts.flatMap(({ panels }) => panels.flatMap(({ items }) => items.map(({ dbc_id }) => dbc_id)));
    expect(new Set(drawn)).toEqual(new Set(bindings.map(({ dbc_id }) => dbc_id)));
  }

  // A second start adds nothing.
  await demo.start();
  expect(await look()).toEqual(first);

  // One vehicle is cleared of everything, another one's binding is paused and its layout is gone.
  const [cleared, changed] = first.devices;
  for (const { binding_id } of cleared?.bindings ?? [])
    await send("DELETE", `/things/${cleared?.id}/signal-bindings/${binding_id}`);
  for (const { name } of cleared?.layouts ?? [])
    await send("DELETE", `/things/${cleared?.id}/curve-layouts?name=${encodeURIComponent(name)}`);
  const rules: { rule_id: string }[] = (await send("GET", "/alarm-rules?page_size=25")).list;
  for (const { rule_id } of rules) {
    await send("PUT", `/alarm-rules/${rule_id}/enabled`, { enabled: false });
    await send("DELETE", `/alarm-rules/${rule_id}`);
  }
  for (const { strategy_id } of cleared?.bindings ?? []) await send("DELETE", `/signal-strategies/${strategy_id}`);
  await send("DELETE", `/dbc-files/${cleared?.bindings[0]?.dbc_id}`);
  const paused = changed?.bindings[0]?.binding_id;
  await send("PATCH", `/things/${changed?.id}/signal-bindings/${paused}`, { state: "paused" });
  const name = encodeURIComponent(changed?.layouts[0]?.name ?? "");
  await send("DELETE", `/things/${changed?.id}/curve-layouts?name=${name}`);
  const left = await look();
  expect(left.dbcs).toHaveLength(2);
  expect(left.strategies).toHaveLength(2);
  await demo.start();
  expect(await look()).toEqual(left);
});
