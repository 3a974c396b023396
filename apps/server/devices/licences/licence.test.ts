import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { base32 } from "./base32.ts";
import { hashLicence, licenceText } from "./licence.ts";

const ids = fc.tuple(fc.uuid(), fc.stringMatching(/^[0-9A-F]{20}$/));

describe("a licence", () => {
  it("is four groups of five, the same for the same secret, type and ID [DEV-03]", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), ids, (secret, [type, id]) => {
        const text = licenceText(secret, type, id);
        expect(text).toMatch(/^[A-Z2-7]{5}(-[A-Z2-7]{5}){3}$/);
        expect(licenceText(secret, type, id)).toBe(text);
      }),
    );
  });

  it("binds secret, type and ID: another of any gives another text [DEV-03]", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), ids, ids, (secret, [type, id], [otherType, otherId]) => {
        fc.pre(type !== otherType && id !== otherId);
        const others = [
          licenceText(`${secret}x`, type, id),
          licenceText(secret, otherType, id),
          licenceText(secret, type, otherId),
        ];
        expect(others).not.toContain(licenceText(secret, type, id));
      }),
    );
  });

  it("is the HMAC-SHA-256 in Base32 [DEV-03]", () => {
    const type = "3f0c1f0e-6a63-4e64-9d38-0f8f6a1f0a11";
    const bits = [...createHmac("sha256", "s").update(`${type}2D010203040506070809`).digest()]
      .map((byte) => byte.toString(2).padStart(8, "0"))
      .join("");
    const letters = (bits.match(/.{5}/g) ?? []).map((five) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[Number(`0b${five}`)]);
    expect(licenceText("s", type, "2D010203040506070809").replaceAll("-", "")).toBe(letters.slice(0, 20).join(""));
  });

  it("is compared as people type it [DEV-03]", () => {
    expect(hashLicence("abcde fghij-klmno pqrst")).toEqual(hashLicence("ABCDE-FGHIJ-KLMNO-PQRST"));
  });
});

describe("Base32", () => {
  it.each([
    ["", ""],
    ["f", "MY"],
    ["fo", "MZXQ"],
    ["foo", "MZXW6"],
    ["foob", "MZXW6YQ"],
    ["fooba", "MZXW6YTB"],
    ["foobar", "MZXW6YTBOI"],
  ])("writes the test vectors of RFC 4648: %j", (text, expected) => {
    expect(base32(Buffer.from(text))).toBe(expected);
  });
});
