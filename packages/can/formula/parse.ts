import { MAX_FORMULA_DEPTH, MAX_FORMULA_LENGTH, MAX_FORMULA_PARTS } from "./limits.ts";
import { FormulaFault, type FormulaProblemCode } from "./problem.ts";
import type { BinaryOperator, Expression } from "./syntax.ts";
import { type Token, tokenize } from "./tokenize.ts";

/** The higher binds the tighter; `^` and the choice `? :` have rules of their own. */
const BINDING: ReadonlyMap<string, number> = new Map([
  ["||", 1],
  ["&&", 2],
  ["==", 3],
  ["!=", 3],
  ["<", 4],
  ["<=", 4],
  [">", 4],
  [">=", 4],
  ["+", 5],
  ["-", 5],
  ["*", 6],
  ["/", 6],
  ["%", 6],
]);

/** Throws a `FormulaFault`; the depth is bounded, so no text can exhaust the stack. */
export function parseExpression(text: string): Expression {
  if (text.length > MAX_FORMULA_LENGTH) throw new FormulaFault("tooLong", MAX_FORMULA_LENGTH, text.length, "");
  return new Parser(text).whole();
}

class Parser {
  private readonly tokens: readonly Token[];
  private at = 0;
  private depth = 0;
  private parts = 0;

  constructor(text: string) {
    this.tokens = tokenize(text);
  }

  whole(): Expression {
    const expression = this.choice();
    if (this.next.kind !== "end") this.fail("unexpectedToken");
    return expression;
  }

  private get next(): Token {
    return this.tokens[this.at] as Token;
  }

  private fail(code: FormulaProblemCode): never {
    const { kind, from, to, text } = this.next;
    throw new FormulaFault(kind === "end" && code === "unexpectedToken" ? "unexpectedEnd" : code, from, to, text);
  }

  private isNext(symbol: string): boolean {
    return this.next.kind === "symbol" && this.next.text === symbol;
  }

  private expect(symbol: string): Token {
    if (!this.isNext(symbol)) this.fail("unexpectedToken");
    return this.tokens[this.at++] as Token;
  }

  /** Everything that calls itself goes through here. */
  private deeper<Value>(read: () => Value): Value {
    if (this.depth === MAX_FORMULA_DEPTH) this.fail("tooDeep");
    this.depth += 1;
    const value = read();
    this.depth -= 1;
    return value;
  }

  private part<Node extends Expression>(node: Node): Node {
    this.parts += 1;
    if (this.parts > MAX_FORMULA_PARTS) this.fail("tooManyParts");
    return node;
  }

  private choice(): Expression {
    const condition = this.binary(1);
    if (!this.isNext("?")) return condition;
    this.at += 1;
    const then = this.deeper(() => this.choice());
    this.expect(":");
    const otherwise = this.deeper(() => this.choice());
    return this.part({ kind: "choice", condition, then, otherwise, from: condition.from, to: otherwise.to });
  }

  private binary(lowest: number): Expression {
    let left = this.signed();
    for (;;) {
      const operator = this.next;
      const binding = operator.kind === "symbol" ? (BINDING.get(operator.text) ?? 0) : 0;
      if (binding < lowest) return left;
      this.at += 1;
      const right = this.deeper(() => this.binary(binding + 1));
      left = this.part({
        kind: "binary",
        operator: operator.text as BinaryOperator,
        left,
        right,
        from: left.from,
        to: right.to,
      });
    }
  }

  private signed(): Expression {
    const { from } = this.next;
    const sign = this.isNext("-") ? "negate" : this.isNext("!") ? "not" : undefined;
    if (sign === undefined && !this.isNext("+")) return this.power();
    this.at += 1;
    const operand = this.deeper(() => this.signed());
    return sign === undefined ? operand : this.part({ kind: sign, operand, from, to: operand.to });
  }

  /** From the right, and above a sign: -2^2 is -4, 2^-1 is 0.5. */
  private power(): Expression {
    const left = this.atom();
    if (!this.isNext("^")) return left;
    this.at += 1;
    const right = this.deeper(() => this.signed());
    return this.part({ kind: "binary", operator: "^", left, right, from: left.from, to: right.to });
  }

  private atom(): Expression {
    const { kind, text, value, from, to } = this.next;
    if (this.isNext("(")) return this.grouped();
    if (kind !== "number" && kind !== "name" && kind !== "quotedName") this.fail("unexpectedToken");
    this.at += 1;
    if (kind === "number") return this.part({ kind, value, from, to });
    if (kind === "name" && this.isNext("(")) return this.call(text, from);
    return this.part({ kind: "name", name: text, isQuoted: kind === "quotedName", from, to });
  }

  private grouped(): Expression {
    this.expect("(");
    const inner = this.deeper(() => this.choice());
    this.expect(")");
    return inner;
  }

  private call(name: string, from: number): Expression {
    this.expect("(");
    const given: Expression[] = [];
    while (!this.isNext(")")) {
      if (given.length > 0) this.expect(",");
      given.push(this.deeper(() => this.choice()));
    }
    const { to } = this.expect(")");
    return this.part({ kind: "call", name, arguments: given, from, to });
  }
}
