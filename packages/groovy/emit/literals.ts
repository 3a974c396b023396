import type { Argument, Closure, Expression } from "../syntax/ast.ts";
import { any, boxed, type Code } from "./code.ts";
import type { Context } from "./context.ts";

/** Characters that end a line in JavaScript or mark one in the translator. */
const SPECIAL = /[\u007f\u2028\u2029\ue000\ue001]/g;

export function text(value: string): string {
  return JSON.stringify(value).replace(SPECIAL, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

export function value(context: Context, expression: Expression): string {
  return boxed(context.emit.expression(context, expression));
}

export function numberCode(context: Context, { type, text: written }: Extract<Expression, { kind: "number" }>): Code {
  if (type === "int") return { js: written, type: "int", literal: written, whole: true, simple: true };
  if (type === "double") return { js: doubleText(written), type: "double", literal: doubleText(written), simple: true };
  if (type === "float") return any(context.constant(`new Float(${doubleText(written)})`), true);
  if (type === "long") return any(context.constant(`long("${written}")`), true);
  if (type === "big") return any(context.constant(`big("${written}")`), true);
  return { js: context.constant(`dec("${written}")`), type: "any", literal: doubleText(written), simple: true };
}

function doubleText(written: string): string {
  const number = Number(written);
  return Number.isFinite(number) ? String(number) : "Infinity";
}

export function gstringCode(context: Context, { texts, values, lazy }: Extract<Expression, { kind: "gstring" }>): Code {
  const parts = values.map((one, at) => (lazy[at] ? `() => ${value(context, one)}` : value(context, one)));
  return any(`new GString([${texts.map(text).join(", ")}], [${parts.join(", ")}])`);
}

/** Items of a list or arguments of a call, as the inside of a JavaScript array. */
export function itemsCode(context: Context, items: readonly Argument[]): string {
  return items
    .map((item) =>
      item.kind === "spread" ? `...spreadArgs(${value(context, item.value)})` : value(context, item.value),
    )
    .join(", ");
}

export function mapCode(context: Context, entries: readonly Argument[]): Code {
  let made = "";
  let pairs: string[] = [];
  const flush = () => {
    made =
      made === ""
        ? `mapOf([${pairs.join(", ")}])`
        : pairs.length === 0
          ? made
          : `spreadInto(${made}, mapOf([${pairs.join(", ")}]))`;
    pairs = [];
  };
  for (const entry of entries) {
    if (entry.kind === "named") pairs.push(value(context, entry.key), value(context, entry.value));
    else {
      flush();
      made = `spreadInto(${made}, ${value(context, entry.value)})`;
    }
  }
  if (pairs.length > 0 || made === "") flush();
  return any(made);
}

export function closureCode(context: Context, { parameters, body, line, column }: Closure): Code {
  const list = parameters ?? [{ name: "it", type: undefined, initial: undefined, rest: false, line, column }];
  const made = context.emit.functionBody(context, list, body, undefined);
  const arrow = `((${made.parameters}) => {${made.body}})`;
  const typed = list.some(({ type, rest }) => type !== undefined && !rest);
  if (made.plain && !typed && (parameters === undefined || parameters.length > 0)) return any(arrow);
  const types =
    typed && !list.some(({ rest }) => rest)
      ? `, ${JSON.stringify(list.map(({ type }) => (type === undefined ? "Object" : type.name + "[]".repeat(type.dimensions))))}`
      : "";
  return any(`shaped(${arrow}, ${made.least}, ${list.some(({ rest }) => rest) ? "Infinity" : list.length}${types})`);
}
