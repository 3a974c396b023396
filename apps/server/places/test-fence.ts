/** For tests: fences that are only rows. */
import { randomUUID } from "node:crypto";
import type { FenceShape } from "@canopy/contract/places/fence-shape";
import type { Db } from "../platform/postgres/schema.ts";
import { insertFence } from "./fence-store.ts";

export const testCircle = (radius_m = 500, latitude = 31, longitude = 121): FenceShape => ({
  kind: "circle",
  centre: { latitude, longitude },
  radius_m,
});

export async function makeTestFence(
  db: Db,
  owner: { readonly tenantId: string; readonly userName: string },
  shape: FenceShape = testCircle(),
): Promise<string> {
  const content = { name: `n_${randomUUID().slice(0, 8)}`, region: "", shape };
  return (await insertFence(db, owner, content)) ?? "";
}
