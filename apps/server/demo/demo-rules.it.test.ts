import type { AlarmRule } from "@canopy/contract/alarms/rules";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestDemo, testDemo } from "../testing/worlds/test-demo.ts";

let demo: TestDemo;

beforeAll(async () => {
  demo = await testDemo();
});
afterAll(() => demo.world.close());

async function rules(): Promise<AlarmRule[]> {
  const answer = await demo.world.call(demo, { method: "GET", url: "/api/alarm-rules?page_size=25" });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().list;
}

it("the demo has a rule for all its vehicles and one for each fast car; what people delete stays so [TRG-01]", async () => {
  const first = await rules();
  expect(
    first.map(({ scope, level, enabled, conditions }) => [scope.kind, level, enabled, conditions[0]?.kind]).sort(),
  ).toEqual([
    ["all", "urgent", true, "bus"],
    ["device", "tip", true, "signal"],
    ["device", "tip", true, "signal"],
  ]);
  await demo.start();
  expect(await rules()).toEqual(first);

  const url = `/api/alarm-rules/${first[0]?.rule_id}`;
  const off = await demo.world.call(demo, { method: "PUT", url: `${url}/enabled`, payload: { enabled: false } });
  expect(off.statusCode, off.body).toBe(200);
  expect((await demo.world.call(demo, { method: "DELETE", url })).statusCode).toBe(200);
  await demo.start();
  expect(await rules()).toHaveLength(2);
});
