import type { Statement } from "../syntax/ast.ts";
import { assignedNames } from "./assigned.ts";
import { any, condition, convert, staticOf } from "./code.ts";
import type { Context } from "./context.ts";
import { value } from "./literals.ts";
import { typeText } from "./names.ts";
import { checkType } from "./types.ts";

type Loop = Extract<Statement, { kind: "while" | "for" | "forIn" }>;
type ForIn = Extract<Statement, { kind: "forIn" }>;
export type EmitStatement = (context: Context, statement: Statement, tail: boolean) => string;
export type EmitBlock = (context: Context, statements: readonly Statement[], tail: boolean) => string;

export function loopCode(
  context: Context,
  loop: Loop,
  statement: EmitStatement,
  block: EmitBlock,
  name?: string,
): string {
  const label = name === undefined ? "" : `L$${name}: `;
  const emit = () => {
    if (loop.kind === "while")
      return `${label}while (${condition(context.emit.expression(context, loop.test))}) ${block(context, loop.body, false)}`;
    if (loop.kind === "forIn") return context.inScope(() => forInCode(context, loop, block, label));
    return context.inScope(() => countingCode(context, loop, statement, block, label));
  };
  return context.within(true, name, emit, loop.kind === "while");
}

/** `for (first; test; after)` */
function countingCode(
  context: Context,
  loop: Extract<Loop, { kind: "for" }>,
  statement: EmitStatement,
  block: EmitBlock,
  label: string,
): string {
  const first = loop.first.map((one) => statement(context, one, false)).join("");
  const test = loop.test === undefined ? "" : condition(context.emit.expression(context, loop.test));
  const after = loop.after
    .map((one) => context.emit.expression(context, one.kind === "step" ? { ...one, prefix: true } : one).js)
    .join(", ");
  return `{${first}${label}for (; ${test}; ${after}) ${block(context, loop.body, false)}}`;
}

function forInCode(context: Context, loop: ForIn, block: EmitBlock, label: string): string {
  const { variable, value: of, body } = loop;
  checkType(context, variable.type);
  const counted = of.kind === "range" ? countedCode(context, loop, block, label) : undefined;
  if (counted !== undefined) return counted;
  const declared = typeText(variable.type);
  const list = context.fresh("l");
  const at = context.fresh("i");
  const js = `$${variable.name}`;
  const items = `const ${list} = loopItems(${value(context, of)});`;
  const shared = context.isCaptured(variable.name);
  context.scope.declare(variable.name, { js, type: staticOf(declared), declared, shared });
  const item = convert(any(`${list}[${at}]`), declared);
  return `{${items}${label}for (let ${at} = 0; ${at} < ${list}.length; ${at}++) {let ${js} = ${item};${block(context, body, false)}}}`;
}

/** `for (i in a..b)` over ints: counted, without a list. */
function countedCode(
  context: Context,
  { variable, value: of, body }: ForIn,
  block: EmitBlock,
  label: string,
): string | undefined {
  if (of.kind !== "range") return undefined;
  const from = context.emit.expression(context, of.from);
  const to = context.emit.expression(context, of.to);
  if (from.type !== "int" || to.type !== "int") return undefined;
  const declared = typeText(variable.type);
  const reassigned = declared === undefined && assignedNames(body).has(variable.name);
  const [first, last, at, step] = [context.fresh("a"), context.fresh("b"), context.fresh("i"), context.fresh("d")];
  const js = `$${variable.name}`;
  const type = declared === undefined && !reassigned ? "int" : staticOf(declared);
  const shared = declared === undefined || context.isCaptured(variable.name);
  context.scope.declare(variable.name, { js, type, declared: type === "int" ? "int" : declared, shared });
  const item = type === "int" ? at : convert({ js: at, type: "int" }, declared);
  const start = `const ${first} = ${from.js}, ${last} = ${to.js}, ${step} = ${first} <= ${last} ? 1 : -1;`;
  const more = of.exclusive ? `${at} !== ${last}` : `${step} > 0 ? ${at} <= ${last} : ${at} >= ${last}`;
  return `{${start}${label}for (let ${at} = ${first}; ${more}; ${at} += ${step}) {let ${js} = ${item};${block(context, body, false)}}}`;
}
