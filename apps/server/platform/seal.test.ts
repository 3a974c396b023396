import fc from "fast-check";
import { expect, it } from "vitest";
import { seal, unseal } from "./seal.ts";

it("a sealed value opens with its secret and purpose alone", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string(), fc.string(), (value, secret, purpose) => {
      const sealed = seal(secret, purpose, value);
      expect(unseal(secret, purpose, sealed)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(unseal(`${secret}x`, purpose, sealed)).toBeUndefined();
      expect(unseal(secret, `${purpose}x`, sealed)).toBeUndefined();
    }),
  );
});

it("altered and cut bytes do not open", () => {
  const sealed = seal("secret", "test", { key: "value" });
  for (let at = 0; at < sealed.length; at += 1) {
    const altered = Buffer.from(sealed);
    altered[at] = (altered[at] as number) ^ 1;
    expect(unseal("secret", "test", altered)).toBeUndefined();
    expect(unseal("secret", "test", sealed.subarray(0, at))).toBeUndefined();
  }
});
