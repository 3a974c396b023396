import { expect, it } from "vitest";
import { dtcName, dtcNameWithFailureType, dtcStatusBits, parseDtc } from "./dtc.ts";
import { NEGATIVE_RESPONSE_CODES, negativeResponseCode } from "./negative-response-codes.ts";

it("names codes as ISO 15031-6", () => {
  expect([0x0100, 0x0123, 0x4123, 0x9567, 0xc100].map(dtcName)).toEqual(["P0100", "P0123", "C0123", "B1567", "U0100"]);
  expect(dtcNameWithFailureType(0xc10011)).toBe("U0100-11");
});

it("reads every form of a name, and every name of every code", () => {
  expect(["U0100-11", "u010011", "C10011", "0xC10011"].map(parseDtc)).toEqual(Array(4).fill(0xc10011));
  expect([parseDtc("P0123"), parseDtc("X0123"), parseDtc("P4123"), parseDtc("")]).toEqual([
    0x012300,
    undefined,
    undefined,
    undefined,
  ]);
  const all = Array.from({ length: 0x10000 }, (_, code) => code);
  expect(all.filter((code) => parseDtc(dtcName(code)) !== code * 256)).toEqual([]);
});

it("shows the status bits that the server supports", () => {
  expect(dtcStatusBits(0x2f)).toEqual([
    "testFailed",
    "testFailedThisOperationCycle",
    "pendingDTC",
    "confirmedDTC",
    "testFailedSinceLastClear",
  ]);
  expect(dtcStatusBits(0xff, 0x08)).toEqual(["confirmedDTC"]);
});

it("explains each negative response code in both languages, known or not", () => {
  for (let code = 0; code <= 0xff; code++) {
    const { zh, en, name } = negativeResponseCode(code);
    for (const text of [zh.cause, zh.next]) expect(text).toMatch(/\p{Script=Han}.*。$/u);
    for (const text of [en.cause, en.next]) expect(text).toMatch(/^[A-Z].+\.$/);
    expect(name).toMatch(/^[A-Za-z]+$/);
  }
  expect(NEGATIVE_RESPONSE_CODES.size).toBeGreaterThanOrEqual(58);
});
