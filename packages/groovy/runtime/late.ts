import type { Closure, Obj, Value } from "./values.ts";

/** Functions that parts below need from parts above them; set when the run-time is put together. */
export const late: {
  call: (self: Value, name: string, args: Value[]) => Value;
  closureText: (closure: Closure) => string;
  rangeText: (range: Value) => string;
  userText: (object: Obj) => string;
  hostText: (object: object) => string;
  items: (value: Value) => Value[];
  hash: (value: Value) => number;
  compare: (a: Value, b: Value) => number;
  text: (value: Value) => string;
  property: (object: Value, name: string) => Value;
  setProperty: (object: Value, name: string, value: Value) => Value;
  /** Whether a value may be given to a parameter of the type. */
  suits: (value: Value, type: string) => boolean;
  /** Whether an object of a script's class answers a method. */
  has: (object: Obj, name: string) => boolean;
} = {
  call: unset,
  closureText: unset,
  rangeText: unset,
  userText: unset,
  hostText: unset,
  items: unset,
  hash: unset,
  compare: unset,
  text: unset,
  has: unset,
  suits: unset,
  property: unset,
  setProperty: unset,
};

function unset(): never {
  throw new Error("the run-time is not complete");
}
