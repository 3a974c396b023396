import type { DecodedSignal } from "@canopy/can/dbc/decode/decode";
import type { Signal } from "@canopy/can/dbc/model";
import { expect, it } from "vitest";
import { tellingFirst } from "./telling-signals.ts";

it("checksums and counters stand behind what they guard", () => {
  const named = (name: string): DecodedSignal => ({ signal: { name } as Signal, raw: 0, value: 0, text: null });
  const order = tellingFirst(["Checksum", "AliveCounter", "PackVoltage", "Soc"].map(named));
  expect(order.map(({ signal }) => signal.name)).toEqual(["PackVoltage", "Soc", "Checksum", "AliveCounter"]);
});
