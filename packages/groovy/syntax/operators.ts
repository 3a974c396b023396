import type { Expression } from "./ast.ts";
import type { Cursor } from "./cursor.ts";
import { numberLiteral } from "./literals.ts";
import { postfix } from "./path.ts";
import { MAX_CHAIN, syntaxError, unsupported } from "./problem.ts";
import { expectType, PRIMITIVES, tryType } from "./types.ts";

/** Binary operators from the loosest to the tightest, as in the grammar of Groovy 2.4. */
const LEVELS: readonly (readonly string[])[] = [
  ["||"],
  ["&&"],
  ["|"],
  ["^"],
  ["&"],
  ["=~", "==~"],
  ["==", "!=", "<=>"],
  ["<", "<=", ">", ">=", "in", "instanceof", "as"],
  ["<<", ">>", ">>>", "..", "..<"],
  ["+", "-"],
  ["*", "/", "%"],
];
const TYPE_TESTS: ReadonlySet<string> = new Set(["as", "instanceof"]);
const NOT_IN_2_4: readonly string[] = ["===", "!==", "::"];

export function binary(cursor: Cursor, level = 0): Expression {
  const operators = LEVELS[level];
  if (operators === undefined) return unarySign(cursor);
  let left = binary(cursor, level + 1);
  let before = "";
  for (let count = 0; ; count++) {
    const token = cursor.peek();
    if (count > MAX_CHAIN) throw syntaxError("nesting", token);
    if (token.newline || (token.kind !== "op" && token.kind !== "keyword")) return left;
    if (NOT_IN_2_4.includes(token.text)) throw unsupported(token.text, token);
    if (cursor.is("!") && (cursor.is("in", 1) || cursor.is("instanceof", 1)) && level === 7)
      throw unsupported(`!${cursor.peek(1).text}`, token);
    if (!operators.includes(token.text)) return left;
    // The grammar of 2.4 has one `as` or `instanceof`, or comparisons, never one after the other.
    if (level === 7 && count > 0 && (TYPE_TESTS.has(token.text) || TYPE_TESTS.has(before))) throw cursor.unexpected();
    before = token.text;
    left = withRight(cursor, left, level);
  }
}

function withRight(cursor: Cursor, left: Expression, level: number): Expression {
  const { text: operator, line, column } = cursor.take();
  if (operator === "instanceof") return { kind: "instanceof", type: expectType(cursor), value: left, line, column };
  if (operator === "as") return { kind: "cast", type: expectType(cursor), value: left, coerces: true, line, column };
  const right = binary(cursor, level + 1);
  if (operator === ".." || operator === "..<")
    return { kind: "range", from: left, to: right, exclusive: operator === "..<", line, column };
  return { kind: "binary", operator, left, right, line, column };
}

/** A sign binds looser than `**` and tighter than `*`. */
function unarySign(cursor: Cursor): Expression {
  const token = cursor.peek();
  const { text: operator, line, column } = token;
  if (token.kind !== "op") return power(cursor);
  if (operator === "++" || operator === "--") {
    cursor.take();
    return {
      kind: "step",
      operator,
      prefix: true,
      target: cursor.nested(token, () => unarySign(cursor)),
      line,
      column,
    };
  }
  if (operator !== "-" && operator !== "+") return power(cursor);
  cursor.take();
  const number = cursor.peek();
  if (operator === "-" && number.kind === "number" && !cursor.is("**", 1) && !cursor.is(".", 1) && !cursor.is("[", 1))
    return numberOrNegative(cursor);
  return { kind: "unary", operator, operand: cursor.nested(token, () => unarySign(cursor)), line, column };
}

function numberOrNegative(cursor: Cursor): Expression {
  const token = cursor.take();
  const value = numberLiteral(token, true);
  // The compiler of 2.4 makes 0.0 of -0.0d.
  if (value.kind === "number" && (value.type === "double" || value.type === "float") && Number(value.text) === 0)
    return value;
  if (value.kind === "number" && (value.type === "int" || value.type === "long" || value.type === "big")) return value;
  const { line, column } = token;
  return { kind: "unary", operator: "-", operand: value, line, column };
}

function power(cursor: Cursor): Expression {
  let left = unaryTight(cursor);
  while (cursor.is("**") && !cursor.peek().newline) {
    const { line, column } = cursor.take();
    const sign = cursor.is("-") || cursor.is("+");
    const right = sign ? unarySign(cursor) : unaryTight(cursor);
    left = { kind: "binary", operator: "**", left, right, line, column };
  }
  return left;
}

function unaryTight(cursor: Cursor): Expression {
  const token = cursor.peek();
  const { line, column } = token;
  if (cursor.is("!") || cursor.is("~")) {
    cursor.take();
    return {
      kind: "unary",
      operator: token.text,
      operand: cursor.nested(token, () => unaryOperand(cursor)),
      line,
      column,
    };
  }
  const cast = cursor.is("(") ? tryCast(cursor) : undefined;
  return cast ?? postfix(cursor);
}

function unaryOperand(cursor: Cursor): Expression {
  return cursor.is("-") || cursor.is("+") || cursor.is("++") || cursor.is("--")
    ? unarySign(cursor)
    : unaryTight(cursor);
}

/** `(int) x`: a type in brackets before something that begins a value; a class name not before a sign or bracket. */
function tryCast(cursor: Cursor): Expression | undefined {
  const mark = cursor.mark();
  const { line, column } = cursor.take();
  const primitive = PRIMITIVES.has(cursor.peek().text);
  const type = tryType(cursor);
  if (type === undefined || !cursor.accept(")") || !castOperandFollows(cursor, primitive)) {
    cursor.back(mark);
    return undefined;
  }
  const value = cursor.nested({ line, column }, () => unaryOperand(cursor));
  return { kind: "cast", type, value, coerces: false, line, column };
}

function castOperandFollows(cursor: Cursor, primitive: boolean): boolean {
  const { kind, text, newline } = cursor.peek();
  if (newline || kind === "eof") return false;
  if (kind === "name" || kind === "number" || kind === "string" || kind === "gstring") return true;
  if (kind === "keyword") return /^(this|new|true|false|null)$/.test(text);
  if (/^[([{!~]$/.test(text)) return true;
  return primitive && /^(-|\+|\+\+|--)$/.test(text);
}
