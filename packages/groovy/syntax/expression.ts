import type { Expression } from "./ast.ts";
import type { Cursor } from "./cursor.ts";
import { binary } from "./operators.ts";
import { unsupported } from "./problem.ts";

const ASSIGNMENTS: ReadonlySet<string> = new Set("= += -= *= /= %= **= <<= >>= >>>= &= |= ^=".split(" "));

export function expression(cursor: Cursor): Expression {
  return cursor.nested(cursor.peek(), () => assignment(cursor));
}

function assignment(cursor: Cursor): Expression {
  const target = condition(cursor);
  const token = cursor.peek();
  if (token.kind !== "op" || token.newline) return target;
  if (token.text === "?=") throw unsupported("?=", token);
  if (!ASSIGNMENTS.has(token.text)) return target;
  if (target.kind !== "name" && target.kind !== "property" && target.kind !== "index") throw cursor.unexpected();
  cursor.take();
  const value = cursor.nested(token, () => assignment(cursor));
  return { kind: "assign", operator: token.text, target, value, line: target.line, column: target.column };
}

function condition(cursor: Cursor): Expression {
  const test = binary(cursor);
  const token = cursor.peek();
  const { line, column } = token;
  if (cursor.is("?:")) {
    cursor.take();
    return { kind: "elvis", value: test, other: cursor.nested(token, () => condition(cursor)), line, column };
  }
  if (!cursor.is("?")) return test;
  cursor.take();
  const yes = cursor.nested(token, () => assignment(cursor));
  cursor.expect(":");
  const no = cursor.nested(token, () => assignment(cursor));
  return { kind: "condition", test, yes, no, line, column };
}
