// How values of Groovy stand in JavaScript:
//   Double = number, Integer = bigint, String = string, Boolean = boolean, null = null, closure = function,
//   List = array, double[] = Float64Array, int[] = Int32Array, other arrays = JavaArray; the rest are the classes here.

export type Value = unknown;
export type Fn = (...args: Value[]) => Value;

export class Long {
  readonly v: bigint;
  constructor(v: bigint) {
    this.v = BigInt.asIntN(64, v);
  }
}

/** BigInteger */
export class Big {
  readonly v: bigint;
  constructor(v: bigint) {
    this.v = v;
  }
}

export class Float {
  readonly v: number;
  constructor(v: number) {
    this.v = Math.fround(v);
  }
}

/** Byte and Short: numbers that become Integer in every operation. */
export class Small {
  readonly v: bigint;
  readonly type: "Byte" | "Short";
  constructor(v: bigint, type: "Byte" | "Short") {
    this.v = BigInt.asIntN(type === "Byte" ? 8 : 16, v);
    this.type = type;
  }
}

export class Char {
  readonly c: string;
  constructor(c: string) {
    this.c = c;
  }
}

/** BigDecimal: unscaled × 10^-scale. */
export class Dec {
  readonly u: bigint;
  readonly scale: number;
  private double: number | undefined = undefined;
  constructor(u: bigint, scale: number) {
    this.u = u;
    this.scale = scale;
  }
  /** doubleValue() */
  get d(): number {
    this.double ??= Number(`${this.u}e${-this.scale}`);
    return this.double;
  }
}

export class GString {
  readonly texts: readonly string[];
  /** Functions are `${-> …}`. */
  readonly values: readonly Value[];
  constructor(texts: readonly string[], values: readonly Value[]) {
    this.texts = texts;
    this.values = values;
  }
}

/** An array of objects, or of a primitive type that has no typed array. */
export class JavaArray extends Array<Value> {
  type = "Object";
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }
}

export class ClassRef {
  readonly name: string;
  readonly simple: string;
  constructor(name: string) {
    this.name = name;
    this.simple = name.slice(name.lastIndexOf(".") + 1);
  }
}

export class Pattern {
  readonly source: string;
  readonly flags: string;
  constructor(source: string, flags = "") {
    this.source = source;
    this.flags = flags;
  }
}

export class Builder {
  text: string;
  readonly type: "StringBuilder" | "StringBuffer";
  constructor(text: string, type: "StringBuilder" | "StringBuffer") {
    this.text = text;
    this.type = type;
  }
}

/** What a script's class is at run time. */
export interface UserClass {
  readonly name: string;
  readonly fields: Record<string, UserField>;
  /** By name, each with its overloads; the receiver comes first. */
  readonly methods: Record<string, Overload[]>;
  readonly statics: Record<string, Overload[]>;
  readonly constructors: Overload[];
  readonly staticFields: Record<string, Value>;
  readonly initialize: (self: Obj) => void;
}

export interface UserField {
  readonly type: string;
  readonly isStatic: boolean;
  readonly isFinal: boolean;
}

export interface Overload {
  readonly run: Fn;
  readonly types: readonly string[];
  /** Fewest arguments it takes; the others have initial values. */
  readonly least: number;
  readonly rest: boolean;
}

export class Obj {
  readonly $class: UserClass;
  readonly f: Record<string, Value> = Object.create(null);
  constructor(of: UserClass) {
    this.$class = of;
  }
}

export class UserClassRef extends ClassRef {
  readonly of: UserClass;
  constructor(of: UserClass) {
    super(of.name);
    this.of = of;
  }
}

export type Closure = Fn & {
  $shape?: { readonly most: number; readonly least: number; readonly types: readonly string[] };
};

export function isList(value: Value): value is Value[] {
  return Array.isArray(value);
}

export function isTyped(value: Value): value is Float64Array | Int32Array {
  return value instanceof Float64Array || value instanceof Int32Array;
}

export function isFn(value: Value): value is Closure {
  return typeof value === "function";
}
