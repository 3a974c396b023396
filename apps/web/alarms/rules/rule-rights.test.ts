import { alarmErrors, ruleErrors } from "@canopy/contract/alarms/errors";
import { createAlarmMute } from "@canopy/contract/alarms/mutes";
import { enableAlarmRule } from "@canopy/contract/alarms/rules";
import { errorText } from "@canopy/contract/error-table";
import { expect, it, onTestFinished, vi } from "vitest";
import { setErrorTextSource } from "../../platform/error-texts.ts";
import { valuesOf } from "../rule-form.ts";
import { changeDenied, createDenied, fullText, muteDenied } from "./rule-rights.ts";

/** What is kept of a sub-user, as `keepApiNames` does it. */
function asSubUser(apiName: string): void {
  const kept = JSON.stringify({ [apiName]: true });
  vi.stubGlobal("localStorage", { getItem: (key: string) => (key === "userApiRoleListMap" ? kept : null) });
  onTestFinished(() => void vi.unstubAllGlobals());
}

const counts = { own: 3, own_limit: 20, tenant: 9, tenant_limit: 50 };

it("at the limit of the user or the tenant no rule is added, and the number is said [TRG-01]", () => {
  expect(fullText(undefined)).toBeUndefined();
  expect(fullText(counts)).toBeUndefined();
  expect(fullText({ ...counts, tenant: 99, tenant_limit: null })).toBeUndefined();
  expect(fullText({ ...counts, own: 20 })).toContain("20");
  expect(fullText({ ...counts, own: 20, tenant: 50 })).toContain("50");
});

it("who may only read a device changes none of its rules, and is told why [TRG-01] [USR-03]", () => {
  const device = { name: "EV-01", level: "read" } as const;
  expect(changeDenied({ kind: "device", id: "a" }, device)).toContain("EV-01");
  expect(createDenied(device)).toContain("EV-01");
  expect(changeDenied({ kind: "all" }, device)).toBeUndefined();
  expect(changeDenied({ kind: "device", id: "a" }, { ...device, level: "write" })).toBeUndefined();
});

it("a rule on several devices is changed by managers, and a sub-user's is on a device [TRG-01] [USR-03]", () => {
  setErrorTextSource(errorText);
  const device = { name: "EV-01", level: "write" } as const;
  const scopes = [{ kind: "all" }, { kind: "label", id: "a" }, { kind: "type", id: "a" }] as const;
  expect(scopes.map((scope) => changeDenied(scope, device))).toEqual([undefined, undefined, undefined]);
  expect(valuesOf(undefined, "d", { scope: { kind: "all" } }).scope).toEqual({ kind: "all" });
  asSubUser(enableAlarmRule.name);
  for (const scope of scopes) expect(Object.values(ruleErrors.ruleFleet.text)).toContain(changeDenied(scope, device));
  expect(changeDenied({ kind: "device", id: "a" }, device)).toBeUndefined();
  expect(valuesOf(undefined, "d", { scope: { kind: "all" } }).scope).toEqual({ kind: "device", id: "d" });
});

it("who may only read a device mutes none of its rules; a rule on several devices is muted by managers [USR-03]", () => {
  const device = { name: "EV-01", level: "read" } as const;
  setErrorTextSource(errorText);
  asSubUser(createAlarmMute.name);
  expect(muteDenied({ kind: "all" }, device)).toContain("EV-01");
  expect(muteDenied({ kind: "all" }, { ...device, level: "write" })).toBeUndefined();
  expect(muteDenied({ kind: "device", id: "a" }, undefined)).toBeUndefined();
  expect(Object.values(alarmErrors.muteRights.text)).toContain(muteDenied({ kind: "all" }, undefined));
  vi.unstubAllGlobals();
  expect(muteDenied({ kind: "all" }, undefined)).toBeUndefined();
});
