import { expect, it } from "vitest";
import { helpPage } from "./help-address.ts";
import { entryAt } from "./help-groups.ts";
import { wayBack } from "./way-back.ts";

const ORIGIN = "https://canopy.example";
const DETAILS = "/Container/HomePage/DeviceDetails";

it.each([
  ["/Container/HomePage", undefined, "HomePage"],
  ["/Login", undefined, "Login"],
  ["/can_monitor/", undefined, "can_monitor"],
  [DETAILS, "bus", "HomePage/DeviceDetails/bus"],
  [DETAILS, undefined, "HomePage/DeviceDetails/management"],
])("the help of %s with tab %s is %s [NAV-11]", (path, tab, page) => {
  expect(helpPage(path, tab)).toBe(page);
});

it("an unknown section is that of the page above, else the first [NAV-11]", () => {
  expect(entryAt("HomePage/DeviceDetails/nonsense").id).toBe("HomePage/DeviceDetails");
  expect(entryAt("nonsense").id).toBe("everywhere");
  expect(entryAt("").id).toBe("everywhere");
});

it("leads back to where it was opened, never to another site", () => {
  const href = `${DETAILS}?id=1&tab=bus`;
  expect(wayBack({ href, title: "EV-01" }, ORIGIN)).toEqual({
    href,
    title: "EV-01",
    titleKey: "app.page.deviceDetails",
  });
  expect(wayBack({ href: "/Container/CarManager", title: "x" }, ORIGIN).title).toBeUndefined();
  expect(wayBack({ href: "https://elsewhere.example/", title: "x" }, ORIGIN)).toEqual({
    href: "/Container/HomePage",
    titleKey: "app.page.home",
  });
  expect(wayBack("nonsense", ORIGIN).href).toBe("/Container/HomePage");
});
