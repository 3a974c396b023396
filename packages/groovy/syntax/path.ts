import { isNamed, readItem, readItems } from "./arguments.ts";
import type { Argument, Expression } from "./ast.ts";
import type { Cursor } from "./cursor.ts";
import { gstringLiteral } from "./literals.ts";
import { primary } from "./primary.ts";
import { MAX_CHAIN, syntaxError, unsupported } from "./problem.ts";

/** A value with what follows it: `.name`, `(…)`, `[…]`, a closure, `++`. */
export function postfix(cursor: Cursor): Expression {
  let value = pathExpression(cursor);
  const token = cursor.peek();
  if ((cursor.is("++") || cursor.is("--")) && !token.newline) {
    cursor.take();
    value = {
      kind: "step",
      operator: token.text,
      prefix: false,
      target: value,
      line: token.line,
      column: token.column,
    };
  }
  return value;
}

export function pathExpression(cursor: Cursor): Expression {
  let value = primary(cursor);
  for (let count = 0; ; count++) {
    if (count > MAX_CHAIN) throw syntaxError("nesting", cursor.peek());
    const next = pathElement(cursor, value);
    if (next === undefined) return value;
    value = next;
  }
}

function pathElement(cursor: Cursor, value: Expression): Expression | undefined {
  const token = cursor.peek();
  const { line, column } = token;
  if (token.kind !== "op") return undefined;
  if (token.text === "." || token.text === "?." || token.text === "*.") return member(cursor, value);
  if (token.text === "::") throw unsupported("::", token);
  if (token.text === "?[") throw unsupported("?[", token);
  if (token.text === ".@") throw unsupported(".@", token);
  if (token.text === ".&") {
    cursor.take();
    return { kind: "pointer", object: value, name: memberWord(cursor), line, column };
  }
  if (token.newline) return undefined;
  if (token.text === "(") return call(cursor, value);
  if (token.text === "{" && takesClosure(value)) return withClosure(cursor, value);
  if (token.text !== "[") return undefined;
  cursor.take();
  return { kind: "index", object: value, args: readItems(cursor, "]"), line, column };
}

/** `list.each { … }` and `run { … }`, not `5 { … }`. */
function takesClosure(value: Expression): boolean {
  if (value.kind === "name") return value.name !== "it";
  return value.kind === "call" || (value.kind === "property" && value.name.kind === "string");
}

function member(cursor: Cursor, object: Expression): Expression {
  const operator = cursor.take().text;
  const safe = operator === "?.";
  const spread = operator === "*.";
  const { line, column } = cursor.peek();
  return { kind: "property", object, name: memberName(cursor), safe, spread, line, column };
}

function memberName(cursor: Cursor): Expression {
  const token = cursor.peek();
  const { line, column } = token;
  if (token.kind === "gstring") return gstringLiteral(cursor, cursor.take());
  if (cursor.accept("(")) {
    const name = cursor.grammar.expression(cursor);
    cursor.expect(")");
    return name;
  }
  return { kind: "string", value: memberWord(cursor), line, column };
}

function memberWord(cursor: Cursor): string {
  const { kind } = cursor.peek();
  if (kind !== "name" && kind !== "keyword" && kind !== "string") throw cursor.unexpected();
  return cursor.take().text;
}

function call(cursor: Cursor, value: Expression): Expression {
  const open = cursor.expect("(");
  const args = cursor.nested(open, () => readItems(cursor, ")"));
  return callOf(value, args, open);
}

function withClosure(cursor: Cursor, value: Expression): Expression {
  const at = cursor.peek();
  const closure: Argument = { kind: "value", value: cursor.grammar.closure(cursor) };
  if (value.kind === "call") return { ...value, args: [...value.args, closure] };
  return callOf(value, [closure], at);
}

/** Named arguments come first, as one map. */
export function callOf(value: Expression, args: readonly Argument[], at: { line: number; column: number }): Expression {
  const named = args.filter(isNamed);
  const { line, column } = value.kind === "property" || value.kind === "name" ? value : at;
  const ordered: readonly Argument[] =
    named.length === 0
      ? args
      : [
          { kind: "value", value: { kind: "map", entries: named, line, column } },
          ...args.filter((arg) => !isNamed(arg)),
        ];
  if (value.kind === "property") {
    const { object, name, safe, spread } = value;
    return { kind: "call", object, name, args: ordered, safe, spread, line, column };
  }
  if (value.kind === "name") {
    const name: Expression = { kind: "string", value: value.name, line, column };
    return { kind: "call", object: undefined, name, args: ordered, safe: false, spread: false, line, column };
  }
  const name: Expression = { kind: "string", value: "call", line, column };
  return { kind: "call", object: value, name, args: ordered, safe: false, spread: false, line, column };
}

/** Arguments of a command without brackets: `println a, b`. */
export function commandArguments(cursor: Cursor): Argument[] {
  const args = [readItem(cursor)];
  while (cursor.accept(",")) args.push(readItem(cursor));
  return args;
}
