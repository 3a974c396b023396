import { describe, expect, it } from "vitest";
import { fieldErrors } from "./errors.ts";
import { emailStep, passwordReset, personStep, registration, userStep } from "./registration.ts";
import { REGISTRATION_CASES, RIGHT_REGISTRATION, type RuleCase } from "./test-registration-cases.ts";

const page = { ...RIGHT_REGISTRATION, confirm: RIGHT_REGISTRATION.password, agreed: true };

interface Schema {
  safeParse(values: unknown): { success: boolean; error?: { issues: { path: PropertyKey[]; message: string }[] } };
  shape: object;
}
const codesOf = (schema: Schema, values: unknown, field: string) =>
  (schema.safeParse(values).error?.issues ?? []).filter(({ path }) => path[0] === field).map(({ message }) => message);

const title = ({ field, value, code }: RuleCase) =>
  `${field} ${JSON.stringify(value.length > 40 ? `${value.slice(0, 20)}… (${value.length})` : value)}: ${code ?? "right"}`;
const cases = REGISTRATION_CASES.map((each) => [title(each), each] as const);

describe("the forms of the page", () => {
  const stepOf = (field: string): Schema =>
    [userStep, emailStep, personStep].find(({ shape }) => field in shape) ?? userStep;
  const right = { ...page, email: "li@example.com", email_verification_code: "123456" };

  it.each(cases)("%s [ACC-14] [ACC-15]", (_, { field, value, code, pageCode, also }) => {
    const password = field === "password" ? { confirm: value } : {};
    const codes = codesOf(stepOf(field), { ...right, ...password, ...also, [field]: value }, field);
    const wanted = pageCode ?? code;
    expect(codes[0] ?? null).toBe(wanted);
  });

  it("the second password is asked for, and compared also while another field is wrong [ACC-14]", () => {
    const codes = (confirm: string) => codesOf(userStep, { ...page, name: "", confirm }, "confirm")[0];
    expect(codes("")).toBe(fieldErrors.confirmEmpty.code);
    expect(codes("Right-2027")).toBe(fieldErrors.passwordsDiffer.code);
    expect(codes(page.password)).toBeUndefined();
  });

  it("terms that are not agreed to are a warning of their own [ACC-14]", () => {
    expect(codesOf(userStep, { ...page, agreed: false }, "agreed")).toEqual(["accounts.notAgreed"]);
  });

  it("a step that is not skipped wants an address and its six digits [ACC-14]", () => {
    expect(codesOf(emailStep, { email: "", email_verification_code: "" }, "email")[0]).toBe("017");
    for (const code of ["", "12345", "1234567", "12345x"])
      expect(codesOf(emailStep, { email: "a@b.cn", email_verification_code: code }, "email_verification_code")).toEqual(
        ["021"],
      );
  });

  it("a device maker names no merchant [ACC-13]", () => {
    expect(userStep.safeParse({ ...page, tenant_type: 1, merchant_id: "" }).success).toBe(true);
  });
});

describe("the register call", () => {
  it.each(cases)("%s [ACC-14] [ACC-15]", (_, { field, value, code, also }) => {
    expect(codesOf(registration, { ...RIGHT_REGISTRATION, ...also, [field]: value }, field)[0] ?? null).toBe(code);
  });

  it("a gender that is not told is 男, a kind that is not told the owner's [ACC-15] [ACC-16]", () => {
    const { gender: _, tenant_type: __, ...untold } = RIGHT_REGISTRATION;
    expect(registration.parse(untold)).toMatchObject({ gender: "男", tenant_type: 0, platform: "candtu" });
  });

  it("an address comes with its six digits [ACC-14]", () => {
    const codes = (email_verification_code: string) =>
      codesOf(
        registration,
        { ...RIGHT_REGISTRATION, email: "a@b.cn", email_verification_code },
        "email_verification_code",
      )[0];
    expect(codes("")).toBe("021");
    expect(codes("12345")).toBe("021");
    expect(codes("123456")).toBeUndefined();
  });

  it("values of another kind are refused as input, not by an exception", () => {
    for (const field of ["mobile", "merchant_id", "email", "password", "region", "tenant_type", "avatar"])
      for (const value of [1, null, {}, ["x"]])
        expect(registration.safeParse({ ...RIGHT_REGISTRATION, [field]: value }).success).toBe(
          field === "tenant_type" && value === 1,
        );
  });
});

it.each([
  ["source", "", "002"],
  ["source", "12345", "004"],
  ["source", "1380013800a", "004"],
  ["verification_code", "", "014"],
  ["verification_code", "12345", "014"],
  ["new_password", "", "006"],
  ["new_password", "Aa1!567", "005"],
  ["new_password", "aaaaaaaa", "010"],
  ["confirmPassword", "", "012"],
  ["confirmPassword", "Right-2027", "011"],
])("a reset with %s %j: %s [ACC-18]", (field, value, code) => {
  const right = {
    source: "13800138000",
    verification_code: "123456",
    new_password: "Right-2026",
    confirmPassword: "Right-2026",
  };
  expect(passwordReset.safeParse(right).success).toBe(true);
  expect(codesOf(passwordReset, { ...right, [field]: value }, field)[0]).toBe(code);
});
