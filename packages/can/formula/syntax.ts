export type BinaryOperator = "||" | "&&" | "==" | "!=" | "<" | "<=" | ">" | ">=" | "+" | "-" | "*" | "/" | "%" | "^";

interface Place {
  readonly from: number;
  readonly to: number;
}

/** A formula as a tree. */
export type Expression =
  | ({ readonly kind: "number"; readonly value: number } & Place)
  | ({ readonly kind: "name"; readonly name: string; readonly isQuoted: boolean } & Place)
  | ({ readonly kind: "negate" | "not"; readonly operand: Expression } & Place)
  | ({
      readonly kind: "binary";
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    } & Place)
  | ({
      readonly kind: "choice";
      readonly condition: Expression;
      readonly then: Expression;
      readonly otherwise: Expression;
    } & Place)
  | ({ readonly kind: "call"; readonly name: string; readonly arguments: readonly Expression[] } & Place);
