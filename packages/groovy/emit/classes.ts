import type { ClassDeclaration, Field, Method } from "../syntax/ast.ts";
import { convert } from "./code.ts";
import type { Context } from "./context.ts";
import { text } from "./literals.ts";
import { typeText } from "./names.ts";
import { checkType } from "./types.ts";

/** The overloads of a name as the run-time chooses among them. */
/** Initial values of fields see no variables. */
const NOTHING_CAPTURED: ReadonlySet<string> = new Set();

export function overloadCode(
  context: Context,
  method: Method,
  receiver: boolean,
  name: string | undefined,
): { js: string; define: string } {
  checkType(context, method.type?.name === "void" ? undefined : method.type);
  const result = typeText(method.type);
  const made = context.emit.functionBody(context, method.parameters, method.body, result);
  const parameters = [receiver ? "self" : "", made.parameters].filter((part) => part !== "").join(", ");
  const types = method.parameters.map(({ type }) => typeText(type) ?? "Object");
  const rest = method.parameters.some((parameter) => parameter.rest);
  const run = name ?? `(${parameters}) => {${made.body}}`;
  const define = name === undefined ? "" : `function ${name}(${parameters}) {${made.body}}\n`;
  const whole = `{run: ${run}, types: ${JSON.stringify(types)}, least: ${trailing(method) ? made.least : types.length}, rest: ${rest}}`;
  return { js: trailing(method) ? whole : [whole, ...shorter(method, types, run, receiver)].join(", "), define };
}

/** No parameter with an initial value stands before one without. */
function trailing({ parameters }: Method): boolean {
  const first = parameters.findIndex(({ initial }) => initial !== undefined);
  return first < 0 || parameters.slice(first).every(({ initial, rest }) => initial !== undefined || rest);
}

/** Groovy leaves out initial values from the right, one more for each shorter call. */
function shorter({ parameters }: Method, types: readonly string[], run: string, receiver: boolean): string[] {
  const initials = parameters.flatMap(({ initial }, at) => (initial === undefined ? [] : [at]));
  return initials.map((_, left) => {
    const dropped = new Set(initials.slice(initials.length - 1 - left));
    const given = parameters.flatMap((_one, at) => (dropped.has(at) ? [] : [`a${at}`]));
    const passed = parameters.map((_one, at) => (dropped.has(at) ? "undefined" : `a${at}`));
    const own = receiver ? ["self"] : [];
    const kept = types.filter((_one, at) => !dropped.has(at));
    return `{run: (${[...own, ...given].join(", ")}) => (${run})(${[...own, ...passed].join(", ")}), types: ${JSON.stringify(kept)}, least: ${kept.length}, rest: false}`;
  });
}

export function classCode(context: Context, declaration: ClassDeclaration): string {
  const { name, fields, methods, constructors } = declaration;
  const members = (isStatic: boolean) => {
    context.owner = { declaration, isStatic };
    const names = [...new Set(methods.filter((method) => method.isStatic === isStatic).map((method) => method.name))];
    const list = names.map((one) => {
      const overloads = methods.filter((method) => method.name === one && method.isStatic === isStatic);
      return `${text(one)}: [${overloads.map((method) => overloadCode(context, method, true, undefined).js).join(", ")}]`;
    });
    return `{__proto__: null, ${list.join(", ")}}`;
  };
  const statics = members(true);
  const own = members(false);
  const made = constructors.map((method) => overloadCode(context, method, true, undefined).js);
  const initialize = context.inFunction(undefined, NOTHING_CAPTURED, () =>
    fields
      .filter(({ isStatic }) => !isStatic)
      .map((field) => fieldCode(context, field, "self.f"))
      .join(""),
  );
  const code = `const C$${name} = classRef({name: ${text(name)}, fields: ${fieldTable(fields)}, methods: ${own}, statics: ${statics}, constructors: [${made.join(", ")}], staticFields: {__proto__: null}, initialize: (self) => {${initialize}}});\n`;
  context.owner = { declaration, isStatic: true };
  const shared = context.inFunction(undefined, NOTHING_CAPTURED, () =>
    fields
      .filter(({ isStatic }) => isStatic)
      .map((field) => fieldCode(context, field, `C$${name}.of.staticFields`))
      .join(""),
  );
  context.owner = undefined;
  return `${code}{${shared}}\n`;
}

function fieldTable(fields: readonly Field[]): string {
  const rows = fields.map(
    ({ name, type, isStatic, isFinal }) =>
      `${text(name)}: {type: ${text(typeText(type) ?? "Object")}, isStatic: ${isStatic}, isFinal: ${isFinal}}`,
  );
  return `{__proto__: null, ${rows.join(", ")}}`;
}

function fieldCode(context: Context, { name, type, initial, line, column }: Field, place: string): string {
  checkType(context, type);
  const declared = typeText(type);
  const user = context.classes.has(declared ?? "");
  const mark = context.mark({ line, column });
  if (initial === undefined) return `${mark}${place}[${text(name)}] = zeroOf(${text(declared ?? "Object")});`;
  const code = context.emit.expression(context, initial);
  const js = declared === "int" ? `BigInt(${convert(code, "int")})` : convert(code, user ? undefined : declared);
  return `${mark}${place}[${text(name)}] = ${js};`;
}
