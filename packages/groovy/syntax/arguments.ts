import type { Argument, Expression } from "./ast.ts";
import type { Cursor } from "./cursor.ts";

/** Items up to the closing bracket, which is taken: arguments, or the inside of a list or map. */
export function readItems(cursor: Cursor, close: ")" | "]"): Argument[] {
  const items: Argument[] = [];
  while (!cursor.is(close)) {
    items.push(readItem(cursor));
    if (!cursor.accept(",")) break;
  }
  cursor.expect(close);
  return items;
}

export function readItem(cursor: Cursor): Argument {
  if (cursor.accept("*:")) return { kind: "spreadMap", value: cursor.grammar.expression(cursor) };
  if (cursor.is("*")) {
    cursor.take();
    if (cursor.accept(":")) return { kind: "spreadMap", value: cursor.grammar.expression(cursor) };
    return { kind: "spread", value: cursor.grammar.expression(cursor) };
  }
  const word = wordKey(cursor);
  if (word !== undefined) return { kind: "named", key: word, value: cursor.grammar.expression(cursor) };
  const value = cursor.grammar.expression(cursor);
  if (!cursor.accept(":")) return { kind: "value", value };
  return { kind: "named", key: value, value: cursor.grammar.expression(cursor) };
}

/** `name:`; keywords may be keys too. */
function wordKey(cursor: Cursor): Expression | undefined {
  const { kind, text, line, column } = cursor.peek();
  if ((kind !== "name" && kind !== "keyword") || !cursor.is(":", 1)) return undefined;
  cursor.take();
  cursor.take();
  return { kind: "string", value: text, line, column };
}

export function isNamed(argument: Argument): boolean {
  return argument.kind === "named" || argument.kind === "spreadMap";
}
