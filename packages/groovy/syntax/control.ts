import type { CatchClause, Declared, Expression, Statement, SwitchCase, TypeName } from "./ast.ts";
import type { Cursor } from "./cursor.ts";
import { type Position, unsupported } from "./problem.ts";
import { expectType, tryType } from "./types.ts";

export type ReadStatement = (cursor: Cursor) => Statement;

/** `if`, loops, `switch`, `try`: what the keyword begins. Bodies are read by `statement`. */
export function controlStatement(cursor: Cursor, statement: ReadStatement): Statement | undefined {
  if (cursor.is("if")) return ifStatement(cursor, statement);
  if (cursor.is("while")) return whileStatement(cursor, statement);
  if (cursor.is("for")) return forStatement(cursor, statement);
  if (cursor.is("switch")) return switchStatement(cursor, statement);
  if (cursor.is("try")) return tryStatement(cursor);
  if (cursor.is("do")) throw unsupported("do-while", cursor.peek());
  if (cursor.is("synchronized")) throw unsupported("synchronized", cursor.peek());
  return undefined;
}

function body(cursor: Cursor, statement: ReadStatement): readonly Statement[] {
  if (cursor.is("{")) return cursor.grammar.block(cursor);
  if (cursor.accept(";")) return [];
  return [cursor.nested(cursor.peek(), () => statement(cursor))];
}

function test(cursor: Cursor): Expression {
  cursor.expect("(");
  const value = cursor.grammar.expression(cursor);
  cursor.expect(")");
  return value;
}

function ifStatement(cursor: Cursor, statement: ReadStatement): Statement {
  const { line, column } = cursor.take();
  const condition = test(cursor);
  const yes = body(cursor, statement);
  const mark = cursor.mark();
  cursor.accept(";");
  if (!cursor.accept("else")) {
    cursor.back(mark);
    return { kind: "if", test: condition, yes, no: undefined, line, column };
  }
  return { kind: "if", test: condition, yes, no: body(cursor, statement), line, column };
}

function whileStatement(cursor: Cursor, statement: ReadStatement): Statement {
  const { line, column } = cursor.take();
  const condition = test(cursor);
  return { kind: "while", test: condition, body: body(cursor, statement), line, column };
}

function forStatement(cursor: Cursor, statement: ReadStatement): Statement {
  const { line, column } = cursor.take();
  cursor.expect("(");
  const variable = forInVariable(cursor);
  if (variable !== undefined) {
    const value = cursor.grammar.expression(cursor);
    cursor.expect(")");
    return { kind: "forIn", variable, value, body: body(cursor, statement), line, column };
  }
  const first = cursor.is(";") ? [] : [forStart(cursor)];
  cursor.expect(";");
  const condition = cursor.is(";") ? undefined : cursor.grammar.expression(cursor);
  cursor.expect(";");
  const after = cursor.is(")") ? [] : [cursor.grammar.expression(cursor)];
  if (cursor.is(",")) throw unsupported("for with several steps", cursor.peek());
  cursor.expect(")");
  return { kind: "for", first, test: condition, after, body: body(cursor, statement), line, column };
}

function forInVariable(cursor: Cursor): Declared | undefined {
  const mark = cursor.mark();
  const { line, column } = cursor.peek();
  while (cursor.is("def") || cursor.is("final")) cursor.take();
  let type = tryType(cursor);
  if (!cursor.isName()) {
    cursor.back(mark);
    while (cursor.is("def") || cursor.is("final")) cursor.take();
    type = undefined;
  }
  if (cursor.isName() && (cursor.is("in", 1) || cursor.is(":", 1))) {
    const name = cursor.take().text;
    cursor.take();
    return { name, type, initial: undefined, line, column };
  }
  cursor.back(mark);
  return undefined;
}

function forStart(cursor: Cursor): Statement {
  const mark = cursor.mark();
  const { line, column } = cursor.peek();
  const declared = cursor.accept("def");
  const type = tryType(cursor);
  if (!cursor.isName() || (!declared && type === undefined)) {
    cursor.back(mark);
    return { kind: "expression", value: cursor.grammar.expression(cursor), line, column };
  }
  const variables = declaredList(cursor, type);
  if (variables.length > 1) throw unsupported("for with several variables", { line, column });
  return { kind: "declare", variables, line, column };
}

/** `a = 1, b, c = 2` after their type. */
export function declaredList(cursor: Cursor, type: TypeName | undefined): Declared[] {
  const variables: Declared[] = [];
  do {
    const { text: name, line, column } = cursor.name();
    const initial = cursor.accept("=") ? cursor.grammar.expression(cursor) : undefined;
    variables.push({ name, type, initial, line, column });
  } while (cursor.accept(","));
  return variables;
}

function switchStatement(cursor: Cursor, statement: ReadStatement): Statement {
  const { line, column } = cursor.take();
  const value = test(cursor);
  cursor.expect("{");
  const cases: SwitchCase[] = [];
  while (!cursor.accept("}")) cases.push(switchCase(cursor, statement));
  return { kind: "switch", value, cases, line, column };
}

function switchCase(cursor: Cursor, statement: ReadStatement): SwitchCase {
  const { line, column } = cursor.peek();
  const isDefault = cursor.accept("default");
  if (!isDefault) cursor.expect("case");
  const value = isDefault ? undefined : cursor.grammar.expression(cursor);
  if (cursor.is("->") || cursor.is(",")) throw unsupported("case ->", cursor.peek());
  cursor.expect(":");
  const statements: Statement[] = [];
  while (!cursor.is("case") && !cursor.is("default") && !cursor.is("}")) {
    if (cursor.accept(";")) continue;
    statements.push(statement(cursor));
  }
  return { test: value, body: statements, line, column };
}

function tryStatement(cursor: Cursor): Statement {
  const { line, column } = cursor.take();
  if (cursor.is("(")) throw unsupported("try-with-resources", cursor.peek());
  const tried = cursor.grammar.block(cursor);
  const catches: CatchClause[] = [];
  while (cursor.is("catch")) catches.push(catchClause(cursor));
  const last = cursor.accept("finally") ? cursor.grammar.block(cursor) : undefined;
  if (catches.length === 0 && last === undefined) throw cursor.unexpected();
  return { kind: "try", body: tried, catches, last, line, column };
}

function catchClause(cursor: Cursor): CatchClause {
  const at: Position = cursor.take();
  cursor.expect("(");
  const types: TypeName[] = [];
  cursor.accept("final");
  const untyped = cursor.accept("def") || (cursor.isName() && cursor.is(")", 1));
  if (!untyped) {
    do types.push(expectType(cursor));
    while (cursor.accept("|"));
  }
  const name = cursor.name().text;
  cursor.expect(")");
  return { types, name, body: cursor.grammar.block(cursor), line: at.line, column: at.column };
}
