import { isNamed, readItems } from "./arguments.ts";
import type { Expression } from "./ast.ts";
import type { Cursor } from "./cursor.ts";
import { gstringLiteral, numberLiteral } from "./literals.ts";
import { unsupported } from "./problem.ts";
import { expectType, PRIMITIVES, tryType } from "./types.ts";

export function primary(cursor: Cursor): Expression {
  const token = cursor.peek();
  const { line, column } = token;
  if (token.kind === "number") return numberLiteral(cursor.take(), false);
  if (token.kind === "string") return { kind: "string", value: cursor.take().text, line, column };
  if (token.kind === "gstring") return gstringLiteral(cursor, cursor.take());
  if (token.kind === "name") return { kind: "name", name: cursor.take().text, line, column };
  if (token.kind === "keyword") return word(cursor);
  if (token.text === "(") return parenthesised(cursor);
  if (token.text === "[") return listOrMap(cursor);
  if (token.text === "{") return cursor.grammar.closure(cursor);
  if (token.text === "@") throw unsupported("annotation", token);
  throw cursor.unexpected();
}

function word(cursor: Cursor): Expression {
  const token = cursor.peek();
  const { text, line, column } = token;
  if (text === "true" || text === "false") {
    cursor.take();
    return { kind: "boolean", value: text === "true", line, column };
  }
  if (text === "null" || text === "this") {
    cursor.take();
    return { kind: text, line, column };
  }
  if (text === "new") return creation(cursor);
  if (text === "super") throw unsupported("super", token);
  if (PRIMITIVES.has(text)) {
    cursor.take();
    return { kind: "name", name: text, line, column };
  }
  throw cursor.unexpected();
}

function parenthesised(cursor: Cursor): Expression {
  const open = cursor.expect("(");
  if (cursor.is(")") && cursor.is("->", 1)) throw unsupported("lambda", open);
  const inner = cursor.nested(open, () => cursor.grammar.expression(cursor));
  if (cursor.is(",") && looksLikeLambda(cursor)) throw unsupported("lambda", open);
  cursor.expect(")");
  if (cursor.is("->")) throw unsupported("lambda", open);
  return inner;
}

function looksLikeLambda(cursor: Cursor): boolean {
  for (let ahead = 0; ahead < 40 && cursor.peek(ahead).kind !== "eof"; ahead++)
    if (cursor.is(")", ahead)) return cursor.is("->", ahead + 1);
  return false;
}

function listOrMap(cursor: Cursor): Expression {
  const { line, column } = cursor.expect("[");
  if (cursor.is(":") && cursor.is("]", 1)) {
    cursor.take();
    cursor.take();
    return { kind: "map", entries: [], line, column };
  }
  const items = cursor.nested({ line, column }, () => readItems(cursor, "]"));
  if (items.length === 0 || !items.some(isNamed)) return { kind: "list", items, line, column };
  if (!items.every(isNamed)) throw cursor.unexpected();
  return { kind: "map", entries: items, line, column };
}

function creation(cursor: Cursor): Expression {
  const { line, column } = cursor.expect("new");
  const type = tryType(cursor) ?? expectType(cursor);
  if (type.dimensions > 0) throw unsupported(cursor.is("{") ? "array literal" : "new[]", { line, column });
  if (cursor.is("[")) return newArray(cursor, { ...type, line, column });
  cursor.expect("(");
  const args = readItems(cursor, ")");
  if (cursor.is("{") && !cursor.peek().newline) throw unsupported("anonymous class", cursor.peek());
  return { kind: "new", type, args, line, column };
}

function newArray(cursor: Cursor, type: ReturnType<typeof expectType>): Expression {
  const sizes: Expression[] = [];
  while (cursor.accept("[")) {
    if (cursor.is("]")) throw unsupported("new[]", type);
    sizes.push(cursor.grammar.expression(cursor));
    cursor.expect("]");
  }
  const { line, column } = type;
  return { kind: "newArray", type: { ...type, dimensions: sizes.length }, sizes, line, column };
}
