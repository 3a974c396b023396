import { cast } from "./cast.ts";
import { noSignature } from "./closures.ts";
import { hash, identityHash } from "./hash.ts";
import { late } from "./late.ts";
import { GMap } from "./maps.ts";
import { choose } from "./overloads.ts";
import { fail } from "./throwable.ts";
import { Obj, type UserClass, UserClassRef, type Value } from "./values.ts";

const OBJECTS_SHOWN_AS = 16;

export function hasMethod(object: Value, name: string): boolean {
  return object instanceof Obj && object.$class.methods[name] !== undefined;
}

export function userText(object: Obj): string {
  if (hasMethod(object, "toString")) return late.text(late.call(object, "toString", []));
  return `${object.$class.name}@${(hasMethod(object, "hashCode") ? hash(object) : identityHash(object)).toString(OBJECTS_SHOWN_AS)}`;
}

/** Calls a method of a script's class, or gives undefined where it has none. */
export function callOwn(object: Obj, name: string, args: readonly Value[]): { value: Value } | undefined {
  const overloads = object.$class.methods[name];
  if (overloads !== undefined) {
    const chosen = choose(overloads, args);
    return chosen === undefined ? noSignature(object.$class.name, name, args) : { value: chosen.run(object, ...args) };
  }
  const statics = object.$class.statics[name];
  const chosen = statics === undefined ? undefined : choose(statics, args);
  return chosen === undefined ? undefined : { value: chosen.run(null, ...args) };
}

export function callStatic(of: UserClass, name: string, args: readonly Value[]): { value: Value } | undefined {
  const overloads = of.statics[name];
  if (overloads === undefined) return undefined;
  const chosen = choose(overloads, args);
  return chosen === undefined ? noSignature(of.name, name, args, true) : { value: chosen.run(null, ...args) };
}

/** `new Name(…)`; without constructors a map sets properties. */
export function construct(of: UserClass, args: readonly Value[]): Obj {
  const object = new Obj(of);
  of.initialize(object);
  const chosen = choose(of.constructors, args);
  if (chosen !== undefined) {
    chosen.run(object, ...args);
    return object;
  }
  const [first] = args;
  if (args.length === 0 && of.constructors.length === 0) return object;
  const bare = of.constructors.length === 0 || of.constructors.some((one) => one.types.length === 0);
  if (args.length === 1 && first instanceof GMap && bare) {
    for (const { key, value } of first.entries()) setOwn(object, late.text(key), value);
    return object;
  }
  const types = args.map((arg) => late.call(arg, "$className", [])).join(", ");
  return fail("GroovyRuntimeException", `Could not find matching constructor for: ${of.name}(${types})`);
}

/** `this(…)` at the top of a constructor. */
export function delegate(object: Obj, args: readonly Value[]): null {
  const chosen = choose(object.$class.constructors, args);
  if (chosen === undefined) return noSignature(object.$class.name, "<init>", args);
  chosen.run(object, ...args);
  return null;
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

export function getOwn(object: Obj, name: string): { value: Value } | undefined {
  const getter = callGetter(object, name);
  if (getter !== undefined) return getter;
  if (name in object.f) return { value: object.f[name] };
  const { staticFields } = object.$class;
  return name in staticFields ? { value: staticFields[name] } : undefined;
}

function callGetter(object: Obj, name: string): { value: Value } | undefined {
  const { methods } = object.$class;
  for (const getter of [`get${capital(name)}`, `is${capital(name)}`])
    if (methods[getter] !== undefined) return callOwn(object, getter, []);
  return undefined;
}

export function setOwn(object: Obj, name: string, value: Value): void {
  const of = object.$class;
  if (of.methods[`set${capital(name)}`] !== undefined) {
    callOwn(object, `set${capital(name)}`, [value]);
    return;
  }
  const field = of.fields[name];
  if (field === undefined) fail("MissingPropertyException", `No such property: ${name} for class: ${of.name}`);
  if (field?.isFinal) fail("ReadOnlyPropertyException", `Cannot set readonly property: ${name} for class: ${of.name}`);
  const fitting = field?.type === "Object" ? value : cast(value, field?.type ?? "Object");
  if (field?.isStatic) of.staticFields[name] = fitting;
  else object.f[name] = fitting;
}

export function classRef(of: UserClass): UserClassRef {
  return new UserClassRef(of);
}
