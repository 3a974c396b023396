import { asType, cast } from "./cast.ts";
import { call1 } from "./closures.ts";
import { compare, javaEquals } from "./equality.ts";
import { hash } from "./hash.ts";
import { items } from "./iterate.ts";
import { late } from "./late.ts";
import { isCase } from "./matching.ts";
import { int, type Table, table, without } from "./methods.ts";
import { Matcher, regexOf } from "./regex.ts";
import { inspect } from "./text.ts";
import type { Throwable } from "./throwable.ts";
import { truth } from "./truth.ts";
import { className, classOf, isInstance } from "./types.ts";
import { type Builder, ClassRef, type Pattern, type Value } from "./values.ts";
import { VISITING } from "./visiting.ts";

const ONLY_OF_COLLECTIONS = "reverseEach collectMany collectNested collectEntries findResults count countBy sum";

/** Every value has these. */
export const OBJECT: Table = table(without(VISITING, ONLY_OF_COLLECTIONS), {
  toString: (self: Value) => late.text(self),
  equals: (self, other) => javaEquals(self, other),
  hashCode: (self) => int(hash(self)),
  getClass: (self) => classOf(self),
  $className: (self) => className(self),
  is: (self, other) => self === other,
  inspect: (self) => inspect(self),
  with: (self, closure) => call1(closure, self),
  asType: (self, type) => asType(self, typeOf(type)),
  asBoolean: (self) => truth(self),
  isCase: (self, other) => isCase(self, other),
  findAll: (self, closure) => items(self).filter((item) => truth(call1(closure, item))),
  grep: (self, filter) => items(self).filter((item) => isCase(filter, item)),
  iterator: (self) => [...items(self)],
});

export const BOOLEAN: Table = table({
  compareTo: (self, other) => int(compare(self, other)),
  and: (self, other) => truth(self) && truth(other),
  or: (self, other) => truth(self) || truth(other),
  xor: (self, other) => truth(self) !== truth(other),
  implies: (self, other) => !truth(self) || truth(other),
});

function typeOf(type: Value): string {
  return type instanceof ClassRef ? type.simple : late.text(type);
}

export const BUILDER: Table = table({
  append(self, value) {
    (self as Builder).text += late.text(value);
    return self;
  },
  leftShift(self, value) {
    (self as Builder).text += late.text(value);
    return self;
  },
  insert(self, at, value) {
    const builder = self as Builder;
    builder.text = builder.text.slice(0, Number(at)) + late.text(value) + builder.text.slice(Number(at));
    return self;
  },
  reverse(self) {
    (self as Builder).text = [...(self as Builder).text].reverse().join("");
    return self;
  },
  length: (self) => int((self as Builder).text.length),
  size: (self) => int((self as Builder).text.length),
  setLength(self, size) {
    (self as Builder).text = (self as Builder).text.slice(0, Number(size));
    return null;
  },
  deleteCharAt(self, at) {
    const builder = self as Builder;
    builder.text = builder.text.slice(0, Number(at)) + builder.text.slice(Number(at) + 1);
    return self;
  },
  toString: (self: Value) => (self as Builder).text,
  plus: (self, other) => (self as Builder).text + late.text(other),
});

export const THROWABLE: Table = table({
  getMessage: (self) => (self as Throwable).text,
  getLocalizedMessage: (self) => (self as Throwable).text,
  getCause: (self) => (self as Throwable).cause ?? null,
  getStackTrace: () => [],
  printStackTrace: () => null,
});

const matcher = (self: Value): Matcher => self as Matcher;
const which = (group: Value): number | string => (typeof group === "bigint" ? Number(group) : late.text(group));

export const MATCHER: Table = table({
  matches: (self) => matcher(self).matches(),
  find: (self) => matcher(self).find(),
  lookingAt: (self) => matcher(self).lookingAt(),
  group: (self, group) => matcher(self).group(group === undefined ? 0 : which(group)),
  groupCount: (self) => int(matcher(self).groupCount()),
  start: (self) => int(matcher(self).current().index),
  end: (self) => int(matcher(self).current().index + matcher(self).current()[0].length),
  getCount: (self) => int(matcher(self).all().length),
  size: (self) => int(matcher(self).all().length),
  hasGroup: (self) => matcher(self).groupCount() > 0,
  reset: (self) => matcher(self).reset(),
  replaceAll: (self, by) => late.call(matcher(self).text, "replaceAll", [matcher(self).pattern, by]),
  replaceFirst: (self, by) => late.call(matcher(self).text, "replaceFirst", [matcher(self).pattern, by]),
  each(self, closure) {
    for (const match of matcher(self).all()) call1(closure, match);
    return self;
  },
});

export const PATTERN: Table = table({
  matcher: (self, text) => new Matcher(self as Pattern, late.text(text)),
  pattern: (self) => (self as Pattern).source,
  split: (self, text) => late.text(text).split(regexOf(self as Pattern)),
  isCase: (self, value) => isCase(self, value),
});

export const CLASS: Table = table({
  getName: (self) => (self as ClassRef).name,
  getSimpleName: (self) => (self as ClassRef).simple,
  isInstance: (self, value) => isInstance(value, (self as ClassRef).simple),
  cast: (self, value) => cast(value, (self as ClassRef).simple),
});
