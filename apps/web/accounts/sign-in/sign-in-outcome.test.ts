import { CallError } from "@canopy/contract/platform/http-call";
import { expect, it } from "vitest";
import { nextNotice } from "./sign-in-outcome.ts";

const answer = (code: string, details?: unknown) =>
  new CallError(403, { code, message: "x", errorMsg: "x", ...(details === undefined ? {} : { details }) });
const ticket = { security_ticket: "t" };

it.each([
  ["accounts.factorNeeded", ticket, { kind: "factor", ticket: "t", details: ticket }],
  ["accounts.factorSetup", ticket, { kind: "factor", ticket: "t", details: ticket }],
  ["accounts.passwordMustChange", ticket, { kind: "firstPassword", ticket: "t" }],
  ["iot-tenant.10016", undefined, { kind: "review", refused: undefined }],
])("after one step of the sign-in %s opens the next [ACC-10] [ACC-26] [USR-02]", (code, details, notice) => {
  expect(nextNotice(answer(code, details))).toEqual(notice);
});

it("a wrong code stays with the question that asked for it [ACC-26]", () => {
  const wrong = answer("accounts.factorWrong");
  expect(() => nextNotice(wrong)).toThrow(wrong);
});
