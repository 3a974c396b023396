import { describe, expect, it } from "vitest";
import { lex, splitStatements } from "./sql-lexer.ts";

const words = (sql: string) => [...lex(sql)].map(({ text }) => text);

describe("lexer", () => {
  it("skips comments of all kinds", () => {
    expect(words("select -- ; one\n 1 /* ; two */ , 2 # ; three\n #! four")).toEqual(["select", "1", ",", "2"]);
  });

  it("keeps quotes whole, whatever they hold", () => {
    const quoted = ["'a;''b\\';'", '"c;\\""', "`d;```", "$x$ e;' $x$", "$$ f;' $$"];
    for (const text of quoted) expect(words(`select ${text}`)).toEqual(["select", text]);
  });

  it("counts brackets", () => {
    const depths = [...lex("a ( b [ c ] ) d")].map(({ depth }) => depth);
    expect(depths).toEqual([0, 0, 1, 1, 2, 1, 0, 0]);
  });

  it.each(["select 'open", "select /* open", "select ‘1’", "select 1 − 2", "select \u0001"])("refuses %j", (sql) => {
    expect(() => words(sql)).toThrow(/SYNTAX_ERROR/);
  });
});

describe("statements of a file", () => {
  it("splits at semicolons outside quotes, brackets and comments", () => {
    const file =
      "-- first; one\ncreate table a (x String default ';') engine = Memory;\n\n/* ; */ select 1\n;;\n-- end";
    expect(splitStatements(file)).toEqual(["create table a (x String default ';') engine = Memory", "select 1"]);
  });

  it("is empty for a file of comments", () => {
    expect(splitStatements("-- nothing;\n")).toEqual([]);
  });
});
