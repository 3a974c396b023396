import { expect, it } from "vitest";
import { shareText } from "./share-text.ts";

it("a share that is there is never written as none", () => {
  const written = [0, 0.000_01, 0.000_99, 0.001, 0.125, 1].map((share) => shareText(share).replace("\u00a0", " "));
  expect(written).toEqual(["0.0 %", "<0.1 %", "<0.1 %", "0.1 %", "12.5 %", "100.0 %"]);
});
