import { expect, it } from "vitest";
import { readFleetAddress, writeView } from "./fleet-address.ts";

it("filters, card, following and the shown part of the map are read from the address [GPS-04]", () => {
  const read = readFleetAddress({ keyword: "EV", label: "l1", place: "none", device: "d1", follow: "1", page: "2" });
  expect(read).toEqual({
    filters: { keyword: "EV", label: "l1" },
    isNever: true,
    chosen: "d1",
    isFollowing: true,
    view: undefined,
  });
});

it("the view comes back as it was written; one that is no place is left out [GPS-04]", () => {
  const view = { centre: { latitude: 31.2304, longitude: -121.4737 }, zoom: 12.5 };
  expect(readFleetAddress({ map: writeView(view) }).view).toEqual(view);
  for (const map of ["", "1,2", "91,0,3", "0,181,3", "0,0,21", "a,b,c", "0,0,"])
    expect(readFleetAddress({ map }).view).toBeUndefined();
});
