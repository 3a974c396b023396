import { describe, expect, it } from "vitest";
import { settingsOf } from "./query-settings.ts";
import { effectiveSettings, insertSql, quietSql, rowsSql } from "./run-statement.ts";
import { readStatement } from "./statement.ts";

const request = {
  queryId: "q'1",
  database: "canopy",
  settings: settingsOf(new URLSearchParams("max_threads=1&query=x&param_a=2&database=d&join_algorithm=a'b")),
  parameters: new Map(),
  defaultFormat: "TabSeparated",
};
const settings = effectiveSettings(request, new Map([["max_execution_time", "120"]]));
const LIST = "max_execution_time = 120, max_threads = 1, join_algorithm = 'a\\'b', log_comment = 'q\\'1'";

describe("settings become part of the statement", () => {
  it("of a query, which writes into the pipe", () => {
    const statement = readStatement("select 1 format CSV");
    if (statement.kind !== "rows") throw new Error(statement.kind);
    expect(rowsSql(statement, request, settings, "/p")).toBe(
      `select 1 \nINTO OUTFILE '/p' TRUNCATE COMPRESSION 'none' FORMAT CSV SETTINGS ${LIST}`,
    );
  });

  it("of a query that has some itself, and these win", () => {
    const statement = readStatement("select 1 settings max_threads = 5");
    if (statement.kind !== "rows") throw new Error(statement.kind);
    expect(rowsSql(statement, request, settings, "/p")).not.toContain("max_threads = 1");
  });

  it("of DDL, behind FORMAT, where no table takes them for its own", () => {
    const statement = readStatement("create table t (a UInt8) engine = MergeTree order by a");
    if (statement.kind !== "command") throw new Error(statement.kind);
    expect(quietSql(statement, request, settings)).toMatch(/order by a\nFORMAT Null SETTINGS max_execution_time/);
  });

  it("of an insert of rows, which are a file", () => {
    const statement = readStatement("insert into t (a) format Native");
    if (statement.kind !== "insertData") throw new Error(statement.kind);
    expect(insertSql(statement, request, settings, "/f")).toBe(
      `insert into t (a) SETTINGS ${LIST}, use_structure_from_insertion_table_in_table_functions = 1 ` +
        "SELECT * FROM file('/f', 'Native')",
    );
  });
});

it("refuses a setting whose name is SQL", () => {
  expect(() => settingsOf(new URLSearchParams({ "a = 1; drop": "1" }))).toThrow(/Code: 115/);
});
