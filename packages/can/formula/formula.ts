import { failure, type Result, success } from "../bytes/result.ts";
import type { Samples } from "../samples/samples.ts";
import { type Compiled, compile, type LiveProblem } from "./compile.ts";
import type { Step } from "./moment.ts";
import { parseExpression } from "./parse.ts";
import { FormulaFault, type FormulaProblem } from "./problem.ts";
import { joinSamples } from "./rows.ts";

/** A formula over signals, read and checked. Grammar: docs/formulas.md. */
export class Formula {
  /** Names of the signals it needs, each once. */
  readonly used: readonly string[];
  /** It answers yes (1) or no (0). */
  readonly isCondition: boolean;
  /** Undefined: it can be reckoned as data comes, in bounded memory. */
  readonly liveProblem: LiveProblem | undefined;
  private readonly compiled: Compiled;

  constructor(compiled: Compiled) {
    this.used = compiled.used;
    this.isCondition = compiled.isCondition;
    this.liveProblem = compiled.liveProblem;
    this.compiled = compiled;
  }

  /** Its answers as samples come, the same as `over` them; NaN where there is none. */
  start(): Step {
    return this.compiled.start();
  }

  /** The computed signal: a sample wherever one of its signals has one and the answer is known. */
  over(samplesOf: (name: string) => Samples): Samples {
    const rows = joinSamples(this.used.map(samplesOf));
    const column = this.compiled.reckon(rows);
    const timeUs = new Float64Array(rows.timeUs.length);
    const value = new Float64Array(rows.timeUs.length);
    let length = 0;
    for (let row = 0; row < rows.timeUs.length; row++) {
      const answer = column.at(row);
      if (Number.isNaN(answer)) continue;
      timeUs[length] = rows.timeUs[row] as number;
      value[length++] = answer;
    }
    return { timeUs: timeUs.slice(0, length), value: value.slice(0, length) };
  }
}

/** Pure: the text is parsed, never run; `names` are the signals it may use. */
export function readFormula(text: string, names: Iterable<string>): Result<Formula, FormulaProblem> {
  try {
    return success(new Formula(compile(parseExpression(text), new Set(names))));
  } catch (fault) {
    if (fault instanceof FormulaFault) return failure(fault.problem);
    throw fault;
  }
}
