import { endpoints } from "@canopy/contract/endpoints";
import { expect, it } from "vitest";
import { LOG_MODULES } from "../accounts/log/log-modules.ts";

it("the operation log can be filtered by every module that writes to it [USR-07]", () => {
  const written = endpoints.filter(({ audited }) => audited).map(({ name }) => name.split(".")[0]);
  expect([...LOG_MODULES]).toEqual([...new Set(written)].sort());
});
