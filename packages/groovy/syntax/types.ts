import type { TypeName } from "./ast.ts";
import type { Cursor } from "./cursor.ts";

export const PRIMITIVES: ReadonlySet<string> = new Set("boolean byte char short int long float double void".split(" "));

/** Reads a type, or goes back and gives undefined. A class name begins with a capital letter. */
export function tryType(cursor: Cursor): TypeName | undefined {
  const mark = cursor.mark();
  const type = readType(cursor);
  if (type === undefined) cursor.back(mark);
  return type;
}

export function expectType(cursor: Cursor): TypeName {
  const type = tryType(cursor);
  if (type === undefined) throw cursor.unexpected();
  return type;
}

function readType(cursor: Cursor): TypeName | undefined {
  const first = cursor.peek();
  let name = first.text;
  if (first.kind === "keyword" && PRIMITIVES.has(first.text)) cursor.take();
  else {
    const last = readQualified(cursor);
    if (last === undefined) return undefined;
    name = last;
    if (cursor.is("<") && !skipTypeArguments(cursor)) return undefined;
  }
  let dimensions = 0;
  while (cursor.is("[") && cursor.is("]", 1)) {
    cursor.take();
    cursor.take();
    dimensions++;
  }
  return { name, dimensions, line: first.line, column: first.column };
}

/** `java.util.List` gives `List`. */
function readQualified(cursor: Cursor): string | undefined {
  if (!cursor.isName()) return undefined;
  let name = cursor.take().text;
  while (!/^\p{Lu}/u.test(name)) {
    if (!cursor.is(".") || !cursor.isName(1)) return undefined;
    cursor.take();
    name = cursor.take().text;
  }
  if (cursor.is(".") && cursor.isName(1) && /^[A-Z]\w*[a-z]/.test(cursor.peek(1).text)) {
    cursor.take();
    name += `.${cursor.take().text}`;
  }
  return name;
}

function skipTypeArguments(cursor: Cursor): boolean {
  cursor.take();
  let open = 1;
  while (open > 0) {
    const token = cursor.peek();
    if (token.text === "<") open++;
    else if (token.text === ">") open--;
    else if (token.text === ">>") open -= 2;
    else if (token.text === ">>>") open -= 3;
    else if (!isPartOfTypeArguments(cursor)) return false;
    cursor.take();
  }
  return open === 0;
}

function isPartOfTypeArguments(cursor: Cursor): boolean {
  const { kind, text } = cursor.peek();
  if (kind === "name" || PRIMITIVES.has(text)) return true;
  return /^([,.?[\]]|extends|super)$/.test(text) && kind !== "string" && kind !== "eof";
}
