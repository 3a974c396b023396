import type { Declared, Expression, Statement } from "../syntax/ast.ts";
import { switchCode, tryCode } from "./branches.ts";
import { any, boxed, condition, convert, type Static, staticOf, stored } from "./code.ts";
import type { Context } from "./context.ts";
import { text, value } from "./literals.ts";
import { loopCode } from "./loops.ts";
import { assignName, typeText } from "./names.ts";
import { checkType } from "./types.ts";

type Of<K extends Statement["kind"]> = Extract<Statement, { kind: K }>;

/** A list of statements; at the `tail` of a function the last one gives its value. */
export function statementsCode(context: Context, statements: readonly Statement[], tail: boolean): string {
  return statements
    .map((statement, at) => statementCode(context, statement, tail && at === statements.length - 1))
    .join("");
}

export function blockCode(context: Context, statements: readonly Statement[], tail: boolean): string {
  return context.inScope(() => `{${statementsCode(context, statements, tail)}}`);
}

export function statementCode(context: Context, statement: Statement, tail: boolean): string {
  const mark = context.mark(statement);
  switch (statement.kind) {
    case "expression":
      return mark + expressionStatement(context, statement.value, tail);
    case "declare":
      return mark + declareCode(context, statement, tail);
    case "declareMany":
    case "assignMany":
      return mark + manyCode(context, statement);
    case "if":
      return mark + ifCode(context, statement, tail);
    case "return":
      return `${mark}return ${returned(context, statement.value)};`;
    case "throw":
      return `${mark}throw thrown(${value(context, statement.value)});`;
    case "assert":
      return mark + assertCode(context, statement);
    case "block":
      return blockCode(context, statement.body, tail);
    case "label":
      return labelCode(context, statement);
    case "break":
    case "continue":
      return mark + jumpCode(context, statement);
    default:
      return mark + compoundCode(context, statement, tail);
  }
}

function compoundCode(
  context: Context,
  statement: Of<"while" | "for" | "forIn" | "switch" | "try" | "method" | "class">,
  tail: boolean,
): string {
  if (statement.kind === "switch") return switchCode(context, statement, tail, statementsCode);
  if (statement.kind === "try") return tryCode(context, statement, tail, blockCode);
  if (statement.kind === "method" || statement.kind === "class") {
    context.refuse(`nested ${statement.kind}`, statement);
    return "";
  }
  return loopCode(context, statement, statementCode, blockCode);
}

/** The label stands at the loop itself, behind what the loop computes first. */
function labelCode(context: Context, { name, body, line, column }: Of<"label">): string {
  if (context.mayJump("break", name)) context.problems.push({ kind: "syntax", what: name, line, column });
  if (body.kind === "while" || body.kind === "for" || body.kind === "forIn")
    return context.mark(body) + loopCode(context, body, statementCode, blockCode, name);
  return context.within(false, name, () => `L$${name}: {${statementCode(context, body, false)}}`);
}

/** A closure is a function: it cannot leave the loop around it. */
function jumpCode(context: Context, { kind, label, line, column }: Of<"break" | "continue">): string {
  if (!context.mayJump(kind, label)) context.problems.push({ kind: "syntax", what: label ?? kind, line, column });
  return `${kind}${label === undefined ? "" : ` L$${label}`};`;
}

function returned(context: Context, of: Expression | undefined): string {
  if (of === undefined) return "null";
  const code = context.emit.expression(context, of);
  const { result } = context;
  if (result === undefined || result === "Object" || result === "def" || context.classes.has(result))
    return `(${boxed(code)})`;
  if (result === "void") return `(${boxed(code)}, null)`;
  return result === "int" ? `BigInt(${convert(code, "int")})` : `(${convert(code, result)})`;
}

function expressionStatement(context: Context, of: Expression, tail: boolean): string {
  if (tail) return `return ${returned(context, of)};`;
  // The value of `x++` alone is not wanted.
  const plain: Expression = of.kind === "step" ? { ...of, prefix: true } : of;
  return `${context.emit.expression(context, plain).js};`;
}

function declareCode(context: Context, { variables }: Of<"declare">, tail: boolean): string {
  const parts = variables.map((variable) => oneDeclaration(context, variable));
  const last = variables.at(-1);
  const ending =
    tail && last !== undefined
      ? `return ${returned(context, { kind: "name", name: last.name, line: last.line, column: last.column })};`
      : "";
  return parts.join("") + ending;
}

const ZEROS: Readonly<Record<Static, string>> = {
  int: "0",
  double: "0",
  boolean: "false",
  "double[]": "null",
  "int[]": "null",
  any: "null",
};

function oneDeclaration(context: Context, { name, type, initial, line, column }: Declared): string {
  checkType(context, type);
  const declared = context.classes.has(type?.name ?? "") ? undefined : typeText(type);
  const kind = staticOf(declared);
  const code = initial === undefined ? undefined : context.emit.expression(context, initial);
  if (context.scope.hasOwn(name)) context.problems.push({ kind: "syntax", what: name, line, column });
  const js = `$${name}`;
  const shared = context.isCaptured(name);
  const start =
    code === undefined
      ? kind === "any" && declared !== undefined
        ? `zeroOf(${text(declared)})`
        : ZEROS[kind]
      : stored(code, declared, !shared && !context.inWhile);
  context.scope.declare(name, { js, type: kind, declared, shared });
  return `let ${js} = ${start};`;
}

function manyCode(context: Context, statement: Of<"declareMany" | "assignMany">): string {
  const source = context.fresh("s");
  const start = `const ${source} = ${value(context, statement.value)};`;
  if (statement.kind === "declareMany")
    return start + statement.variables.map((variable, at) => declarePart(context, variable, source, at)).join("");
  const targets = statement.targets.map((target) => (target.kind === "name" ? target.name : ""));
  return start + targets.map((name, at) => `${assignName(context, name, any(`part(${source}, ${at})`)).js};`).join("");
}

function declarePart(context: Context, { name, type, line, column }: Declared, source: string, at: number): string {
  const declared = typeText(type);
  const js = `$${name}`;
  if (context.scope.hasOwn(name)) context.problems.push({ kind: "syntax", what: name, line, column });
  context.scope.declare(name, { js, type: staticOf(declared), declared, shared: context.isCaptured(name) });
  return `let ${js} = ${convert(any(`part(${source}, ${at})`), declared)};`;
}

function ifCode(context: Context, { test, yes, no }: Of<"if">, tail: boolean): string {
  const asked = condition(context.emit.expression(context, test));
  const first = `if (${asked}) ${blockCode(context, yes, tail)}`;
  return no === undefined ? first : `${first} else ${blockCode(context, no, tail)}`;
}

function assertCode(context: Context, { test, source, message }: Of<"assert">): string {
  const asked = condition(context.emit.expression(context, test));
  const said = message === undefined ? "undefined" : value(context, message);
  return `if (!${asked}) failAssert(${text(source)}, ${said});`;
}
