import { KNOWN_CLASSES } from "../runtime/types.ts";
import type { Expression, Property } from "../syntax/ast.ts";
import { binaryCode, negated } from "./arithmetic.ts";
import { assignCode, stepCode } from "./assign.ts";
import { callCode, pointerCode } from "./calls.ts";
import { any, boxed, type Code, condition, convert, primitiveOf, staticOf } from "./code.ts";
import type { Context } from "./context.ts";
import { closureCode, gstringCode, itemsCode, mapCode, numberCode, text, value } from "./literals.ts";
import { nameCode, typeText } from "./names.ts";
import { REFUSED_MEMBERS, SYSTEM_MEMBERS } from "./refused.ts";
import { checkType } from "./types.ts";

type Of<K extends Expression["kind"]> = Extract<Expression, { kind: K }>;
type Handlers = { [K in Expression["kind"]]: (context: Context, expression: Of<K>) => Code };

const HANDLERS: Handlers = {
  number: numberCode,
  string: (_, e) => any(text(e.value), true),
  gstring: gstringCode,
  boolean: (_, e) => ({ js: String(e.value), type: "boolean", simple: true }),
  null: () => any("null", true),
  this: (context) =>
    any(
      context.owner === undefined ? "null" : context.owner.isStatic ? `C$${context.owner.declaration.name}` : "self",
      true,
    ),
  name: nameCode,
  list: (context, e) => any(`[${itemsCode(context, e.items)}]`),
  map: (context, e) => mapCode(context, e.entries),
  range: (context, e) => any(`range(${value(context, e.from)}, ${value(context, e.to)}, ${e.exclusive})`),
  closure: closureCode,
  unary: unaryCode,
  binary: operatorCode,
  assign: assignCode,
  step: stepCode,
  condition: conditionCode,
  elvis: elvisCode,
  cast: castCode,
  instanceof: (context, e) => {
    checkType(context, e.type);
    return { js: `isInstance(${value(context, e.value)}, ${text(typeText(e.type) ?? "")})`, type: "boolean" };
  },
  property: propertyCode,
  index: indexCode,
  call: callCode,
  new: newCode,
  newArray: (context, e) => {
    checkType(context, e.type);
    const made = `newArray(${text(e.type.name)}, [${e.sizes.map((size) => value(context, size)).join(", ")}])`;
    return { js: made, type: e.sizes.length === 1 ? staticOf(`${e.type.name}[]`) : "any" };
  },
  pointer: (context, e) => pointerCode(context, e.object, e.name),
};

export function expressionCode(context: Context, expression: Expression): Code {
  const handler = HANDLERS[expression.kind] as (context: Context, expression: Expression) => Code;
  return handler(context, expression);
}

function unaryCode(context: Context, { operator, operand }: Of<"unary">): Code {
  const code = expressionCode(context, operand);
  if (operator === "!") return { js: `!${condition(code)}`, type: "boolean" };
  if (operator === "-") return negated(code);
  if (operator === "~")
    return code.type === "int" ? { js: `(~${code.js})`, type: "int", primitive: null } : any(`bitNot(${boxed(code)})`);
  return code.type === "int" || code.type === "double" ? code : any(`positive(${code.js})`);
}

function operatorCode(context: Context, { operator, left, right }: Of<"binary">): Code {
  const a = expressionCode(context, left);
  const b = expressionCode(context, right);
  if (operator === "&&" || operator === "||")
    return { js: `(${condition(a)} ${operator} ${condition(b)})`, type: "boolean" };
  if (operator === "in") return { js: `isCase(${boxed(b)}, ${boxed(a)})`, type: "boolean" };
  if (operator === "=~") return any(`findRegex(${boxed(a)}, ${boxed(b)})`);
  if (operator === "==~") return { js: `matchRegex(${boxed(a)}, ${boxed(b)})`, type: "boolean" };
  const code = binaryCode(operator, a, b);
  return code.type === "any" ? { ...code, js: context.mark({ line: startLine(left), column: 1 }) + code.js } : code;
}

/** Where an expression begins: the operator may stand on a later line. */
function startLine(expression: Expression): number {
  let first = expression;
  while (first.kind === "binary") first = first.left;
  return first.line;
}

function conditionCode(context: Context, { test, yes, no }: Of<"condition">): Code {
  const a = expressionCode(context, yes);
  const b = expressionCode(context, no);
  const asked = condition(expressionCode(context, test));
  if (a.type === b.type && a.type !== "any") return { js: `(${asked} ? ${a.js} : ${b.js})`, type: a.type };
  return any(`(${asked} ? ${boxed(a)} : ${boxed(b)})`);
}

function elvisCode(context: Context, { value: first, other }: Of<"elvis">): Code {
  const temp = context.temp();
  return any(`(truth(${temp} = ${value(context, first)}) ? ${temp} : ${value(context, other)})`);
}

function castCode(context: Context, { type, value: of, coerces }: Of<"cast">): Code {
  checkType(context, type);
  const code = expressionCode(context, of);
  const name = typeText(type);
  const known = staticOf(name);
  if (known !== "any" && !coerces) return { js: `(${convert(code, name)})`, type: known };
  if (known !== "any" && (code.type === "int" || code.type === "double"))
    return { js: convert(code, name), type: known };
  const user = context.classes.has(name ?? "");
  if (user) return any(boxed(code));
  const js = `${coerces ? "asType" : "cast"}(${boxed(code)}, ${text(name ?? "")})`;
  return { js, type: "any", primitive: primitiveOf(name) };
}

function propertyCode(context: Context, property: Property): Code {
  const name = property.name.kind === "string" ? property.name.value : undefined;
  if (name !== undefined && REFUSED_MEMBERS.has(name)) context.refuse(`.${name}`, property);
  refuseSystem(context, property, name);
  if (property.object.kind === "name" && property.object.name === "Math" && (name === "PI" || name === "E"))
    return { js: `Math.${name}`, type: "double", simple: true };
  const qualified = qualifiedClass(context, property);
  if (qualified !== undefined) return qualified;
  const of = expressionCode(context, property.object);
  if (name === "length" && (of.type === "double[]" || of.type === "int[]") && !property.safe)
    return { js: `${of.js}.length`, type: "int", primitive: null };
  const object = boxed(of);
  const key = name === undefined ? `text(${value(context, property.name)})` : text(name);
  const mark = context.mark(property);
  if (property.spread) return any(`${mark}getSpread(${object}, ${key})`);
  if (!property.safe) return any(`${mark}getProperty(${object}, ${key})`);
  const temp = context.temp();
  return any(`${mark}((${temp} = ${object}) == null ? null : getProperty(${temp}, ${key}))`);
}

/** `java.util.List` as a value. */
function qualifiedClass(context: Context, property: Property): Code | undefined {
  const name = property.name.kind === "string" ? property.name.value : "";
  let object: Expression = property.object;
  const names = [name];
  while (object.kind === "property" && object.name.kind === "string") {
    names.unshift(object.name.value);
    object = object.object;
  }
  if (object.kind !== "name" || (object.name !== "java" && object.name !== "groovy") || context.scope.find(object.name))
    return undefined;
  return KNOWN_CLASSES.get(name)?.name === [object.name, ...names].join(".")
    ? any(context.constant(`classNamed(${text(name)})`), true)
    : undefined;
}

function refuseSystem(context: Context, property: Property, name: string | undefined): void {
  if (property.object.kind === "name" && property.object.name === "System" && !SYSTEM_MEMBERS.has(name ?? ""))
    context.refuse(`System.${name}`, property);
}

function indexCode(context: Context, { object, args, line, column }: Of<"index">): Code {
  const of = expressionCode(context, object);
  const mark = context.mark({ line, column });
  const [only] = args;
  if (args.length !== 1 || only?.kind !== "value")
    return any(`${mark}getAt(${boxed(of)}, [${itemsCode(context, args)}])`);
  const index = expressionCode(context, only.value);
  if (index.type !== "int") return any(`${mark}getAt(${boxed(of)}, ${boxed(index)})`);
  if (of.type === "double[]" || of.type === "int[]") return elementCode(of, index, mark);
  return any(`${mark}at(${of.js}, ${index.js})`);
}

/** Beyond the ends and under 0 the run-time looks at the index. */
function elementCode(of: Code, index: Code, mark: string): Code {
  const slow = `${mark}numberAt(${of.js}, ${index.js})`;
  const type = of.type === "int[]" ? "int" : "double";
  return { js: of.simple && index.simple ? `(${of.js}[${index.js}] ?? ${slow})` : slow, type };
}

function newCode(context: Context, { type, args, line, column }: Of<"new">): Code {
  const mark = context.mark({ line, column });
  const named = args.filter((arg) => arg.kind === "named" || arg.kind === "spreadMap");
  const rest = itemsCode(
    context,
    args.filter((arg) => arg.kind === "value" || arg.kind === "spread"),
  );
  const list = named.length === 0 ? rest : [mapCode(context, named).js, rest].filter((part) => part !== "").join(", ");
  if (context.classes.has(type.name)) return any(`${mark}construct(C$${type.name}.of, [${list}])`);
  checkType(context, type);
  return any(`${mark}create(${text(type.name)}, [${list}])`);
}
