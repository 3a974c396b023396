import { indexOf } from "./access.ts";
import { call1, callClosure, noSignature, parameterCount } from "./closures.ts";
import { format } from "./format.ts";
import { late } from "./late.ts";
import type { Table } from "./methods.ts";
import { isNumber } from "./numeric.ts";
import { regexOf } from "./regex.ts";
import { fail } from "./throwable.ts";
import { truth } from "./truth.ts";
import { isFn, Pattern, type Value } from "./values.ts";

const s = (value: Value): string => late.text(value);

/** $1 and \$ of Java in a replacement of JavaScript. */
function replacement(text: string): (match: string, ...groups: unknown[]) => string {
  return (match, ...rest) => {
    const named = typeof rest.at(-1) === "object" ? (rest.at(-1) as Record<string, string>) : undefined;
    return text.replace(
      /\\(.)|\$(\d)|\$\{(\w+)\}/g,
      (_, escaped: string | undefined, group: string | undefined, name: string | undefined) => {
        if (escaped !== undefined) return escaped;
        if (name !== undefined) return named?.[name] ?? "";
        return group === "0" ? match : String(rest[Number(group) - 1] ?? "");
      },
    );
  };
}

function replaced(self: Value, what: Value, by: Value, firstOnly: boolean): string {
  const regex = regexOf(what instanceof Pattern ? what : s(what));
  const once = firstOnly ? new RegExp(regex.source, regex.flags.replace("g", "")) : regex;
  if (!isFn(by)) return s(self).replace(once, replacement(s(by)));
  return s(self).replace(once, (...args: unknown[]) => {
    const end = args.findIndex((arg) => typeof arg === "number");
    const groups = args.slice(0, end).map((group) => group ?? null);
    const many = groups.length > 1 && parameterCount(by) > 1;
    return s(many ? callClosure(by, groups) : call1(by, groups.length > 1 ? groups : groups[0]));
  });
}

function padded(self: Value, width: Value, fill: Value, left: boolean, right: boolean): string {
  const text = s(self);
  const missing = Number(width) - text.length;
  const by = fill === undefined ? " " : s(fill);
  if (missing <= 0) return text;
  if (left && right) {
    const before = Math.floor(missing / 2);
    return text.padStart(text.length + before, by).padEnd(Number(width), by);
  }
  return left ? text.padStart(Number(width), by) : text.padEnd(Number(width), by);
}

/** The last character becomes its neighbour. */
function stepped(self: Value, by: number): string {
  const text = s(self);
  if (text === "") return by > 0 ? "\0" : fail("IllegalArgumentException", "the string is empty");
  return text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) + by);
}

function cut(self: Value, from: Value, to: Value): string {
  const text = s(self);
  const begin = indexOf(from);
  const end = to === undefined ? text.length : indexOf(to);
  if (begin < 0 || end > text.length || begin > end)
    fail("StringIndexOutOfBoundsException", `begin ${begin}, end ${end}, length ${text.length}`);
  return text.slice(begin, end);
}

/** Text out of text. */
export const CHANGING: Table = {
  toUpperCase: (self) => s(self).toUpperCase(),
  toLowerCase: (self) => s(self).toLowerCase(),
  capitalize: (self) => s(self).charAt(0).toUpperCase() + s(self).slice(1),
  trim: (self) => s(self).replace(/^[\0- ]+|[\0- ]+$/g, ""),
  strip: (self) => s(self).trim(),
  isBlank: (self) => s(self).trim() === "",
  repeat: (self, count) => s(self).repeat(Number(count)),
  concat: (self, other) => s(self) + s(other),
  substring: cut,
  subSequence: cut,
  replace: (self, what, by) => s(self).split(s(what)).join(s(by)),
  replaceAll: (self, what, by) => replaced(self, what, by, false),
  replaceFirst: (self, what, by) => replaced(self, what, by, true),
  reverse: (self) => [...s(self)].reverse().join(""),
  center: (self, width, fill) => padded(self, width, fill, true, true),
  padLeft: (self, width, fill) => padded(self, width, fill, true, false),
  padRight: (self, width, fill) => padded(self, width, fill, false, true),
  plus: (self, other) => s(self) + s(other),
  minus: (self, what) =>
    what instanceof Pattern
      ? s(self).replace(new RegExp(regexOf(what).source), "")
      : s(self).replace(s(what), () => ""),
  multiply: (self, count) =>
    !isNumber(count)
      ? noSignature("java.lang.String", "multiply", [count])
      : Number(count) < 0
        ? fail("IllegalArgumentException", `multiply() should be called with a number of 0 or greater not: ${s(count)}`)
        : s(self).repeat(Number(count)),
  next: (self) => stepped(self, 1),
  previous: (self) => stepped(self, -1),
  take: (self, count) => s(self).slice(0, Number(count)),
  drop: (self, count) => s(self).slice(Number(count)),
  takeWhile: (self, closure) => s(self).slice(0, prefix(s(self), closure)),
  dropWhile: (self, closure) => s(self).slice(prefix(s(self), closure)),
  tr: (self, from, to) => translated(s(self), spelled(s(from)), spelled(s(to))),
  stripIndent: (self) => stripped(s(self)),
  stripMargin: (self, char) =>
    s(self)
      .split("\n")
      .map((line) => line.replace(new RegExp(`^\\s*\\${char === undefined ? "|" : s(char)}`), ""))
      .join("\n"),
  denormalize: (self) => s(self),
  normalize: (self) => s(self).replace(/\r\n?/g, "\n"),
  intern: (self) => s(self),
  toString: (self: Value) => s(self),
  formatted: (self, ...args) => format(s(self), args),
  bitwiseNegate: (self) => new Pattern(s(self)),
};

function prefix(text: string, closure: Value): number {
  const end = [...text].findIndex((char) => !truth(call1(closure, char)));
  return end < 0 ? text.length : end;
}

function spelled(set: string): string {
  return set.replace(/(.)-(.)/g, (_, a: string, b: string) => {
    let all = "";
    for (let code = a.charCodeAt(0); code <= b.charCodeAt(0); code++) all += String.fromCharCode(code);
    return all;
  });
}

function translated(text: string, from: string, to: string): string {
  return [...text]
    .map((char) => (from.includes(char) ? to.charAt(Math.min(from.indexOf(char), to.length - 1)) : char))
    .join("");
}

function stripped(text: string): string {
  const rows = text.split("\n");
  const indents = rows.filter((row) => row.trim() !== "").map((row) => /^\s*/.exec(row)?.[0].length ?? 0);
  const least = indents.length === 0 ? 0 : Math.min(...indents);
  return rows.map((row) => (row.trim() === "" && row.length < least ? "" : row.slice(least))).join("\n");
}
