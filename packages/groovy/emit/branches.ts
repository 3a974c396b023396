import type { CatchClause, Expression, Statement, SwitchCase } from "../syntax/ast.ts";
import type { Context } from "./context.ts";
import { text, value } from "./literals.ts";
import type { EmitBlock } from "./loops.ts";
import { checkType } from "./types.ts";

type Switch = Extract<Statement, { kind: "switch" }>;
type Try = Extract<Statement, { kind: "try" }>;

/** Cases are tried in order by isCase; the switch of JavaScript goes by the place of the first that holds. */
export function switchCode(
  context: Context,
  { value: of, cases }: Switch,
  tail: boolean,
  statements: EmitBlock,
): string {
  const subject = context.fresh("v");
  const fallback = cases.findIndex(({ test }) => test === undefined);
  const places = cases.flatMap(({ test, line, column }, at) =>
    test === undefined ? [] : [`${context.mark({ line, column })}${caseTest(context, test, subject)} ? ${at} : `],
  );
  const bodies = context.within(false, undefined, () =>
    cases.map((one, at) => `case ${at}: ${caseBody(context, one, tail, at === cases.length - 1, statements)}`),
  );
  return `{const ${subject} = ${value(context, of)};switch (${places.join("")}${fallback}) {${bodies.join("")}}}`;
}

/** A literal is compared, anything else decides by itself. */
function caseTest(context: Context, test: Expression, subject: string): string {
  const tested = value(context, test);
  if (test.kind === "string")
    return `(typeof ${subject} === "string" ? ${subject} === ${tested} : eq(${tested}, ${subject}))`;
  return `${test.kind === "number" ? "eq" : "isCase"}(${tested}, ${subject})`;
}

/** What stands before a closing `break` at the end of a function gives its value. */
function caseBody(context: Context, { body }: SwitchCase, tail: boolean, last: boolean, statements: EmitBlock): string {
  const ends = body.at(-1);
  const breaks = ends?.kind === "break" && ends.label === undefined;
  const gives = tail && (breaks || last);
  return context.inScope(() => {
    if (!gives) return `{${statements(context, body, false)}}`;
    return `{${statements(context, breaks ? body.slice(0, -1) : body, true)}return null;}`;
  });
}

export function tryCode(context: Context, { body, catches, last }: Try, tail: boolean, block: EmitBlock): string {
  const tried = `try ${block(context, body, tail)}`;
  const caught = catches.length === 0 ? "" : catchesCode(context, catches, tail, block);
  return `${tried}${caught}${last === undefined ? "" : ` finally ${block(context, last, false)}`}`;
}

function catchesCode(context: Context, catches: readonly CatchClause[], tail: boolean, block: EmitBlock): string {
  const error = context.fresh("e");
  const clauses = catches.map((clause) => {
    for (const type of clause.types) checkType(context, type);
    const types = clause.types.length === 0 ? ["Exception"] : clause.types.map(({ name }) => name);
    return context.inScope(() => {
      const js = `$${clause.name}`;
      context.scope.declare(clause.name, { js, type: "any", declared: undefined, shared: true });
      return `if (catches(${error}, [${types.map(text).join(", ")}])) {let ${js} = ${error};${block(context, clause.body, tail)}}`;
    });
  });
  return ` catch (${error}$) {const ${error} = caught(${error}$);${clauses.join(" else ")} else throw ${error};}`;
}
