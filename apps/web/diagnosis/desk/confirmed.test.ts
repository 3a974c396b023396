import { expect, it } from "vitest";
import { ConfirmedServices } from "./confirmed.ts";

it("a service that changes the vehicle is confirmed for one vehicle in one session [UDS-01]", () => {
  const confirmed = new ConfirmedServices();
  const here = { device: { id: "d1" }, session: { id: "s1" } };
  confirmed.add(here, "3101FF00");
  expect(confirmed.has(here, "31020203")).toBe(true);
  expect(confirmed.has(here, "14FFFFFF")).toBe(false);
  expect(confirmed.has({ ...here, session: { id: "s2" } }, "3101FF00")).toBe(false);
  expect(confirmed.has({ ...here, device: { id: "d2" } }, "3101FF00")).toBe(false);
});

it("what is confirmed before there is a session is asked again, on every vehicle [UDS-01]", () => {
  const confirmed = new ConfirmedServices();
  confirmed.add({ device: { id: "d1" }, session: null }, "3101FF00");
  for (const id of ["d1", "d2"]) {
    expect(confirmed.has({ device: { id }, session: null }, "3101FF00")).toBe(false);
    expect(confirmed.has({ device: { id }, session: { id: "s1" } }, "3101FF00")).toBe(false);
  }
});
