import { range } from "./access.ts";
import { cast } from "./cast.ts";
import { CONSTANTS } from "./constants.ts";
import { call, isHostObject } from "./dispatch.ts";
import { fromHost, toHost } from "./host.ts";
import { items } from "./iterate.ts";
import { Entry, GMap, GSet } from "./maps.ts";
import { getOwn, setOwn } from "./objects.ts";
import { Range } from "./range.ts";
import { fail, Throwable } from "./throwable.ts";
import { className, classOf } from "./types.ts";
import { ClassRef, isList, isTyped, Obj, UserClassRef, type Value } from "./values.ts";

function missing(name: string, owner: string): never {
  return fail("MissingPropertyException", `No such property: ${name} for class: ${owner}`);
}

/** `object.name` */
export function getProperty(object: Value, name: string): Value {
  if (object === null || object === undefined)
    return fail("NullPointerException", `Cannot get property '${name}' on null object`);
  if (object instanceof GMap) return object.get(name);
  if (object instanceof Obj) return ofObject(object, name);
  if (object instanceof ClassRef) return ofClass(object, name);
  if (name === "class") return classOf(object);
  if (isTyped(object) && name === "length") return BigInt(object.length);
  if (isList(object) || object instanceof GSet || object instanceof Range) return ofCollection(object, name);
  if (typeof object === "object" && isHostObject(object)) return ofHost(object, name);
  return byGetter(object, name);
}

function ofObject(object: Obj, name: string): Value {
  const own = getOwn(object, name);
  if (own !== undefined) return own.value;
  return name === "class" ? classOf(object) : missing(name, object.$class.name);
}

function ofClass(object: ClassRef, name: string): Value {
  if (object instanceof UserClassRef && name in object.of.staticFields) return object.of.staticFields[name];
  const constant = CONSTANTS[`${object.simple}.${name}`];
  if (constant !== undefined) return constant;
  if (name === "class") return object;
  if (name === "name") return object.name;
  if (name === "simpleName") return object.simple;
  if (object instanceof UserClassRef && object.of.statics[getterName(name)] !== undefined)
    return call(object, getterName(name), []);
  return missing(name, object.name);
}

function getterName(name: string): string {
  return `get${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** A property of a list is the list of that property of its items. */
function ofCollection(object: Value, name: string): Value {
  if (name === "empty") return items(object).length === 0;
  if (name === "indices") return range(0n, BigInt(items(object).length), true);
  if (isList(object) && (object as { type?: string }).type !== undefined && name === "length")
    return BigInt(object.length);
  if (object instanceof Range && (name === "from" || name === "to" || name === "reverse")) return object[name];
  return items(object).map((item) => (item === null ? null : ofItem(item, name, className(object))));
}

function ofItem(item: Value, name: string, owner: string): Value {
  try {
    return getProperty(item, name);
  } catch (error) {
    if (!(error instanceof Throwable) || error.type.name !== "MissingPropertyException") throw error;
    if (error.text?.startsWith("Exception evaluating")) throw error;
    const reason = `Reason: ${error.type.full}: ${error.text}`;
    return fail("MissingPropertyException", `Exception evaluating property '${name}' for ${owner}, ${reason}`);
  }
}

function ofHost(object: object, name: string): Value {
  return Object.hasOwn(object, name) ? fromHost(Reflect.get(object, name)) : null;
}

const GETTABLE: ReadonlySet<string> = new Set(
  "key value message cause stackTrace localizedMessage bytes chars values empty count infinite naN maximumNumberOfParameters from to".split(
    " ",
  ),
);

function byGetter(object: Value, name: string): Value {
  if (!GETTABLE.has(name)) return missing(name, className(object));
  try {
    return call(object, getterName(name), []);
  } catch (error) {
    if (!(error instanceof Throwable) || error.type.name !== "MissingMethodException") throw error;
  }
  const asked = `is${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  try {
    return call(object, asked, []);
  } catch (error) {
    if (error instanceof Throwable && error.type.name === "MissingMethodException")
      return missing(name, className(object));
    throw error;
  }
}

/** `object.name = value` */
export function setProperty(object: Value, name: string, value: Value): Value {
  if (object === null || object === undefined)
    return fail("NullPointerException", `Cannot set property '${name}' on null object`);
  if (object instanceof GMap) object.put(name, value);
  else if (object instanceof Obj) setOwn(object, name, value);
  else if (object instanceof UserClassRef) setStatic(object, name, value);
  else if (object instanceof Entry && name === "value") object.value = value;
  else if (isList(object)) for (const item of object) setProperty(item, name, value);
  else if (typeof object === "object" && isHostObject(object)) Reflect.set(object, name, toHost(value));
  else missing(name, className(object));
  return value;
}

function setStatic(object: UserClassRef, name: string, value: Value): void {
  const field = object.of.fields[name];
  if (field === undefined) missing(name, object.name);
  if (field?.isFinal)
    fail("ReadOnlyPropertyException", `Cannot set readonly property: ${name} for class: ${object.name}`);
  object.of.staticFields[name] = field === undefined || field.type === "Object" ? value : cast(value, field.type);
}

/** `list*.name` */
export function getSpread(object: Value, name: string): Value {
  if (object === null || object === undefined) return null;
  return items(object).map((item) => (item === null ? null : getProperty(item, name)));
}
