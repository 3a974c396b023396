import { library } from "../runtime/library.ts";
import type { Method, Statement } from "../syntax/ast.ts";
import { parse } from "../syntax/parse.ts";
import { type Problem, ProblemError } from "../syntax/problem.ts";
import { assignedNames } from "./assigned.ts";
import { classCode, overloadCode } from "./classes.ts";
import { Context, finish } from "./context.ts";
import { expressionCode } from "./expressions.ts";
import { functionBody } from "./functions.ts";
import { text } from "./literals.ts";

/** The file name under which the code must be evaluated, so that its lines are found in stacks. */
export const SCRIPT_FILE = "groovy-script.js";

export type Translation =
  | {
      readonly ok: true;
      /** An expression: a function of the run-time and a run, for `groovy.run(program, host)`. */
      readonly code: string;
      /** Line of Groovy for each line of the code, both from 1; 0 where there is none. */
      readonly lines: readonly number[];
    }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Translates a script, or says what it does not understand, in the order of the source. */
export function translate(source: string): Translation {
  try {
    const script = parse(source);
    const context = new Context(
      { expression: expressionCode, functionBody },
      script.mathNames,
      assignedNames(script.body),
    );
    const { code, lines } = finish(programText(context, script.body));
    if (context.problems.length === 0) return { ok: true, code, lines };
    return { ok: false, problems: ordered(context.problems) };
  } catch (error) {
    if (error instanceof ProblemError) return { ok: false, problems: [error.problem] };
    // The limits of the parser hold for each construct; all of them together may still be too deep.
    if (error instanceof RangeError)
      return { ok: false, problems: [{ kind: "syntax", what: "nesting", line: 1, column: 1 }] };
    throw error;
  }
}

function ordered(problems: readonly Problem[]): Problem[] {
  const known = new Set<string>();
  return problems
    .toSorted((a, b) => a.line - b.line || a.column - b.column)
    .filter(
      ({ what, line, column }) => !known.has(`${line}:${column}:${what}`) && known.add(`${line}:${column}:${what}`),
    );
}

function programText(context: Context, body: readonly Statement[]): string {
  for (const statement of body) {
    if (statement.kind === "class") context.classes.set(statement.name, statement);
    if (statement.kind === "method")
      context.methods.set(statement.name, [...(context.methods.get(statement.name) ?? []), statement]);
  }
  const classes = [...context.classes.values()].map((declaration) => classCode(context, declaration)).join("");
  const methods = [...context.methods].map(([name, overloads]) => methodsText(context, name, overloads)).join("");
  const rest = body.filter(({ kind }) => kind !== "class" && kind !== "method");
  const main = functionBody(context, [], rest, undefined).body;
  const names = Object.keys(library).join(", ");
  return `((rt, run) => {"use strict";const { ${names} } = rt;\n${context.constantLines()}\n${classes}${methods}return () => {${main}};\n})`;
}

function methodsText(context: Context, name: string, overloads: readonly Method[]): string {
  const made = overloads.map((method, at) => overloadCode(context, method, false, `M$${name}$${at}`));
  return `${made.map(({ define }) => define).join("")}run.define(${text(name)}, [${made.map(({ js }) => js).join(", ")}]);\n`;
}

/** The line of the script where an error arose, by the stack of JavaScript; null where the stack has none. */
export function groovyLine(stack: string, lines: readonly number[]): number | null {
  for (const [, line] of stack.matchAll(/groovy-script\.js:(\d+)/g)) {
    const found = lines[Number(line) - 1] ?? 0;
    if (found > 0) return found;
  }
  return null;
}
