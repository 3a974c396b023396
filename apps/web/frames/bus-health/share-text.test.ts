import { expect, it } from "vitest";
import { shareText } from "./share-text.ts";

it("a share that is there is never written as none, a small one has figures that tell it from others", () => {
  const shares = [0, 0.000_000_5, 0.000_02, 0.000_82, 0.001, 0.125, 1];
  const written = shares.map((share) => shareText(share).replace("\u00a0", " "));
  expect(written).toEqual(["0.0 %", "<0.001 %", "0.002 %", "0.082 %", "0.1 %", "12.5 %", "100.0 %"]);
});
