import { expect, it } from "vitest";
import { trendPoints } from "./frame-row.ts";

it("a sparkline leaves out what is no number: a float signal may say so [DBC-04]", () => {
  expect(trendPoints([0, Number.NaN, 10, Number.POSITIVE_INFINITY], 10, 24)).toBe(trendPoints([0, 10], 10, 24));
  expect(trendPoints([0, 10], 10, 24)).toBe("0.0,22.0 10.0,2.0");
  expect(trendPoints([Number.NaN, 1], 10, 24)).toBe("");
});
