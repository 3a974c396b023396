import { expect, it } from "vitest";
import { firstCommand, hasParams, paramsText, RULE_COMMANDS, readParams } from "./rule-command.ts";

it.each(RULE_COMMANDS)("the command %s begins with parameters that a terminal takes [TRG-01]", (method) => {
  const command = firstCommand(method);
  expect(readParams(method, paramsText(command))).toEqual({ kind: "params", params: command.params });
});

it("parameters that are no JSON object, or not those of the command, are refused by their field [TRG-01]", () => {
  for (const text of ["", "{", "[]", "null", "1"])
    expect(readParams("frames.send", text)).toEqual({ kind: "wrong", field: "" });
  expect(readParams("frames.send", '{"frames":[]}')).toEqual({ kind: "wrong", field: "frames" });
  expect(readParams("of.another.time", '{"a":1}')).toEqual({ kind: "params", params: { a: 1 } });
  expect(hasParams({ method: "record.stop", params: {} })).toBe(false);
});
