import { arrowAhead } from "./arrow.ts";
import type { Closure, Statement } from "./ast.ts";
import { Cursor } from "./cursor.ts";
import { readParameters } from "./declarations.ts";
import { expression } from "./expression.ts";
import { importStatement } from "./imports.ts";
import { tokenize } from "./lexer.ts";
import { syntaxError } from "./problem.ts";
import { statement } from "./statements.ts";

export interface Script {
  readonly body: readonly Statement[];
  /** Members of Math that are names by `import static`; `*` is all of them. */
  readonly mathNames: readonly string[];
}

/** Longer sources are refused: nobody writes them, and reading takes time. */
export const MAX_SOURCE_LENGTH = 1_000_000;

/** Throws a ProblemError. */
export function parse(source: string): Script {
  if (source.length > MAX_SOURCE_LENGTH) throw syntaxError("length", { line: 1, column: 1 });
  const cursor = new Cursor(tokenize(source), source.replaceAll("\r\n", "\n").replaceAll("\r", "\n"), {
    expression,
    block,
    closure,
  });
  const body: Statement[] = [];
  const mathNames: string[] = [];
  while (cursor.peek().kind !== "eof") {
    if (cursor.accept(";")) continue;
    if (cursor.is("import")) {
      const imported = importStatement(cursor);
      if (imported !== undefined) mathNames.push(imported.member);
      continue;
    }
    body.push(statement(cursor));
  }
  return { body, mathNames };
}

function block(cursor: Cursor): Statement[] {
  cursor.expect("{");
  return statementsToBrace(cursor);
}

function statementsToBrace(cursor: Cursor): Statement[] {
  const statements: Statement[] = [];
  while (!cursor.accept("}")) {
    if (cursor.peek().kind === "eof") throw cursor.unexpected();
    if (cursor.accept(";")) continue;
    statements.push(statement(cursor));
  }
  return statements;
}

function closure(cursor: Cursor): Closure {
  const { line, column } = cursor.expect("{");
  const parameters = arrowAhead(cursor) ? readParameters(cursor, "->") : undefined;
  if (parameters !== undefined) cursor.expect("->");
  return { kind: "closure", parameters, body: statementsToBrace(cursor), line, column };
}
