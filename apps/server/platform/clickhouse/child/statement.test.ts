import { describe, expect, it } from "vitest";
import { readStatement } from "./statement.ts";

describe("queries", () => {
  it("takes the format clause out", () => {
    expect(readStatement("select 1 format JSON;")).toMatchObject({
      kind: "rows",
      sql: "select 1 ",
      format: "JSON",
      tail: "",
    });
  });

  it("keeps settings that follow the format", () => {
    const read = readStatement("select 1 FORMAT CSV SETTINGS max_threads = 1");
    expect(read).toMatchObject({ format: "CSV", tail: " SETTINGS max_threads = 1" });
  });

  it("takes a column or a subquery named format for what it is", () => {
    expect(readStatement("select format from t")).toMatchObject({ format: undefined, sql: "select format from t" });
    expect(readStatement("select * from (select 1 format)")).toMatchObject({ format: undefined });
  });

  it("knows the settings the statement itself gives", () => {
    const read = readStatement("select 1 where a = 2 settings max_threads = 1, max_block_size = 7 format CSV");
    expect(read).toMatchObject({ ownSettings: new Set(["max_threads", "max_block_size"]) });
  });

  it.each(["(select 1)", "with 1 as x select x", "show tables", "describe t", "explain select 1", "exists t"])(
    "expects rows of %s",
    (sql) => expect(readStatement(sql).kind).toBe("rows"),
  );

  it("looks for our ids where the engine keeps them when it kills", () => {
    const read = readStatement("kill query where query_id = 'query_id' sync");
    expect(read).toMatchObject({ sql: "kill query where Settings['log_comment'] = 'query_id' sync" });
  });
});

describe("other statements", () => {
  it.each([
    ["create table t (a UInt8) engine = Memory", "command"],
    ["alter table t delete where a = 1", "command"],
    ["delete from t where a = 1", "change"],
    ["system flush logs", "bare"],
  ])("%s", (sql, kind) => expect(readStatement(sql).kind).toBe(kind));

  it.each(["select 1; drop table t", "drop table t; select 1", "insert into t select 1; drop table t"])(
    "refuses two statements: %s",
    (sql) => expect(() => readStatement(sql)).toThrow("Multi-statements are not allowed"),
  );

  it.each(["set max_threads = 1", "USE other", "select 1 into outfile '/etc/passwd'"])("refuses %s", (sql) => {
    expect(() => readStatement(sql)).toThrow(/SUPPORT_IS_DISABLED/);
  });

  it("refuses nothing at all", () => {
    expect(() => readStatement(" -- nothing")).toThrow(/Code: 62/);
  });
});

describe("inserts", () => {
  it("ends the statement where its rows begin, and does not read these", () => {
    const read = readStatement('INSERT INTO db.t (a, `b)`) FORMAT JSONEachRow\n{"a": 1}\n\nDROP TABLE t; \'');
    expect(read).toEqual({
      kind: "insertData",
      target: "INSERT INTO db.t (a, `b)`)",
      settings: "",
      format: "JSONEachRow",
      data: '{"a": 1}\n\nDROP TABLE t; \'',
    });
  });

  it("takes the values of VALUES as rows", () => {
    const read = readStatement("insert into t values (1, 'x\n\nDROP TABLE t')");
    expect(read).toMatchObject({ format: "Values", data: " (1, 'x\n\nDROP TABLE t')" });
  });

  it("keeps the settings of the insert", () => {
    const read = readStatement("insert into t (a) settings max_threads = 1, b = 'x' format Native");
    expect(read).toMatchObject({ target: "insert into t (a)", settings: "max_threads = 1, b = 'x'", format: "Native" });
  });

  it.each(["insert into t (a) select 1;", "insert into t with 1 as x select x", "insert into t (select 1)"])(
    "%s comes from a query",
    (sql) => expect(readStatement(sql).kind).toBe("insertSelect"),
  );

  it("needs rows from somewhere", () => {
    expect(() => readStatement("insert into t (a)")).toThrow(/SYNTAX_ERROR/);
  });
});
