import { describe, expect, it } from "vitest";
import { FlashGates } from "./flash-gates.ts";
import { flashOrder, type GateSources, gateSources } from "./flash-order.ts";

/** The supply as the terminal measures it, judged. */
function supplyAt(volts: number, sources: GateSources) {
  const gates = new FlashGates(sources);
  gates.measured(volts, 1_000_000);
  const supply = gates.conditions(1_000_000).find(({ name }) => name === "supply");
  return supply?.holds;
}
const judged = (volts: readonly number[], sources: GateSources) => volts.map((one) => supplyAt(one, sources));

describe("the gate of the supply [UDS-04]", () => {
  const EDGES_12 = [12.1, 12.2, 14.8, 14.9];
  const EDGES_24 = [24.3, 24.4, 29, 29.1];
  const sources = (more: object) => gateSources.parse({ supply: { from: "terminal" }, ...more });

  it("is that of 12 V where an order does not tell the vehicle's voltage", () => {
    for (const more of [{}, { nominal_v: 12 }]) {
      expect(judged(EDGES_12, sources(more))).toEqual([false, true, true, false]);
      expect(judged(EDGES_24, sources(more))).toEqual([false, false, false, false]);
    }
  });

  it("is that of 24 V for a vehicle of 24 V alone", () => {
    expect(judged(EDGES_24, sources({ nominal_v: 24 }))).toEqual([false, true, true, false]);
    expect(judged(EDGES_12, sources({ nominal_v: 24 }))).toEqual([false, false, false, false]);
  });

  it("has no other bands: an order cannot widen it", () => {
    for (const nominal_v of [0, 13, 48, "24"]) {
      expect(flashOrder.shape.gates.safeParse({ supply: { from: "terminal" }, nominal_v }).success).toBe(false);
    }
  });
});
