import { Entry, GMap, GSet } from "./maps.ts";
import { isNumber, numberClass } from "./numeric.ts";
import { Range } from "./range.ts";
import { Matcher } from "./regex.ts";
import { EXCEPTIONS, isException, Throwable } from "./throwable.ts";
import {
  Builder,
  Char,
  ClassRef,
  GString,
  isFn,
  isList,
  JavaArray,
  Obj,
  Pattern,
  UserClassRef,
  type Value,
} from "./values.ts";

/** Classes a script may name, by package. Exceptions come from their own table. */
const NAMES: Readonly<Record<string, string>> = {
  "java.lang": `Object Integer Long Short Byte Double Float Boolean Character String Number Math CharSequence Comparable
    Iterable StringBuilder StringBuffer System Class Void`,
  "java.util": `List Map Set Collection ArrayList LinkedList LinkedHashMap HashMap TreeMap LinkedHashSet HashSet TreeSet
    Collections Arrays Iterator Map.Entry Stack Objects`,
  "java.math": "BigDecimal BigInteger RoundingMode MathContext",
  "java.util.regex": "Pattern Matcher",
  "groovy.lang": "Closure GString Range IntRange ObjectRange",
};

const PRIMITIVE_NAMES = ["int", "long", "double", "float", "boolean", "byte", "short", "char", "void"];

export const KNOWN_CLASSES: ReadonlyMap<string, ClassRef> = new Map([
  ...Object.entries(NAMES).flatMap(([from, names]) =>
    names.split(/\s+/).map((name): [string, ClassRef] => [name, new ClassRef(`${from}.${name.replace(".", "$")}`)]),
  ),
  ...[...EXCEPTIONS.values()].map(({ name, full }): [string, ClassRef] => [name, new ClassRef(full)]),
  ...PRIMITIVE_NAMES.map((name): [string, ClassRef] => [name, new ClassRef(name)]),
]);

const MAPS = { linked: "LinkedHashMap", hash: "HashMap", tree: "TreeMap" };
const SETS = { linked: "LinkedHashSet", hash: "HashSet", tree: "TreeSet" };

/** getClass().getName() */
export function className(value: Value): string {
  if (typeof value === "string") return "java.lang.String";
  if (typeof value === "boolean") return "java.lang.Boolean";
  if (value === null || value === undefined) return "null";
  if (isNumber(value)) return numberClass(value);
  if (value instanceof JavaArray) return `[L${KNOWN_CLASSES.get(value.type)?.name ?? value.type};`;
  if (isList(value)) return "java.util.ArrayList";
  if (value instanceof GMap) return `java.util.${MAPS[value.order]}`;
  if (value instanceof GSet) return `java.util.${SETS[value.order]}`;
  if (value instanceof Obj) return value.$class.name;
  if (value instanceof Throwable) return value.type.full;
  if (isFn(value)) return "Script1$_run_closure1";
  return otherClass(value);
}

function otherClass(value: Value): string {
  if (value instanceof GString) return "org.codehaus.groovy.runtime.GStringImpl";
  if (value instanceof Char) return "java.lang.Character";
  if (value instanceof Range) return value.whole === undefined ? "groovy.lang.ObjectRange" : "groovy.lang.IntRange";
  if (value instanceof Pattern) return "java.util.regex.Pattern";
  if (value instanceof Matcher) return "java.util.regex.Matcher";
  if (value instanceof Builder) return `java.lang.${value.type}`;
  if (value instanceof ClassRef) return "java.lang.Class";
  if (value instanceof Entry) return "java.util.LinkedHashMap$Entry";
  if (value instanceof Float64Array) return "[D";
  if (value instanceof Int32Array) return "[I";
  return "java.lang.Object";
}

const PARENTS: Readonly<Record<string, string>> = {
  "java.lang.Integer": "Number Comparable",
  "java.lang.Long": "Number Comparable",
  "java.lang.Double": "Number Comparable",
  "java.lang.Float": "Number Comparable",
  "java.lang.Short": "Number Comparable",
  "java.lang.Byte": "Number Comparable",
  "java.math.BigDecimal": "Number Comparable",
  "java.math.BigInteger": "Number Comparable",
  "java.lang.String": "CharSequence Comparable",
  "java.lang.Boolean": "Comparable",
  "java.lang.Character": "Comparable",
  "org.codehaus.groovy.runtime.GStringImpl": "GString CharSequence Comparable",
  "java.util.ArrayList": "List Collection Iterable",
  "java.util.LinkedHashMap": "Map HashMap",
  "java.util.HashMap": "Map",
  "java.util.TreeMap": "Map",
  "java.util.LinkedHashSet": "Set HashSet Collection Iterable",
  "java.util.HashSet": "Set Collection Iterable",
  "java.util.TreeSet": "Set Collection Iterable",
  "groovy.lang.IntRange": "Range List Collection Iterable",
  "groovy.lang.ObjectRange": "Range List Collection Iterable",
  "java.lang.StringBuilder": "CharSequence",
  "java.lang.StringBuffer": "CharSequence",
  "java.util.LinkedHashMap$Entry": "Map.Entry",
};

/** `value instanceof Type`; the type by its simple name, `[]` after that of an array. */
export function isInstance(value: Value, type: string): boolean {
  if (value === null || value === undefined) return false;
  if (type === "Object") return true;
  if (value instanceof Throwable) return isException(value, type);
  if (isFn(value)) return type === "Closure";
  const name = className(value);
  if (type.endsWith("[]"))
    return arrayType(value) === type.slice(0, -2) || (type === "Object[]" && value instanceof JavaArray);
  const simple = name.slice(name.lastIndexOf(".") + 1);
  return simple === type || (PARENTS[name] ?? "").split(" ").includes(type);
}

export function arrayType(value: Value): string | undefined {
  if (value instanceof Float64Array) return "double";
  if (value instanceof Int32Array) return "int";
  return value instanceof JavaArray ? value.type : undefined;
}

export function classOf(value: Value): ClassRef {
  if (value instanceof Obj) return new UserClassRef(value.$class);
  return new ClassRef(className(value));
}
