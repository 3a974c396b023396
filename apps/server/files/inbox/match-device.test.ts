import { fileErrors } from "@canopy/contract/files/errors";
import { inboxRule } from "@canopy/contract/files/inbox";
import { capturesIn, parsePattern } from "@canopy/contract/files/inbox-pattern";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DeviceMatcher, type InboxDevice } from "./match-device.ts";

const FIXED = "00000000-0000-4000-8000-000000000003";
const devices: InboxDevice[] = [
  { thingsId: "1", deviceId: "2D010203040506070809", name: "EV_01" },
  { thingsId: "2", deviceId: "01000000000000000001", name: "EV" },
  { thingsId: FIXED, deviceId: "02000000000000000002", name: "Bus" },
  { thingsId: "4", deviceId: "03000000000000000003", name: "bus" },
];
const rulesOf = (...patterns: string[]) => patterns.map((pattern) => inboxRule.parse({ pattern }));
const thingsOf = (patterns: string[], path: string) => {
  const found = new DeviceMatcher(rulesOf(...patterns), devices).match(path);
  return found.kind === "device" ? found.device.thingsId : found.code;
};

describe("rules of an inbox", () => {
  it.each([
    ["{id}/**", "2d010203040506070809/2026/drive.mf4", "1"],
    ["logs/{name}_*.blf", "logs/EV_01_0007.blf", "1"],
    ["logs/{name}_*.blf", "logs/EV_02_0007.blf", "2"],
    ["{serial}-????.asc", "1-0412.asc", "2"],
    ["LOGS/{name}.*", "logs/ev.TRC", "2"],
    ["**/{name}.log", "a/b/c/EV.log", "2"],
  ])("%s leads %s to its device", (pattern, path, thingsId) => {
    expect(thingsOf([pattern], path)).toBe(thingsId);
  });

  it.each([
    [["{name}.log"], "a/EV.log", fileErrors.inboxNoRule.code],
    [["{name}.log"], "EV-9.log", fileErrors.inboxNoDevice.code],
    [["{name}.log"], "BUS.log", fileErrors.inboxTwoDevices.code],
    [[], "EV.log", fileErrors.inboxNoRule.code],
  ])("%j says why %s has none", (patterns, path, code) => {
    expect(thingsOf(patterns, path)).toBe(code);
  });

  it("are tried in their order, and one that leads to no device leaves the file to the next", () => {
    expect(thingsOf(["{id}.log", "{name}.log"], "EV.log")).toBe("2");
  });

  it("without a capture have a device of their own", () => {
    const rule = inboxRule.parse({ pattern: "depot/**", things_id: FIXED });
    const found = new DeviceMatcher([rule], devices).match("depot/a/b.log");
    expect(found).toMatchObject({ kind: "device", device: { thingsId: FIXED } });
  });

  it.each(["/root/{id}", "{id}/{name}", "{vin}.log", "", "x".repeat(201)])("%s is no pattern", (pattern) => {
    expect(parsePattern(pattern)).toBeUndefined();
  });

  it("capture what a regular expression would, whatever the pattern", () => {
    const token = fc.constantFrom("a", "b", "/", "*", "**", "?", "_");
    const side = fc.array(token, { maxLength: 5 });
    const expressions: Record<string, string> = { "**": ".*", "*": "[^/]*", "?": "[^/]" };
    const expressionOf = (tokens: string[]) => tokens.map((one) => expressions[one] ?? one).join("");
    // Three stars in a row are a pair and one: the same either way.
    const path = fc.string({ unit: fc.constantFrom("a", "b", "/", "_"), maxLength: 8 });
    fc.assert(
      fc.property(side, side, path, (before, after, text) => {
        const pattern = parsePattern(`x${before.join("")}{name}${after.join("")}`);
        const found = new Set(pattern ? capturesIn(pattern, `x${text}`) : []);
        const wanted = new Set<string>();
        for (let start = 1; start <= text.length; start += 1)
          for (let end = start + 1; end <= text.length + 1; end += 1) {
            const whole = `x${text}`;
            const captured = whole.slice(start, end);
            const isHead = new RegExp(`^x${expressionOf(starsOf(before))}$`).test(whole.slice(0, start));
            const isTail = new RegExp(`^${expressionOf(starsOf(after))}$`).test(whole.slice(end));
            if (isHead && isTail && !captured.includes("/")) wanted.add(captured);
          }
        expect(found).toEqual(wanted);
      }),
      { numRuns: 500 },
    );
  });

  it("take no longer for patterns made to be slow", () => {
    const pattern = parsePattern(`${"*a".repeat(60)}{name}${"*a".repeat(30)}b`);
    expect(pattern && capturesIn(pattern, "a".repeat(1024))).toEqual([]);
  });
});

/** As the pattern is cut into marks: neighbouring stars join. */
const starsOf = (tokens: string[]): string[] => tokens.join("").match(/\*\*|\*|./gs) ?? [];
