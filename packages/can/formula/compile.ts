import { type Column, columnOf, constantColumn, finite } from "./columns.ts";
import { MAX_FORMULA_SIGNALS, MAX_LIVE_WINDOW_S, MAX_LIVE_WINDOWS } from "./limits.ts";
import type { Moment, Step } from "./moment.ts";
import { OPERATORS } from "./operators.ts";
import { FormulaFault, type FormulaProblemCode } from "./problem.ts";
import { PURE_FUNCTIONS, type PureFunction } from "./pure-functions.ts";
import type { Rows } from "./rows.ts";
import type { Expression } from "./syntax.ts";
import { TIME_FUNCTIONS, type TimeFunction } from "./time-functions.ts";

/** A part of the formula, checked: its type and its evaluation. No text becomes code. */
interface Part {
  readonly isCondition: boolean;
  /** Which of the used signals it depends on; none: the same in every row. */
  readonly sources: ReadonlySet<number>;
  readonly reckon: (rows: Rows) => Column;
  /** The same moment by moment, from a beginning. */
  readonly start: () => Step;
}

/** Why a formula cannot be reckoned as data comes. */
export type LiveProblem = "fromBeginning" | "tooManyWindows" | "windowTooLong";

export interface Compiled {
  /** Names of the signals used, in the order in which `reckon` takes them. */
  readonly used: readonly string[];
  readonly isCondition: boolean;
  readonly reckon: (rows: Rows) => Column;
  readonly start: () => Step;
  readonly liveProblem: LiveProblem | undefined;
}

/** Throws a `FormulaFault`. */
export function compile(root: Expression, names: ReadonlySet<string>): Compiled {
  const compiler = new Compiler(names);
  const { isCondition, reckon, start } = compiler.part(root);
  if (compiler.used.length === 0) fail("noSignal", root, "");
  return { used: compiler.used, isCondition, reckon, start, liveProblem: compiler.liveProblem };
}

const PI = "pi";
const NO_SOURCES: ReadonlySet<number> = new Set();

class Compiler {
  readonly used: string[] = [];
  private isFromBeginning = false;
  private readonly windows: number[] = [];
  private readonly names: ReadonlySet<string>;

  constructor(names: ReadonlySet<string>) {
    this.names = names;
  }

  get liveProblem(): LiveProblem | undefined {
    if (this.isFromBeginning) return "fromBeginning";
    if (this.windows.length > MAX_LIVE_WINDOWS) return "tooManyWindows";
    return this.windows.some((seconds) => seconds > MAX_LIVE_WINDOW_S) ? "windowTooLong" : undefined;
  }

  part(node: Expression): Part {
    switch (node.kind) {
      case "number":
        return constant(node.value);
      case "name":
        return this.named(node);
      case "negate":
        return perRow(false, [this.number(node.operand)], ([x]) => -(x as number));
      case "not":
        return perRow(true, [this.part(node.operand)], ([x]) => (x === 0 ? 1 : 0));
      case "binary":
        return this.binary(node);
      case "choice":
        return this.choice(node);
      case "call":
        return this.call(node);
    }
  }

  private number(node: Expression): Part {
    const part = this.part(node);
    if (part.isCondition) fail("numberNeeded", node, "");
    return part;
  }

  private named(node: Expression & { kind: "name" }): Part {
    if (!this.names.has(node.name)) {
      if (node.name === PI && !node.isQuoted) return constant(Math.PI);
      fail("unknownName", node, node.name);
    }
    let index = this.used.indexOf(node.name);
    if (index < 0) {
      if (this.used.length === MAX_FORMULA_SIGNALS) fail("tooManySignals", node, node.name);
      index = this.used.push(node.name) - 1;
    }
    const reckon = ({ held }: Rows) => columnOf((held[index] as Float64Array).map(finite));
    const start = () => (now: Moment) => finite(now.held[index] as number);
    return { isCondition: false, sources: new Set([index]), reckon, start };
  }

  private binary({ operator, left, right }: Expression & { kind: "binary" }): Part {
    const { isCondition, takesConditions, takesUnknown, of } = OPERATORS[operator];
    const sides = [left, right].map((side) => (takesConditions ? this.part(side) : this.number(side)));
    return perRow(isCondition, sides, ([a, b]) => of(a as number, b as number), takesUnknown);
  }

  private choice({ condition, then, otherwise }: Expression & { kind: "choice" }): Part {
    const [when, yes, no] = [this.part(condition), this.part(then), this.part(otherwise)];
    // A number beside a condition would make 0 and "no" the same.
    if (yes.isCondition !== no.isCondition) fail("numberNeeded", yes.isCondition ? then : otherwise, "");
    const pick = ([is, a, b]: readonly number[]) =>
      Number.isNaN(is) ? Number.NaN : is === 0 ? (b as number) : (a as number);
    return perRow(yes.isCondition, [when, yes, no], pick, true);
  }

  private call(node: Expression & { kind: "call" }): Part {
    const pure = PURE_FUNCTIONS.get(node.name);
    if (pure !== undefined) return this.pureCall(node, pure);
    const overTime = TIME_FUNCTIONS.get(node.name);
    if (overTime !== undefined) return this.timeCall(node, overTime);
    if (node.name === "time") return this.time(node);
    return fail("unknownFunction", node, node.name);
  }

  private pureCall(node: Expression & { kind: "call" }, { least, most, isCondition, takesUnknown, of }: PureFunction) {
    const { length } = node.arguments;
    if (length < least || length > most) fail("wrongArgumentCount", node, node.name);
    const given = node.arguments.map((argument) => this.number(argument));
    return perRow(isCondition === true, given, (values) => of(...values), takesUnknown);
  }

  private timeCall(
    node: Expression & { kind: "call" },
    { leastSeconds, mostSeconds, isCondition, of, start: begin }: TimeFunction,
  ) {
    const [first, second] = node.arguments;
    const constants = node.arguments.length - 1;
    if (first === undefined || constants < leastSeconds || constants > mostSeconds)
      return fail("wrongArgumentCount", node, node.name);
    const argument = this.part(first);
    const seconds = second === undefined ? undefined : this.seconds(second);
    const reckon = (rows: Rows) => {
      const value = argument.reckon(rows);
      const masks = [...argument.sources].map((source) => rows.fresh[source] as Uint8Array);
      const isFresh = (row: number) =>
        (masks.length === 0 || masks.some((mask) => mask[row] === 1)) && !Number.isNaN(value.at(row));
      return columnOf(of({ timeUs: rows.timeUs, value, isFresh }, seconds).map(finite));
    };
    if (begin === undefined) this.isFromBeginning = true;
    else if (seconds !== undefined) this.windows.push(seconds);
    const start = () => {
      const argue = argument.start();
      const answer = begin?.(seconds);
      const sources = [...argument.sources];
      return (now: Moment) => {
        const value = argue(now);
        const isFresh = sources.length === 0 || sources.some((source) => now.fresh[source] === 1);
        return finite(answer?.(now.timeUs, value, isFresh && !Number.isNaN(value)) ?? Number.NaN);
      };
    };
    // Even of a constant it differs by row.
    return { isCondition: isCondition === true, sources: argument.sources, reckon, start };
  }

  /** A window must not move while one reckons. */
  private seconds(node: Expression): number {
    const isPlain = node.kind === "number" && node.value > 0;
    return isPlain ? node.value : fail("secondsNeeded", node, "");
  }

  /** Seconds since the first row. */
  private time(node: Expression & { kind: "call" }): Part {
    if (node.arguments.length > 0) fail("wrongArgumentCount", node, node.name);
    const reckon = ({ timeUs }: Rows) => columnOf(timeUs.map((time) => (time - (timeUs[0] as number)) / 1e6));
    this.isFromBeginning = true;
    return { isCondition: false, sources: NO_SOURCES, reckon, start: () => () => Number.NaN };
  }
}

function fail(code: FormulaProblemCode, { from, to }: Expression, text: string): never {
  throw new FormulaFault(code, from, to, text);
}

function constant(value: number): Part {
  return { isCondition: false, sources: NO_SOURCES, reckon: () => constantColumn(value), start: () => () => value };
}

/** Row by row; an unknown argument makes the answer unknown unless `takesUnknown`. */
function perRow(
  isCondition: boolean,
  parts: readonly Part[],
  of: (values: readonly number[]) => number,
  takesUnknown = false,
): Part {
  const sources = new Set(parts.flatMap((part) => [...part.sources]));
  const reckon = (rows: Rows): Column => {
    const columns = parts.map((part) => part.reckon(rows));
    const length = columns.every((column) => column.length === 1) ? 1 : rows.timeUs.length;
    const answers = new Float64Array(length);
    const values = columns.map(() => 0);
    for (let row = 0; row < length; row++) {
      let isKnown = true;
      for (let k = 0; k < columns.length; k++) {
        const value = (columns[k] as Column).at(row);
        values[k] = value;
        if (Number.isNaN(value)) isKnown = false;
      }
      answers[row] = isKnown || takesUnknown ? finite(of(values)) : Number.NaN;
    }
    return length === 1 ? constantColumn(answers[0] as number) : columnOf(answers);
  };
  const start = (): Step => {
    const steps = parts.map((part) => part.start());
    const values = parts.map(() => 0);
    return (now) => {
      let isKnown = true;
      for (let k = 0; k < steps.length; k++) {
        const value = (steps[k] as Step)(now);
        values[k] = value;
        if (Number.isNaN(value)) isKnown = false;
      }
      return isKnown || takesUnknown ? finite(of(values)) : Number.NaN;
    };
  };
  return { isCondition, sources, reckon, start };
}
