import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestDemo, testDemo } from "../testing/worlds/test-demo.ts";

let demo: TestDemo;

beforeAll(async () => {
  demo = await testDemo();
});
afterAll(() => demo.world.close());

async function get(path: string) {
  const answer = await demo.world.call(demo, { method: "GET", url: `/api${path}` });
  expect([path, answer.statusCode]).toEqual([path, 200]);
  return answer.json();
}

const remove = async (path: string) => {
  const answer = await demo.world.call(demo, { method: "DELETE", url: `/api${path}` });
  expect([path, answer.statusCode]).toEqual([path, 200]);
};

async function look() {
  const things: { info_model_name: string | null; labels: unknown[] }[] = (await get("/things?page_size=25")).list;
  const vehicles: { id: string; plate: string; channels: unknown[] }[] = (await get("/vehicles?page_size=25")).list;
  const fences: { fence_id: string }[] = (await get("/fences?page_size=25")).list;
  const orders: { name: string }[] = (await get("/work-orders?page_size=25&tab=mine")).list;
  const panels: { panel_id: string; name: string; widget_count: number }[] = (await get("/panels")).list;
  const routines: { routine_id: string }[] = (await get("/test-routines")).list;
  return { things, vehicles, fences, orders, panels, routines };
}

it("the demo has what a fleet in use has, once; what people delete stays so [OPS-01]", async () => {
  const first = await look();
  expect(first.things.map(({ info_model_name, labels }) => [info_model_name !== null, labels.length])).toEqual(
    [0, 1, 2].map(() => [true, 1]),
  );
  expect(first.vehicles.map(({ plate, channels }) => [plate !== "", channels.length])).toEqual(
    [0, 1, 2].map(() => [true, 2]),
  );
  expect(first.panels.filter(({ widget_count }) => widget_count === 5)).toHaveLength(1);
  expect([first.fences, first.orders, first.routines].map(({ length }) => length)).toEqual([1, 1, 1]);

  await remove(`/vehicles/${first.vehicles[0]?.id}?force=true`);
  await remove(`/fences/${first.fences[0]?.fence_id}`);
  await remove(`/panels/${first.panels.find(({ widget_count }) => widget_count === 5)?.panel_id}`);
  await remove(`/test-routines/${first.routines[0]?.routine_id}`);
  const left = await look();
  await demo.start();
  expect(await look()).toEqual(left);
  expect(left.vehicles).toHaveLength(2);
  expect([left.fences, left.routines].map(({ length }) => length)).toEqual([0, 0]);
});
