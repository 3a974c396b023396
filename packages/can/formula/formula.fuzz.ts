import type { FuzzTarget } from "../testing/fuzz.ts";
import { readFormula } from "./formula.ts";
import { PURE_FUNCTIONS } from "./pure-functions.ts";
import { TIME_FUNCTIONS } from "./time-functions.ts";

const NAMES = ["x", "Engine.Speed", "发动机 转速", "__proto__"];
const bytes = (text: string) => new TextEncoder().encode(text);

/** Any text: a formula whose samples are finite and in order, or a problem with a place. */
const target: FuzzTarget = {
  name: "formula",
  seeds: [
    "x + 1",
    "(Engine.Speed > 3000 && x != 0) ? derivative(x) : -x ^ 2",
    'average("发动机 转速", 10) / max(x, 1, 2e3) % 0x1F',
    "integral(fallback(x, 0), 5) + prev(delta(__proto__))",
  ].map(bytes),
  tokens: [
    ...PURE_FUNCTIONS.keys(),
    ...TIME_FUNCTIONS.keys(),
    ...NAMES,
    ...'( ) , ? : ! && || == != < <= > >= + - * / % ^ " "" . 1e308 1e999 0x 0 constructor (((((((('.split(" "),
  ],
  run(input) {
    const text = new TextDecoder().decode(input);
    const read = readFormula(text, NAMES);
    if (!read.ok) {
      const { from, to } = read.problem;
      if (!(from >= 0 && from <= to && to <= text.length)) throw new Error("a problem outside the text");
      return;
    }
    const { timeUs, value } = read.value.over((name) => ({
      timeUs: Float64Array.of(1, 2, 2, 1e6, 3e15),
      value: Float64Array.of(name.length, -1, Number.NaN, 1e300, Number.POSITIVE_INFINITY),
    }));
    if (!value.every(Number.isFinite)) throw new Error("a sample that is no number");
    if (!timeUs.every((time, i) => i === 0 || time > (timeUs[i - 1] as number))) throw new Error("out of order");
  },
};

export const targets: readonly FuzzTarget[] = [target];
