/**
 * What the translator knows of a value: an int and a double of a typed variable are JavaScript numbers, boolean is
 * boolean, `double[]` a Float64Array, `int[]` an Int32Array; anything else is a value of the run-time.
 */
export type Static = "int" | "double" | "boolean" | "double[]" | "int[]" | "any";

export interface Code {
  readonly js: string;
  readonly type: Static;
  /** Of a literal: its value as a JavaScript number, where that is exact enough for arithmetic with doubles. */
  readonly literal?: string;
  /** Of a whole literal. */
  readonly whole?: boolean;
  /** Of a whole number whose type is declared, as a primitive number of Java; null where Groovy has an object. */
  readonly primitive?: "int" | "long" | null;
  /** Of the division of two of them: what a declared double or float takes. */
  readonly quotient?: string;
  /** May be written twice: a name or a literal. */
  readonly simple?: boolean;
}

export function any(js: string, simple = false): Code {
  return { js, type: "any", simple };
}

/** The value as the run-time has it. */
export function boxed(code: Code): string {
  if (code.type !== "int") return code.js;
  return /^-?\d+$/.test(code.js) ? (code.js.startsWith("-") ? `(${code.js}n)` : `${code.js}n`) : `BigInt(${code.js})`;
}

export function condition(code: Code): string {
  if (code.type === "boolean") return code.js;
  if (code.type === "int" || code.type === "double") return `(${code.js} !== 0)`;
  return `truth(${code.js})`;
}

/** As a JavaScript number for arithmetic of doubles, or undefined where the type is not known. */
export function asNumber(code: Code): string | undefined {
  if (code.type === "int" || code.type === "double") return code.js;
  return code.literal;
}

/** What a variable of a declared type holds. */
export function staticOf(type: string | undefined): Static {
  if (type === "int" || type === "double" || type === "boolean" || type === "double[]" || type === "int[]") return type;
  return "any";
}

/** A value for a variable of the declared type. */
export function convert(code: Code, type: string | undefined): string {
  if (type === undefined || type === "Object" || type === "def") return boxed(code);
  if (type === "int") return toInt(code);
  if (type === "double")
    return code.type === "double" || code.type === "int" ? code.js : (code.literal ?? `doubleOf(${code.js})`);
  if (type === "boolean") return condition(code);
  if (type === code.type) return code.js;
  if (type === "String") return asString(code);
  return `cast(${boxed(code)}, ${JSON.stringify(type)})`;
}

/** Most are strings already: a call costs more than a look. */
function asString(code: Code): string {
  if (code.js.startsWith('"')) return code.js;
  if (code.type !== "any" || !code.simple) return `stringOf(${boxed(code)})`;
  return `(typeof ${code.js} === "string" ? ${code.js} : stringOf(${code.js}))`;
}

const WHOLE_TYPES: Readonly<Record<string, "int" | "long">> = {
  int: "int",
  long: "long",
  short: "int",
  byte: "int",
  char: "int",
};

/** The primitive number that a variable or a result of the declared type is. */
export function primitiveOf(declared: string | undefined): "int" | "long" | null {
  return WHOLE_TYPES[declared ?? ""] ?? null;
}

/** A value for a variable or field of the declared type: a quotient of whole numbers loses its fraction, as in Java. */
export function stored(code: Code, type: string | undefined, primitive: boolean): string {
  if (!primitive || code.quotient === undefined || (type !== "double" && type !== "float")) return convert(code, type);
  return convert({ js: code.quotient, type: "double" }, type);
}

function toInt(code: Code): string {
  if (code.type === "int") return code.js;
  if (code.whole && code.literal !== undefined) return code.literal;
  return `intOf(${code.js})`;
}
