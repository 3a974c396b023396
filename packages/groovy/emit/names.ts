import { KNOWN_CLASSES } from "../runtime/types.ts";
import type { Expression, Field } from "../syntax/ast.ts";
import { any, type Code, convert, primitiveOf, staticOf, stored } from "./code.ts";
import type { Context } from "./context.ts";
import { text } from "./literals.ts";
import { REFUSED_CLASSES } from "./refused.ts";

type Name = Extract<Expression, { kind: "name" }>;

export function typeText(type: { readonly name: string; readonly dimensions: number } | undefined): string | undefined {
  return type === undefined ? undefined : type.name + "[]".repeat(type.dimensions);
}

export function findField(context: Context, name: string): Field | undefined {
  return context.owner?.declaration.fields.find((field) => field.name === name);
}

export function fieldPlace(context: Context, field: Field): string {
  const owner = context.owner?.declaration.name ?? "";
  return field.isStatic ? `C$${owner}.of.staticFields[${text(field.name)}]` : `self.f[${text(field.name)}]`;
}

/** How a field stands in an object: ints as the run-time has them. */
export function fieldType(field: Field): Code["type"] {
  const type = staticOf(typeText(field.type));
  return type === "int" ? "any" : type;
}

export function nameCode(context: Context, { name, line, column }: Name): Code {
  const local = context.scope.find(name);
  if (local !== undefined) {
    if (local.optional && context.inInitial) context.refuse(`${name} in an initial value`, { line, column });
    const primitive = local.shared ? null : primitiveOf(local.declared);
    return { js: local.js, type: local.type, simple: true, primitive };
  }
  const field = findField(context, name);
  if (field !== undefined)
    return { js: fieldPlace(context, field), type: fieldType(field), primitive: primitiveOf(typeText(field.type)) };
  if (context.classes.has(name)) return any(`C$${name}`, true);
  if (context.assigned.has(name)) return any(`run.get(${text(name)})`);
  if (REFUSED_CLASSES.has(name)) context.refuse(`class ${name}`, { line, column });
  if (KNOWN_CLASSES.has(name)) return any(context.constant(`classNamed(${text(name)})`), true);
  if (isMathName(context, name) && /^(PI|E)$/.test(name)) return { js: `Math.${name}`, type: "double", simple: true };
  if (context.owner !== undefined) return getterOrMissing(context, name);
  return any(`run.get(${text(name)})`);
}

/** In a class an unknown name is a property with a getter, or missing. */
function getterOrMissing(context: Context, name: string): Code {
  const self = context.owner?.isStatic ? `C$${context.owner.declaration.name}` : "self";
  return any(`getProperty(${self}, ${text(name)})`);
}

export function isMathName(context: Context, name: string): boolean {
  return context.mathNames.has("*") || context.mathNames.has(name);
}

/** `name = value`; gives what the assignment is worth. */
export function assignName(context: Context, name: string, code: Code): Code {
  const local = context.scope.find(name);
  if (local !== undefined) {
    const value = stored(code, local.declared, !local.shared && !context.inWhile);
    return { js: `(${local.js} = ${value})`, type: local.type };
  }
  const field = findField(context, name);
  if (field !== undefined) return assignField(context, field, code);
  if (context.owner !== undefined) {
    const self = context.owner.isStatic ? `C$${context.owner.declaration.name}` : "self";
    return any(`setProperty(${self}, ${text(name)}, ${convert(code, undefined)})`);
  }
  return any(`run.set(${text(name)}, ${convert(code, undefined)})`);
}

export function assignField(context: Context, field: Field, code: Code): Code {
  const type = fieldType(field);
  const declared = typeText(field.type);
  const js = declared === "int" ? `BigInt(${convert(code, "int")})` : stored(code, declared, !context.inWhile);
  return { js: `(${fieldPlace(context, field)} = ${js})`, type };
}
