import { expect, it } from "vitest";
import { readTarget } from "./action-target.ts";

it("a target is a number, an address, or a URL with its signing secret; anything else is none [TRG-06]", () => {
  expect(readTarget("email", "li@example.com")).toEqual({ destination: "li@example.com" });
  for (const text of ["li", "a@example.com,b@example.com", "a@example.com;b@example.com", "Li <li@example.com>"])
    expect(readTarget("email", text)).toBeUndefined();
  expect(readTarget("sms", "li@example.com")).toBeUndefined();
  expect(readTarget("voice", "+8613800000001")).toEqual({ destination: "+8613800000001" });
  expect(readTarget("webhook", "https://example.org/hook")).toEqual({ destination: "https://example.org/hook" });
  expect(readTarget("feishu", "https://example.org/a#s%25%23")).toEqual({
    destination: "https://example.org/a",
    target: "s%#",
  });
  for (const text of ["hook", "ftp://example.org/", "https://example.org/hook#100%"])
    expect(readTarget("webhook", text)).toBeUndefined();
});
