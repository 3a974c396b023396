import { describe, expect, it } from "vitest";
import { deviceOfLink } from "./device-of-link.ts";

describe("the device of a message", () => {
  it("is that of its link to a device, and none otherwise [MSG-01]", () => {
    expect(deviceOfLink("/Container/HomePage/DeviceDetails?id=d1&tab=data")).toBe("d1");
    expect(deviceOfLink("/Container/HomePage#capacity-data")).toBeNull();
    expect(deviceOfLink("/Container/Operating/Tenants?id=d1")).toBeNull();
    expect(deviceOfLink(null)).toBeNull();
  });
});
