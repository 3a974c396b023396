import { asType, toArray } from "./cast.ts";
import { call1, callClosure, parameterCount } from "./closures.ts";
import { items } from "./iterate.ts";
import { late } from "./late.ts";
import { int, type Table } from "./methods.ts";
import { matchValue, regexOf } from "./regex.ts";
import { truth } from "./truth.ts";
import { Char, isFn, isList, Pattern, type Value } from "./values.ts";
import { VISITING } from "./visiting.ts";

const s = (value: Value): string => late.text(value);
const lines = (self: Value): string[] => {
  const all = s(self).split(/\r\n|\n|\r/);
  if (all.at(-1) === "") all.pop();
  return all;
};

function splitJava(text: string, pattern: string, limit: number): string[] {
  const regex = regexOf(pattern);
  const parts: string[] = [];
  let from = 0;
  for (const match of text.matchAll(regex)) {
    if (limit > 0 && parts.length === limit - 1) break;
    if (match.index === 0 && match[0].length === 0) continue;
    if (match[0].length === 0 && match.index >= text.length) continue;
    parts.push(text.slice(from, match.index));
    from = match.index + match[0].length;
  }
  parts.push(text.slice(from));
  if (limit === 0) while (parts.length > 1 && parts.at(-1) === "") parts.pop();
  return parts;
}

function tokens(text: string, separators: string): string[] {
  const parts: string[] = [];
  let part = "";
  for (const char of text) {
    if (!separators.includes(char)) part += char;
    else if (part !== "") {
      parts.push(part);
      part = "";
    }
  }
  return part === "" ? parts : [...parts, part];
}

/** Text into parts, lines and matches. */
export const SPLITTING: Table = {
  split(self, pattern, limit) {
    if (pattern === undefined) return toArray(tokens(s(self), " \t\n\r\f"), "String");
    if (isFn(pattern)) return VISITING.split?.([...s(self)], pattern);
    return toArray(splitJava(s(self), s(pattern), Number(limit ?? 0n)), "String");
  },
  tokenize: (self, separators) => tokens(s(self), separators === undefined ? " \t\n\r\f" : s(separators)),
  readLines: (self) => lines(self),
  eachLine(self, closure) {
    let last: Value = null;
    for (const [at, line] of lines(self).entries())
      last = isFn(closure) && parameterCount(closure) === 2 ? closure(line, int(at)) : call1(closure, line);
    return last;
  },
  splitEachLine(self, pattern, closure) {
    for (const line of lines(self)) call1(closure, splitJava(line, s(pattern), 0));
    return null;
  },
  toList: (self) => [...s(self)],
  toSet: (self) => items(asType(self, "Set")),
  toCharArray: (self) =>
    toArray(
      [...s(self)].map((char) => new Char(char)),
      "char",
    ),
  getChars: (self) =>
    toArray(
      [...s(self)].map((char) => new Char(char)),
      "char",
    ),
  getBytes: (self) => toArray(utf8(s(self)).map(int), "byte"),
  find(self, pattern, closure) {
    if (isFn(pattern)) return [...s(self)].find((char) => truth(pattern(char))) ?? null;
    const match = regexOf(pattern instanceof Pattern ? pattern : s(pattern)).exec(s(self));
    if (match === null) return null;
    return closure === undefined ? match[0] : called(closure, matchValue(match));
  },
  findAll(self, pattern, closure) {
    if (isFn(pattern)) return [...s(self)].filter((char) => truth(pattern(char)));
    const all = [...s(self).matchAll(regexOf(pattern instanceof Pattern ? pattern : s(pattern)))];
    return all.map((match) => (closure === undefined ? match[0] : called(closure, matchValue(match))));
  },
  eachMatch(self, pattern, closure) {
    for (const match of s(self).matchAll(regexOf(pattern instanceof Pattern ? pattern : s(pattern))))
      called(closure, matchValue(match));
    return self;
  },
};

function utf8(text: string): number[] {
  return [...encodeURIComponent(text).matchAll(/%([0-9A-F]{2})|(.)/g)].map(([, hex, char]) =>
    hex === undefined ? (char ?? "").charCodeAt(0) : Number.parseInt(hex, 16),
  );
}

function called(closure: Value, value: Value): Value {
  return isList(value) && isFn(closure) && parameterCount(closure) > 1
    ? callClosure(closure, value)
    : call1(closure, value);
}
