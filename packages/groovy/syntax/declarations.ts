import type { ClassDeclaration, Field, Method, Parameter, Statement, TypeName } from "./ast.ts";
import { declaredList } from "./control.ts";
import type { Cursor } from "./cursor.ts";
import { type Position, unsupported } from "./problem.ts";
import { tryType } from "./types.ts";

const MODIFIERS: ReadonlySet<string> = new Set(
  "def public private protected static final transient volatile".split(" "),
);
const REFUSED_MODIFIERS: readonly string[] = ["abstract", "native", "synchronized", "strictfp"];

interface Modifiers {
  readonly any: boolean;
  readonly isStatic: boolean;
  readonly isFinal: boolean;
}

export function readModifiers(cursor: Cursor): Modifiers {
  const seen = new Set<string>();
  for (;;) {
    const token = cursor.peek();
    if (cursor.is("@")) throw unsupported("annotation", token);
    if (
      REFUSED_MODIFIERS.includes(token.text) &&
      token.kind !== "string" &&
      (token.kind === "keyword" || cursor.is("class", 1))
    )
      throw unsupported(token.text, token);
    if (token.kind !== "keyword" || !MODIFIERS.has(token.text)) break;
    seen.add(cursor.take().text);
  }
  return { any: seen.size > 0, isStatic: seen.has("static"), isFinal: seen.has("final") };
}

/** A variable, method or class declaration, or undefined where a statement of another kind begins. */
export function declaration(cursor: Cursor): Statement | undefined {
  const mark = cursor.mark();
  const at = cursor.peek();
  refuseDeclarations(cursor);
  const modifiers = readModifiers(cursor);
  refuseDeclarations(cursor);
  if (cursor.is("class")) return classDeclaration(cursor);
  if (modifiers.any && cursor.is("(")) return declareMany(cursor, at);
  const type = tryType(cursor);
  if ((modifiers.any || type !== undefined) && cursor.isName() && !cursor.peek().newline)
    return named(cursor, type, modifiers, at);
  if (modifiers.any && type !== undefined && /^\p{Lu}/u.test(type.name)) {
    // `def Name = 1`: the name itself looked like a type.
    cursor.back(mark);
    const again = readModifiers(cursor);
    if (cursor.isName()) return named(cursor, undefined, again, at);
  }
  if (modifiers.any) throw cursor.unexpected();
  cursor.back(mark);
  return undefined;
}

function refuseDeclarations(cursor: Cursor): void {
  const token = cursor.peek();
  if (cursor.is("interface") || cursor.is("enum") || (cursor.is("trait") && cursor.isName(1)) || cursor.is("package"))
    throw unsupported(token.text, token);
  if (token.kind === "name" && token.text === "var" && cursor.isName(1) && !cursor.peek(1).newline)
    throw unsupported("var", token);
}

function named(cursor: Cursor, type: TypeName | undefined, modifiers: Modifiers, at: Position): Statement {
  if (cursor.is("(", 1) && !cursor.peek(1).newline) return method(cursor, type, modifiers, at);
  const { line, column } = at;
  return { kind: "declare", variables: declaredList(cursor, type), line, column };
}

function declareMany(cursor: Cursor, { line, column }: Position): Statement {
  cursor.expect("(");
  const variables = [];
  do {
    const mark = cursor.mark();
    let type = tryType(cursor);
    if (!cursor.isName()) {
      cursor.back(mark);
      type = undefined;
    }
    const { text: name, line: row, column: place } = cursor.name();
    variables.push({ name, type, initial: undefined, line: row, column: place });
  } while (cursor.accept(","));
  cursor.expect(")");
  cursor.expect("=");
  return { kind: "declareMany", variables, value: cursor.grammar.expression(cursor), line, column };
}

function method(cursor: Cursor, type: TypeName | undefined, { isStatic }: Modifiers, at: Position): Method {
  const name = cursor.name().text;
  cursor.expect("(");
  const parameters = readParameters(cursor, ")");
  cursor.expect(")");
  if (cursor.accept("throws"))
    do tryType(cursor);
    while (cursor.accept(","));
  if (!cursor.is("{")) throw cursor.unexpected();
  const body = cursor.grammar.block(cursor);
  return { kind: "method", name, type, parameters, body, isStatic, line: at.line, column: at.column };
}

/** Up to the closing bracket or arrow, which stays. */
export function readParameters(cursor: Cursor, close: ")" | "->"): Parameter[] {
  const parameters: Parameter[] = [];
  while (!cursor.is(close)) {
    parameters.push(parameter(cursor));
    if (!cursor.accept(",")) break;
  }
  return parameters;
}

function parameter(cursor: Cursor): Parameter {
  const { line, column } = cursor.peek();
  readModifiers(cursor);
  const mark = cursor.mark();
  let type = tryType(cursor);
  const rest = cursor.accept("...");
  if (!cursor.isName()) {
    cursor.back(mark);
    type = undefined;
  }
  const name = cursor.name().text;
  const initial = cursor.accept("=") ? cursor.grammar.expression(cursor) : undefined;
  const isRest = rest && type !== undefined;
  return {
    name,
    type: isRest && type ? { ...type, dimensions: type.dimensions + 1 } : type,
    initial,
    rest: isRest,
    line,
    column,
  };
}

function classDeclaration(cursor: Cursor): ClassDeclaration {
  const { line, column } = cursor.expect("class");
  const name = cursor.name();
  if (cursor.is("<")) throw unsupported("generic class", cursor.peek());
  if (cursor.is("extends")) throw unsupported("inheritance", cursor.peek());
  if (cursor.is("implements")) throw unsupported("implements", cursor.peek());
  const fields: Field[] = [];
  const methods: Method[] = [];
  const constructors: Method[] = [];
  cursor.expect("{");
  while (!cursor.accept("}")) {
    if (cursor.accept(";")) continue;
    member(cursor, name.text, fields, methods, constructors);
  }
  return { kind: "class", name: name.text, fields, methods, constructors, line, column };
}

function member(cursor: Cursor, owner: string, fields: Field[], methods: Method[], constructors: Method[]): void {
  const at = cursor.peek();
  refuseDeclarations(cursor);
  const modifiers = readModifiers(cursor);
  refuseDeclarations(cursor);
  if (cursor.is("class")) throw unsupported("inner class", cursor.peek());
  if (cursor.is("{")) throw unsupported("initializer block", cursor.peek());
  if (cursor.peek().text === owner && cursor.is("(", 1)) {
    constructors.push(method(cursor, undefined, modifiers, at));
    return;
  }
  let mark = cursor.mark();
  let type = tryType(cursor);
  if (!cursor.isName()) {
    cursor.back(mark);
    type = undefined;
  }
  mark = cursor.mark();
  if (!cursor.isName() || (!modifiers.any && type === undefined)) throw cursor.unexpected();
  const made = named(cursor, type, modifiers, at);
  if (made.kind === "method") methods.push(made);
  else if (made.kind === "declare") {
    fields.push(...made.variables.map((one) => ({ ...one, isStatic: modifiers.isStatic, isFinal: modifiers.isFinal })));
    cursor.endStatement();
  }
}
