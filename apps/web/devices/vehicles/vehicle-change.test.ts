import { expect, it } from "vitest";
import { changedFrom } from "./vehicle-change.ts";

const on = (things_id: string, channel: number) => ({ things_id, channel });

it("the channels of a vehicle are sent where they were changed alone [DEV-11]", () => {
  const before = [on("a", 0), on("b", 1)];
  const content = { name: "van", vin: "LSVAA4182E2184847", plate: "" };
  expect(changedFrom(before, { ...content, channels: [on("b", 1), on("a", 0)] })).toEqual(content);
  for (const channels of [[], [on("a", 0)], [on("a", 0), on("b", 2)]]) {
    expect(changedFrom(before, { ...content, channels })).toEqual({ ...content, channels });
  }
});
