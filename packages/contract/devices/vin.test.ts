import { checkDigitOf } from "@canopy/can/obd/check-digit";
import fc from "fast-check";
import { expect, it } from "vitest";
import { vehicleErrors } from "./vehicle-errors.ts";
import { vin, vinWarning } from "./vin.ts";

// Published examples: NHTSA's own, and the "all ones" number whose check digit is 1.
it.each(["1M8GDM9AXKP042788", "11111111111111111", "5GZCZ43D13S812715"])(
  "%s is a VIN without a warning [DEV-11]",
  (text) => {
    expect(vin.parse(text)).toBe(text);
    expect(vinWarning(text)).toBeUndefined();
  },
);

it.each([
  ["1m8gdm9axkp042788", "1M8GDM9AXKP042788"],
  ["  abc12 ", "ABC12"],
])("%s is stored as %s [DEV-11]", (typed, stored) => {
  expect(vin.parse(typed)).toBe(stored);
});

it.each([
  ["ABC12", "length"],
  ["ABCDEFGH12345678", "length"],
  ["1M8GDM9A0KP042788", "checkDigit"],
] as const)("%s is kept, with the warning %s [DEV-11]", (text, warning) => {
  expect(vin.safeParse(text).success).toBe(true);
  if (warning) expect(vinWarning(text)).toBe(warning);
});

it.each([
  "",
  "ABC1",
  "1M8GDM9AXKP0427881",
  "IM8GDM9AXKP042788",
  "1O8GDM9AXKP042788",
  "1Q8GDM9AXKP042788",
  "ABC-12",
  "车架号12345",
  "ABC 12",
  "ABCD🚗",
])("%j is refused, with the rule [DEV-11]", (text) => {
  const parsed = vin.safeParse(text);
  expect(parsed.error?.issues[0]?.message).toBe(vehicleErrors.vinFormat.code);
  expect(vinWarning(text)).toBeUndefined();
});

it("with the check digit it should have, any VIN is without a warning; a changed digit is noticed [DEV-11]", () => {
  const characters = fc.constantFrom(..."ABCDEFGHJKLMNPRSTUVWXYZ0123456789");
  fc.assert(
    fc.property(fc.array(characters, { minLength: 17, maxLength: 17 }), fc.nat(9), (letters, digit) => {
      const right = [...letters.slice(0, 8), checkDigitOf(letters.join("")), ...letters.slice(9)].join("");
      expect(vinWarning(right)).toBeUndefined();
      const other = `${right.slice(0, 8)}${digit}${right.slice(9)}`;
      expect(vinWarning(other)).toBe(other === right ? undefined : "checkDigit");
    }),
  );
});
