import { readFileSync } from "node:fs";
import { join } from "node:path";
import { attributeValue } from "@canopy/can/dbc/parse/attributes";
import { parseDbc } from "@canopy/can/dbc/parse/parse";
import { vinWarning } from "@canopy/contract/devices/vin";
import { layoutContent } from "@canopy/contract/signals/layouts";
import { expect, it } from "vitest";
import { vinOf } from "../../simulator/vehicles/load-vehicle.ts";
import { CURVE_PLANS, LAYOUT_NAME } from "./curve-plan.ts";
import { DEMO_VEHICLES } from "./demo-vehicles.ts";

it.each(CURVE_PLANS)(
  "the curves of the demo's $vehicle are signals that its simulator sends on that channel",
  (plan) => {
    const { dbc } = parseDbc(readFileSync(join(import.meta.dirname, "../../simulator/vehicles", plan.file), "utf8"));
    const placed = plan.strategies.flatMap(({ channel, signals }) => signals.map((signal) => ({ channel, signal })));
    for (const { channel, signal: name } of placed) {
      const [messageName, signalName] = name.split(".");
      const message = dbc.messages.find((one) => one.name === messageName);
      expect([name, message?.signals.some((one) => one.name === signalName)]).toEqual([name, true]);
      expect([name, message && attributeValue(dbc, message, "BusChannel")]).toEqual([name, channel]);
    }
    const known = placed.map(({ signal }) => signal);
    for (const { signals } of plan.panels) for (const signal of signals) expect(known).toContain(signal);
    for (const { name } of [...plan.panels, { name: LAYOUT_NAME }])
      expect(layoutContent.shape.name.safeParse(name).success).toBe(true);
  },
);

it.each(DEMO_VEHICLES)("the demo's $vehicle has the VIN that its control units tell", ({ seed, vin }) => {
  expect(vin).toBe(vinOf(seed));
  expect(vinWarning(vin)).toBeUndefined();
});
