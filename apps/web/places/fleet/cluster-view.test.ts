import { expect, it } from "vitest";
import { CLUSTER_PX } from "../map/clusters.ts";
import { project } from "../map/mercator.ts";
import { boundsOfPlaces, viewOfCluster } from "./cluster-view.ts";

const view = { centre: { latitude: 31, longitude: 121 }, zoom: 5, width: 800, height: 600 };
const at = (latitude: number, longitude: number) => ({ latitude, longitude });

it("a click on a number shows its devices apart, however near they are [GPS-04]", () => {
  for (const metres of [20, 200, 20_000, 2_000_000]) {
    const places = [at(31, 121), at(31 + metres / 111_195, 121)] as const;
    const shown = viewOfCluster(places, view);
    if (!shown) throw new Error("a view");
    const [one, other] = places.map((place) => project({ ...view, ...shown }, place).y) as [number, number];
    expect(Math.abs(one - other)).toBeGreaterThan(CLUSTER_PX);
    for (const y of [one, other]) expect(y > 0 && y < view.height).toBe(true);
  }
});

it("devices at one place have no such view: they are listed [GPS-04]", () => {
  expect(viewOfCluster([at(31, 121), at(31.00005, 121)], view)).toBeUndefined();
});

it("bounds across the date line stay narrow [GPS-04]", () => {
  expect(boundsOfPlaces([at(1, 179), at(-1, -179)])).toEqual({ south: -1, north: 1, west: 179, east: -179 });
  expect(boundsOfPlaces([])).toBeUndefined();
});
