import { expect, it } from "vitest";
import { readRuleFile } from "./rule-file.ts";

it("a file of rules is an export or a list; anything else is refused [TRG-02]", () => {
  expect(readRuleFile('\ufeff{"rules":[{"name":"a"}]}')).toEqual({ kind: "rules", rules: [{ name: "a" }] });
  expect(readRuleFile("[1]")).toEqual({ kind: "rules", rules: [1] });
  for (const text of ["", "{", "{}", '{"rules":1}', "null", '"rules"'])
    expect(readRuleFile(text)).toEqual({ kind: "unreadable" });
  expect(readRuleFile(JSON.stringify(Array.from({ length: 501 })))).toEqual({ kind: "tooMany", limit: 500 });
});
