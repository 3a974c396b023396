import type { Expression } from "../syntax/ast.ts";
import { binaryCode } from "./arithmetic.ts";
import { any, boxed, type Code, stored } from "./code.ts";
import type { Context } from "./context.ts";
import { itemsCode, text, value } from "./literals.ts";
import { assignField, assignName, fieldPlace, fieldType, findField, nameCode } from "./names.ts";
import { REFUSED_MEMBERS } from "./refused.ts";

type Assign = Extract<Expression, { kind: "assign" }>;
type Step = Extract<Expression, { kind: "step" }>;

export function assignCode(context: Context, { operator, target, value: right }: Assign): Code {
  const code = context.emit.expression(context, right);
  const compute = operator === "=" ? undefined : (old: Code) => binaryCode(operator.slice(0, -1), old, code);
  return store(context, target, compute === undefined ? () => code : compute);
}

/** Puts into a target what `compute` makes of its old value. */
function store(context: Context, target: Expression, compute: (old: Code) => Code): Code {
  if (target.kind === "name") return assignName(context, target.name, compute(nameFor(context, target, compute)));
  if (target.kind === "property") return storeProperty(context, target, compute);
  if (target.kind === "index") return storeIndex(context, target, compute);
  context.refuse("assignment", target);
  return any("null");
}

/** The old value is read only where `compute` uses it. */
function nameFor(context: Context, target: Extract<Expression, { kind: "name" }>, compute: (old: Code) => Code): Code {
  return compute.length === 0 ? any("null") : nameCode(context, target);
}

function storeProperty(
  context: Context,
  target: Extract<Expression, { kind: "property" }>,
  compute: (old: Code) => Code,
): Code {
  const name = target.name.kind === "string" ? target.name.value : undefined;
  if (name !== undefined && REFUSED_MEMBERS.has(name)) context.refuse(`.${name}`, target);
  const key = name === undefined ? `text(${value(context, target.name)})` : text(name);
  const mark = context.mark(target);
  const field = target.object.kind === "this" && name !== undefined ? findField(context, name) : undefined;
  if (field !== undefined)
    return assignField(context, field, compute({ js: fieldPlace(context, field), type: fieldType(field) }));
  const object = value(context, target.object);
  if (compute.length === 0 && !target.safe)
    return any(`${mark}setProperty(${object}, ${key}, ${boxed(compute(any("null")))})`);
  const temp = context.temp();
  const set = `setProperty(${temp}, ${key}, ${boxed(compute(any(`getProperty(${temp}, ${key})`)))})`;
  return any(
    target.safe ? `${mark}((${temp} = ${object}) == null ? null : ${set})` : `${mark}((${temp} = ${object}), ${set})`,
  );
}

function storeIndex(
  context: Context,
  target: Extract<Expression, { kind: "index" }>,
  compute: (old: Code) => Code,
): Code {
  const [only] = target.args;
  const object = context.emit.expression(context, target.object);
  const mark = context.mark(target);
  const array = only?.kind === "value" ? storeElement(context, object, only.value, compute, mark) : undefined;
  if (array !== undefined) return array;
  const index =
    target.args.length === 1 && only?.kind === "value"
      ? value(context, only.value)
      : `[${itemsCode(context, target.args)}]`;
  if (compute.length === 0) return any(`${mark}putAt(${boxed(object)}, ${index}, ${boxed(compute(any("null")))})`);
  const place = context.temp();
  const at = context.temp();
  return any(
    `${mark}((${place} = ${boxed(object)}), (${at} = ${index}), putAt(${place}, ${at}, ${boxed(compute(any(`getAt(${place}, ${at})`)))}))`,
  );
}

/** An element of a typed array, by an int that may be written twice. */
function storeElement(
  context: Context,
  object: Code,
  at: Expression,
  compute: (old: Code) => Code,
  mark: string,
): Code | undefined {
  if ((object.type !== "double[]" && object.type !== "int[]") || !object.simple) return undefined;
  const index = context.emit.expression(context, at);
  if (index.type !== "int" || !index.simple) return undefined;
  const type = object.type === "int[]" ? "int" : "double";
  const old: Code = { js: `numberAt(${object.js}, ${index.js})`, type };
  return { js: `${mark}putNumber(${object.js}, ${index.js}, ${stored(compute(old), type, !context.inWhile)})`, type };
}

export function stepCode(context: Context, { operator, prefix, target }: Step): Code {
  const up = operator === "++";
  const old = target.kind === "name" ? nameCode(context, target) : undefined;
  if (target.kind === "name" && (old?.type === "int" || old?.type === "double"))
    return stepNumber(context, target.name, old, up, prefix);
  const by = up ? "next" : "previous";
  if (prefix) return store(context, target, (before) => any(`${by}(${boxed(before)})`));
  const kept = context.temp();
  const step = store(context, target, (before) => any(`${by}(${kept} = ${boxed(before)})`));
  return any(`(${step.js}, ${kept})`);
}

function stepNumber(context: Context, name: string, old: Code, up: boolean, prefix: boolean): Code {
  const one: Code = { js: "1", type: "int", literal: "1", whole: true, simple: true };
  const step = assignName(context, name, binaryCode(up ? "+" : "-", old, one));
  if (prefix) return step;
  const temp = context.temp();
  return { js: `((${temp} = ${old.js}), ${step.js}, ${temp})`, type: old.type, primitive: old.primitive ?? null };
}
