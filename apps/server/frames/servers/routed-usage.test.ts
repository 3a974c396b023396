import { expect, it } from "vitest";
import type { FrameServer, Places } from "./frame-server.ts";
import { routedUsage } from "./routed-usage.ts";

const usageOf = (number: number, daysOfTenant: () => Promise<unknown>) =>
  ({ number, store: { frames: { usage: { daysOfTenant } } } }) as unknown as FrameServer;

it.each([
  ["with data of the tenant keeps its days from being told", 1000, undefined],
  ["without data of the tenant is passed over", 0, [{ day: 20_000, bytes: 5 }]],
])("a frame server that is away, %s [CAP-05]", async (_, mirrored, days) => {
  const servers = [
    usageOf(1, async () => [{ day: 20_000, bytes: 5 }]),
    usageOf(2, () => Promise.reject(new Error("away"))),
  ];
  const nowhere = async () => usageOf(1, async () => []);
  const places: Places = {
    of: nowhere,
    calm: nowhere,
    still: nowhere,
    known: () => undefined,
    hasLeft: async () => false,
  };
  const usage = routedUsage({ servers, places, mirroredBytes: async () => mirrored });
  const asked = usage.daysOfTenant("tenant");
  if (days) expect(await asked).toEqual(days);
  else await expect(asked).rejects.toThrow("away");
});
