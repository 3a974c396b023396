import type { Argument, Call, Expression, Method } from "../syntax/ast.ts";
import { any, asNumber, boxed, type Code, primitiveOf, staticOf } from "./code.ts";
import type { Context } from "./context.ts";
import { itemsCode, text, value } from "./literals.ts";
import { findField, isMathName, nameCode, typeText } from "./names.ts";
import { REFUSED_FUNCTIONS, REFUSED_MEMBERS, SYSTEM_MEMBERS } from "./refused.ts";

/** Functions of Math that JavaScript has with the same result for doubles. */
const MATH: ReadonlySet<string> = new Set("sqrt abs floor ceil max min".split(" "));

export function callCode(context: Context, call: Call): Code {
  const name = call.name.kind === "string" ? call.name.value : undefined;
  if (call.object === undefined) return functionCall(context, name ?? "", call);
  if (name !== undefined && REFUSED_MEMBERS.has(name)) context.refuse(`.${name}()`, call);
  const system = systemOutput(context, call, name);
  if (system !== undefined) return system;
  if (call.object.kind === "name" && call.object.name === "Math" && context.scope.find("Math") === undefined) {
    const direct = mathCall(context, name ?? "", call.args);
    if (direct !== undefined) return direct;
  }
  if (call.object.kind === "this") {
    if (name === "call" && context.owner !== undefined && !context.owner.isStatic)
      return any(`delegate(self, [${itemsCode(context, call.args)}])`);
    return ownCall(context, name ?? "", call);
  }
  return methodCall(context, call, name === undefined ? `text(${value(context, call.name)})` : text(name));
}

/** System.out.println prints; nothing else of System exists. */
function systemOutput(context: Context, call: Call, name: string | undefined): Code | undefined {
  const { object } = call;
  if (object?.kind === "name" && object.name === "System") {
    context.refuse(`System.${name ?? "?"}`, call);
    return any("null");
  }
  if (object?.kind !== "property" || object.object.kind !== "name" || object.object.name !== "System") return undefined;
  const stream = object.name.kind === "string" ? object.name.value : "";
  if (!SYSTEM_MEMBERS.has(stream)) context.refuse(`System.${stream}`, call);
  return any(`run.call(${text(name ?? "")}, [${itemsCode(context, call.args)}])`);
}

function mathCall(context: Context, name: string, args: readonly Argument[]): Code | undefined {
  if (!MATH.has(name) || args.some((arg) => arg.kind !== "value")) return undefined;
  const codes = args.map((arg) => context.emit.expression(context, arg.value));
  const numbers = codes.map(asNumber);
  const exact = name === "sqrt" || name === "floor" || name === "ceil" || codes.some((code) => code.type === "double");
  if (numbers.includes(undefined) || !exact || !codes.some((code) => code.type === "double" || code.type === "int"))
    return undefined;
  return { js: `Math.${name}(${numbers.join(", ")})`, type: "double" };
}

function methodCall(context: Context, call: Call, name: string): Code {
  const object = call.object === undefined ? "null" : boxed(context.emit.expression(context, call.object));
  const mark = context.mark(call);
  if (call.spread) return any(`${mark}callSpread(${object}, ${name}, [${itemsCode(context, call.args)}])`);
  if (!call.safe) return any(mark + plainCall(context, object, name, call.args));
  const temp = context.temp();
  return any(`${mark}((${temp} = ${object}) == null ? null : ${plainCall(context, temp, name, call.args)})`);
}

function plainCall(context: Context, object: string, name: string, args: readonly Argument[]): string {
  const list = itemsCode(context, args);
  if (args.length > 2 || args.some((arg) => arg.kind !== "value")) return `call(${object}, ${name}, [${list}])`;
  return `call${args.length}(${object}, ${name}${args.length === 0 ? "" : `, ${list}`})`;
}

function functionCall(context: Context, name: string, call: Call): Code {
  const mark = context.mark(call);
  if (
    context.scope.find(name) !== undefined ||
    (findField(context, name) !== undefined && !hasOwnMethod(context, name))
  )
    return any(
      `${mark}callClosure(${boxed(nameCode(context, { kind: "name", name, line: call.line, column: call.column }))}, [${itemsCode(context, call.args)}])`,
    );
  if (context.owner !== undefined && hasOwnMethod(context, name)) return ownCall(context, name, call);
  if (isMathName(context, name) && !context.methods.has(name))
    return (
      mathCall(context, name, call.args) ??
      any(`${mark}call(${context.constant('classNamed("Math")')}, ${text(name)}, [${itemsCode(context, call.args)}])`)
    );
  const methods = context.owner === undefined ? context.methods.get(name) : undefined;
  if (methods !== undefined) return scriptCall(context, name, methods, call);
  if (REFUSED_FUNCTIONS.has(name) && !context.assigned.has(name)) context.refuse(`${name}()`, call);
  return any(`${mark}run.call(${text(name)}, [${itemsCode(context, call.args)}])`);
}

/** One method of the name that takes just these arguments is called without a search. */
function scriptCall(context: Context, name: string, methods: readonly Method[], call: Call): Code {
  const [only] = methods;
  const mark = context.mark(call);
  const fits =
    methods.length === 1 &&
    only?.parameters.length === call.args.length &&
    only.parameters.every(({ rest, type }) => !rest && takesAnything(typeText(type)));
  if (!fits || call.args.some((arg) => arg.kind !== "value"))
    return {
      js: `${mark}run.call(${text(name)}, [${itemsCode(context, call.args)}])`,
      type: "any",
      primitive: methods.length === 1 ? primitiveOf(typeText(only?.type)) : null,
    };
  const declared = staticOf(typeText(only?.type));
  const type = declared === "double" || declared === "boolean" ? declared : "any";
  const primitive = primitiveOf(typeText(only?.type));
  const args = call.args.map((arg, at) => {
    const code = context.emit.expression(context, arg.value);
    const number = typeText(only.parameters[at]?.type) === "double" ? asNumber(code) : undefined;
    return number ?? boxed(code);
  });
  return { js: `${mark}M$${name}$0(${args.join(", ")})`, type, primitive };
}

/** A wrong type for the others is a missing method, which the search finds. */
function takesAnything(type: string | undefined): boolean {
  return type === undefined || type === "Object" || type === "double" || type === "boolean";
}

function hasOwnMethod(context: Context, name: string): boolean {
  return context.owner?.declaration.methods.some((method) => method.name === name) ?? false;
}

function ownCall(context: Context, name: string, call: Call): Code {
  const mark = context.mark(call);
  const args = `[${itemsCode(context, call.args)}]`;
  if (context.owner === undefined) return any(`${mark}run.call(${text(name)}, ${args})`);
  const self = context.owner.isStatic ? `C$${context.owner.declaration.name}` : "self";
  return any(`${mark}call(${self}, ${text(name)}, ${args})`);
}

export function pointerCode(context: Context, object: Expression, name: string): Code {
  if (REFUSED_MEMBERS.has(name)) context.refuse(`.&${name}`, object);
  const target = context.temp();
  const run =
    object.kind === "this" && context.owner === undefined
      ? `run.call(${text(name)}, args)`
      : `call(own, ${text(name)}, args)`;
  const own = object.kind === "this" ? (context.owner === undefined ? "null" : "self") : value(context, object);
  return any(`((${target} = ${own}), ((own) => shaped((...args) => ${run}, 0, Infinity))(${target}))`);
}
