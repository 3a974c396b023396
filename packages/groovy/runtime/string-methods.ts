import { getAt, indexOf } from "./access.ts";
import { asType, toArray } from "./cast.ts";
import { call1 } from "./closures.ts";
import { compareText, equals } from "./equality.ts";
import { textHash } from "./hash.ts";
import { late } from "./late.ts";
import { isCase, matchRegex } from "./matching.ts";
import { int, type Table, table, without } from "./methods.ts";
import { parseNumber } from "./numeric.ts";
import { CHANGING } from "./string-change.ts";
import { SPLITTING } from "./string-split.ts";
import { fail } from "./throwable.ts";
import { Char, type Value } from "./values.ts";
import { VISITING } from "./visiting.ts";

const s = (value: Value): string => late.text(value);

function charAt(self: Value, index: Value): Char {
  const at = indexOf(index);
  const text = s(self);
  if (at < 0 || at >= text.length) fail("StringIndexOutOfBoundsException", `String index out of range: ${at}`);
  return new Char(text.charAt(at));
}

const READING: Table = {
  length: (self) => int(s(self).length),
  size: (self) => int(s(self).length),
  isEmpty: (self) => s(self) === "",
  charAt,
  codePointAt: (self, at) => int(s(self).codePointAt(indexOf(at)) ?? 0),
  getAt: (self, index) => getAt(s(self), index),
  contains: (self, part) => s(self).includes(s(part)),
  startsWith: (self, part) => s(self).startsWith(s(part)),
  endsWith: (self, part) => s(self).endsWith(s(part)),
  indexOf: (self, part, from) =>
    int(s(self).indexOf(typeof part === "bigint" ? String.fromCharCode(Number(part)) : s(part), Number(from ?? 0n))),
  lastIndexOf: (self, part, from) =>
    int(from === undefined ? s(self).lastIndexOf(s(part)) : s(self).lastIndexOf(s(part), Number(from))),
  equalsIgnoreCase: (self, other) => other !== null && s(self).toLowerCase() === s(other).toLowerCase(),
  compareTo: (self, other) => int(compareText(s(self), s(other))),
  compareToIgnoreCase: (self, other) => int(compareText(s(self).toLowerCase(), s(other).toLowerCase())),
  equals: (self, other) => typeof self === typeof other && equals(self, other),
  hashCode: (self) => int(textHash(s(self))),
  isNumber: (self) => s(self).trim() !== "" && Number.isFinite(Number(s(self).trim())),
  isInteger: (self) => whole(s(self), 32),
  isLong: (self) => whole(s(self), 64),
  isDouble: (self) => s(self).trim() !== "" && !Number.isNaN(Number(s(self))),
  isFloat: (self) => s(self).trim() !== "" && !Number.isNaN(Number(s(self))),
  isBigDecimal: (self) => s(self).trim() !== "" && Number.isFinite(Number(s(self).trim())),
  isBigInteger: (self) => /^[+-]?\d+$/.test(s(self).trim()),
  isAllWhitespace: (self) => s(self).trim() === "",
  matches: (self, pattern) => matchRegex(self, pattern),
  count: (self, part) => int(s(part) === "" ? 0 : s(self).split(s(part)).length - 1),
  isCase: (self, other) => isCase(self, other),
};

function whole(text: string, bits: number): boolean {
  const plain = text.trim();
  return (
    /^[+-]?\d+$/.test(plain) && BigInt.asIntN(bits, BigInt(plain.replace("+", ""))) === BigInt(plain.replace("+", ""))
  );
}

const NUMBERS: Table = Object.fromEntries(
  ["Integer", "Long", "Double", "Float", "BigDecimal", "BigInteger"].map((type) => [
    `to${type}`,
    (self: Value) => parseNumber(s(self).trim(), type),
  ]),
);

const NOT_OF_TEXT = "reverseEach collectMany collectNested collectEntries findResults countBy sum";

export const STRING: Table = table(without(VISITING, NOT_OF_TEXT), READING, CHANGING, SPLITTING, NUMBERS, {
  toShort: (self) => asType(s(self), "short"),
  toBoolean: (self) => ["true", "y", "1"].includes(s(self).trim().toLowerCase()),
  asBoolean: (self) => s(self) !== "",
  collectReplacements: (self, closure) => [...s(self)].map((char) => late.text(call1(closure, char) ?? char)).join(""),
  getValues: (self) => toArray((self as { values?: Value[] }).values ?? [], "Object"),
});
