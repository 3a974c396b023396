import type { Parameter, Statement } from "../syntax/ast.ts";
import { closureNames } from "./assigned.ts";
import { boxed, convert, type Static, staticOf } from "./code.ts";
import type { Context, FunctionCode } from "./context.ts";
import { text } from "./literals.ts";
import { typeText } from "./names.ts";
import { statementsCode } from "./statements.ts";
import { checkType } from "./types.ts";

/** Parameters arrive as the run-time has them; a typed one is converted at the top of the body. */
export function functionBody(
  context: Context,
  parameters: readonly Parameter[],
  body: readonly Statement[],
  result: string | undefined,
): FunctionCode {
  return context.inScope(() => {
    const entries: string[] = [];
    const names: string[] = [];
    const code = context.inFunction(result, closureNames(body), () => {
      for (const parameter of parameters) {
        const { name, entry } = parameterCode(context, parameter);
        names.push(name);
        if (entry !== undefined) entries.push(entry);
      }
      return `${entries.join("")}${statementsCode(context, body, true)}\nreturn null;`;
    });
    const least = parameters.filter(({ initial, rest }) => initial === undefined && !rest).length;
    const plain = parameters.every(({ initial, rest }) => initial === undefined && !rest);
    return { parameters: names.join(", "), body: code, least, plain };
  });
}

function parameterCode(
  context: Context,
  { name, type, initial, rest, line, column }: Parameter,
): { name: string; entry: string | undefined } {
  checkType(context, type);
  if (context.scope.hasOwn(name)) context.problems.push({ kind: "syntax", what: name, line, column });
  const declared = typeText(type);
  const kind = staticOf(declared);
  const js = `$${name}`;
  const start = initial === undefined ? "" : ` = ${boxed(context.initialValue(initial))}`;
  context.scope.declare(name, {
    js,
    type: kind,
    declared,
    shared: context.isCaptured(name),
    optional: initial !== undefined,
  });
  if (rest) return { name: `...${js}$`, entry: `let ${js} = restArray(${js}$, ${text(declared ?? "Object[]")});` };
  if (declared === undefined || declared === "Object" || context.classes.has(declared))
    return { name: js + start, entry: undefined };
  return { name: `${js}$${start}`, entry: `let ${js} = ${converted(`${js}$`, kind, declared)};` };
}

function converted(raw: string, kind: Static, declared: string): string {
  if (kind === "any") return `parameter(${raw}, ${text(declared)})`;
  const code = convert({ js: raw, type: "any" }, declared);
  return kind === "double" ? `typeof ${raw} === "number" ? ${raw} : ${code}` : code;
}
