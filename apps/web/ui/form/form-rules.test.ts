import { accountErrors, fieldErrors } from "@canopy/contract/accounts/errors";
import { passwordForm } from "@canopy/contract/accounts/rules";
import { errorTable } from "@canopy/contract/error-table";
import { CallError } from "@canopy/contract/platform/http-call";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { checkValues, problemsOfCall } from "./form-rules.ts";

const isCode = (message: string) => errorTable.has(message);

describe("a form checked by the contract's schema", () => {
  it("names each wrong field by the code of its first rule [ACC-23]", () => {
    const values = { username: "", password: "", svgCode: "x", remember: true };
    expect(checkValues(passwordForm, values, isCode)).toEqual({
      kind: "wrong",
      problems: {
        username: { code: fieldErrors.usernameEmpty.code },
        password: { code: fieldErrors.passwordEmpty.code },
      },
    });
  });

  it("hands over the schema's own values when all is right", () => {
    const values = { username: "linyuan@qingguan", password: "secret!1", svgCode: " 7KPX ", remember: false };
    expect(checkValues(passwordForm, values, isCode)).toEqual({ kind: "right", value: { ...values, svgCode: "7KPX" } });
  });

  it.each([
    [z.string().min(1), "", { code: "ui.form.required" }],
    [z.string().min(2), "a", { code: "ui.form.tooShort", values: { min: 2 } }],
    [z.string().max(2), "abc", { code: "ui.form.tooLong", values: { max: 2 } }],
    [z.string().regex(/^\d+$/), "x", { code: "ui.form.format" }],
    [z.number().min(5), 4, { code: "ui.form.tooSmall", values: { min: 5 } }],
    [z.number().max(5), 6, { code: "ui.form.tooBig", values: { max: 5 } }],
    [z.number(), "abc", { code: "ui.form.notANumber" }],
    [z.number(), Number.NaN, { code: "ui.form.required" }],
    [z.enum(["a", "b"]), "c", { code: "ui.form.choice" }],
    [z.array(z.string()).min(1), [], { code: "ui.form.fewItems", values: { min: 1 } }],
    [z.string().refine(() => false), "x", { code: "ui.form.invalid" }],
  ])("says a rule without a code in general words (%#)", (rule, value, problem) => {
    expect(checkValues(z.object({ field: rule }), { field: value }, isCode)).toEqual({
      kind: "wrong",
      problems: { field: problem },
    });
  });
});

describe("an answer of the server lands", () => {
  const body = { code: accountErrors.tokenNameTaken.code, message: "taken", errorMsg: "taken" };
  const problem = { code: body.code, text: "taken" };

  it("on the field it names", () => {
    const error = new CallError(409, { ...body, field: "name" });
    expect(problemsOfCall(error, ["name"], {})).toEqual({ fields: { name: problem }, form: undefined });
  });

  it("on the field its code is known for", () => {
    const error = new CallError(409, body);
    expect(problemsOfCall(error, ["name"], { [body.code]: "name" }).fields).toEqual({ name: problem });
  });

  it("on each field of its list", () => {
    const details = [
      { field: "name", code: "001", message: "a" },
      { field: "other", code: "002", message: "b" },
      "nonsense",
    ];
    const error = new CallError(400, { ...body, details });
    expect(problemsOfCall(error, ["name"], {}).fields).toEqual({ name: { code: "001", text: "a" } });
  });

  it("on the form when the field is not here", () => {
    const error = new CallError(409, { ...body, field: "elsewhere" });
    expect(problemsOfCall(error, ["name"], {})).toEqual({ fields: {}, form: problem });
  });
});
