import { seedDemo } from "../../accounts/seed-demo.ts";
import { type DemoFleet, writeDemoFleet } from "../../demo/demo-fleet.ts";
import { createLog } from "../../platform/log.ts";
import { type TestApp, testApp } from "../test-app.ts";

export interface TestDemo {
  readonly world: TestApp;
  /** Of the demo's user. */
  readonly token: string;
  /** The demo's part of each program start. */
  start(): Promise<DemoFleet>;
}

/** An app with the demo, started once. */
export async function testDemo(): Promise<TestDemo> {
  const world = await testApp({ demo: true });
  const start = async () => {
    await seedDemo(world.database.db);
    return writeDemoFleet(world.database.db, { dataFolder: world.transferFolder }, 1883, createLog("fatal"));
  };
  await start();
  const entered = await world.call(null, { method: "POST", url: "/api/control/sessions/demo" });
  return { world, token: entered.json().token, start };
}
