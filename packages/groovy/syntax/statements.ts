import { arrowAhead } from "./arrow.ts";
import type { Expression, Statement } from "./ast.ts";
import { controlStatement } from "./control.ts";
import type { Cursor } from "./cursor.ts";
import { declaration } from "./declarations.ts";
import { callOf, commandArguments } from "./path.ts";

export function statement(cursor: Cursor): Statement {
  return cursor.nested(cursor.peek(), () => readStatement(cursor));
}

function readStatement(cursor: Cursor): Statement {
  const { line, column } = cursor.peek();
  if (cursor.isName() && cursor.is(":", 1)) {
    const name = cursor.take().text;
    cursor.take();
    return { kind: "label", name, body: statement(cursor), line, column };
  }
  if (cursor.is("{")) return blockOrClosure(cursor);
  const control = controlStatement(cursor, statement);
  if (control !== undefined) return control;
  const simple = jump(cursor) ?? declaration(cursor) ?? assignMany(cursor) ?? expressionStatement(cursor);
  if (simple.kind !== "method" && simple.kind !== "class") cursor.endStatement();
  return simple;
}

function blockOrClosure(cursor: Cursor): Statement {
  const { line, column } = cursor.peek();
  if (arrowAhead(cursor, 1)) return expressionStatement(cursor);
  return { kind: "block", body: cursor.grammar.block(cursor), line, column };
}

function jump(cursor: Cursor): Statement | undefined {
  const token = cursor.peek();
  const { line, column } = token;
  if (token.kind !== "keyword") return undefined;
  if (token.text === "return") {
    cursor.take();
    return { kind: "return", value: endsHere(cursor) ? undefined : cursor.grammar.expression(cursor), line, column };
  }
  if (token.text === "break" || token.text === "continue") {
    cursor.take();
    const label = cursor.isName() && !cursor.peek().newline ? cursor.take().text : undefined;
    return { kind: token.text, label, line, column };
  }
  if (token.text === "throw") {
    cursor.take();
    return { kind: "throw", value: cursor.grammar.expression(cursor), line, column };
  }
  return token.text === "assert" ? assertion(cursor) : undefined;
}

function endsHere(cursor: Cursor): boolean {
  const token = cursor.peek();
  return token.newline || token.kind === "eof" || cursor.is(";") || cursor.is("}");
}

function assertion(cursor: Cursor): Statement {
  const { line, column } = cursor.take();
  const { start } = cursor.peek();
  const test = cursor.grammar.expression(cursor);
  const source = cursor.source.slice(start, cursor.lastEnd());
  const message = cursor.accept(":") || cursor.accept(",") ? cursor.grammar.expression(cursor) : undefined;
  return { kind: "assert", test, source, message, line, column };
}

/** `(a, b) = [1, 2]` */
function assignMany(cursor: Cursor): Statement | undefined {
  if (!cursor.is("(")) return undefined;
  const mark = cursor.mark();
  const { line, column } = cursor.take();
  const targets: Expression[] = [];
  do {
    if (!cursor.isName()) break;
    const { text: name, line: row, column: place } = cursor.take();
    targets.push({ kind: "name", name, line: row, column: place });
  } while (cursor.accept(","));
  if (targets.length < 2 || !cursor.accept(")") || !cursor.accept("=")) {
    cursor.back(mark);
    return undefined;
  }
  return { kind: "assignMany", targets, value: cursor.grammar.expression(cursor), line, column };
}

function expressionStatement(cursor: Cursor): Statement {
  const { line, column } = cursor.peek();
  const value = withCommand(cursor, cursor.grammar.expression(cursor));
  return { kind: "expression", value, line, column };
}

/** `println a, b` is a call; `a b c d` calls `c` on what `a b` gives. Also at the right of `=`. */
function withCommand(cursor: Cursor, value: Expression): Expression {
  if (value.kind === "assign" && beginsArgument(cursor)) return { ...value, value: withCommand(cursor, value.value) };
  if ((value.kind !== "name" && value.kind !== "property") || !beginsArgument(cursor)) return value;
  const at = cursor.peek();
  const call = callOf(value, commandArguments(cursor), at);
  if (!cursor.isName() || cursor.peek().newline) return call;
  const { text, line, column } = cursor.take();
  const next: Expression = {
    kind: "property",
    object: call,
    name: { kind: "string", value: text, line, column },
    safe: false,
    spread: false,
    line,
    column,
  };
  return withCommand(cursor, next);
}

function beginsArgument(cursor: Cursor): boolean {
  const { kind, text, newline } = cursor.peek();
  if (newline) return false;
  if (kind === "name" || kind === "number" || kind === "string" || kind === "gstring") return true;
  if (kind === "keyword") return /^(this|new|true|false|null|int|long|double|float|boolean)$/.test(text);
  return text === "[" || text === "{" || text === "!" || text === "~";
}
