import { expect, it } from "vitest";
import { base32, bytesOfBase32, hotp, keyUri, newTotpSecret, stepOfCode } from "./totp.ts";

const RFC_SECRET = Buffer.from("12345678901234567890");

it.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
])("at %i s the code is %s, as in RFC 6238 [ACC-26]", (seconds, code) => {
  expect(hotp(RFC_SECRET, Math.floor(seconds / 30))).toBe(code);
  expect(stepOfCode(base32(RFC_SECRET), code, seconds * 1000, 0)).toBe(Math.floor(seconds / 30));
});

it.each([
  ["", ""],
  ["f", "MY"],
  ["fo", "MZXQ"],
  ["foo", "MZXW6"],
  ["foob", "MZXW6YQ"],
  ["fooba", "MZXW6YTB"],
  ["foobar", "MZXW6YTBOI"],
])("%j is %s in base 32, as in RFC 4648", (text, coded) => {
  expect(base32(Buffer.from(text))).toBe(coded);
  expect(Buffer.from(bytesOfBase32(coded)).toString()).toBe(text);
});

it("a code is good one step early and late, not two, and never twice [ACC-26]", () => {
  const secret = newTotpSecret();
  const code = hotp(bytesOfBase32(secret), 1000);
  const at = (step: number, used = 0) => stepOfCode(secret, code, step * 30_000, used);
  expect([at(998), at(999), at(1000), at(1001), at(1002)]).toEqual([undefined, 1000, 1000, 1000, undefined]);
  expect(at(1000, 1000)).toBeUndefined();
  expect(stepOfCode(secret, "12345", 30_000_000, 0)).toBeUndefined();
});

it("a secret has 160 bits, and the URI names account and issuer", () => {
  expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
  expect(keyUri("ABC", "li wei@acme")).toBe("otpauth://totp/Canopy:li%20wei%40acme?secret=ABC&issuer=Canopy");
});
