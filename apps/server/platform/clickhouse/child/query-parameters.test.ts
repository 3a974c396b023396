import { describe, expect, it } from "vitest";
import { bindParameters, quote } from "./query-parameters.ts";

const bind = (sql: string, values: Record<string, string>) => bindParameters(sql, new Map(Object.entries(values)));

describe("parameters", () => {
  it("become typed constants", () => {
    expect(bind("select {n:UInt32}, {s: String}", { n: "7", s: "x" })).toBe(
      "select _CAST(7, 'UInt32'), _CAST('x', 'String')",
    );
  });

  it("cannot leave their quotes", () => {
    const bound = bind("select {s:String}", { s: "a' or '1\\\\' --" });
    expect(bound).toBe("select _CAST('a\\' or \\'1\\\\\\' --', 'String')");
  });

  it("never bring a line break into the statement", () => {
    expect(bind("select {s:String}", { s: "a\\n\\nDROP TABLE t" })).toBe(
      "select _CAST('a\\n\\nDROP TABLE t', 'String')",
    );
  });

  it("keep the escapes of an array for its own reader", () => {
    expect(bind("select {a:Array(String)}", { a: "['x\\'y']" })).toBe(
      "select _CAST('[\\'x\\\\\\'y\\']', 'Array(String)')",
    );
  });

  it("may be nothing", () => {
    expect(bind("select {n:Nullable(UInt8)}", { n: "\\N" })).toBe("select _CAST(NULL, 'Nullable(UInt8)')");
  });

  it("may name a table", () => {
    expect(bind("select * from {t:Identifier}", { t: "a`b" })).toBe("select * from `a\\`b`");
  });

  it("are not looked for in quotes, comments and maps", () => {
    const sql = "select '{n:UInt8}', {'a': 1} -- {n:UInt8}";
    expect(bind(sql, {})).toBe(sql);
  });

  it("must be given", () => {
    expect(() => bind("select {n:UInt8}", {})).toThrow(/Code: 456.*Substitution `n` is not set/);
  });
});

it("quotes in one line", () => {
  expect(quote("a\n\r\t\0'\\b")).toBe("'a\\n\\r\\t\\0\\'\\\\b'");
});
