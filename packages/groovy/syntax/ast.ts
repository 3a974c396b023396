import type { Position } from "./problem.ts";

/** A type as written: its last name, type arguments dropped, dimensions counted. */
export interface TypeName extends Position {
  readonly name: string;
  readonly dimensions: number;
}

export interface Parameter extends Position {
  readonly name: string;
  readonly type: TypeName | undefined;
  readonly initial: Expression | undefined;
  readonly rest: boolean;
}

export type Argument =
  | { readonly kind: "value"; readonly value: Expression }
  | { readonly kind: "spread"; readonly value: Expression }
  | { readonly kind: "named"; readonly key: Expression; readonly value: Expression }
  | { readonly kind: "spreadMap"; readonly value: Expression };

export type NumberType = "int" | "long" | "big" | "decimal" | "double" | "float";

interface Node<K extends string> extends Position {
  readonly kind: K;
}

export type Expression =
  | (Node<"number"> & { readonly type: NumberType; readonly text: string })
  | (Node<"string"> & { readonly value: string })
  | (Node<"gstring"> & {
      readonly texts: readonly string[];
      readonly values: readonly Expression[];
      readonly lazy: readonly boolean[];
    })
  | (Node<"boolean"> & { readonly value: boolean })
  | Node<"null">
  | Node<"this">
  | (Node<"name"> & { readonly name: string })
  | (Node<"list"> & { readonly items: readonly Argument[] })
  | (Node<"map"> & { readonly entries: readonly Argument[] })
  | (Node<"range"> & { readonly from: Expression; readonly to: Expression; readonly exclusive: boolean })
  | Closure
  | (Node<"unary"> & { readonly operator: string; readonly operand: Expression })
  | (Node<"binary"> & { readonly operator: string; readonly left: Expression; readonly right: Expression })
  | (Node<"assign"> & { readonly operator: string; readonly target: Expression; readonly value: Expression })
  | (Node<"step"> & { readonly operator: string; readonly prefix: boolean; readonly target: Expression })
  | (Node<"condition"> & { readonly test: Expression; readonly yes: Expression; readonly no: Expression })
  | (Node<"elvis"> & { readonly value: Expression; readonly other: Expression })
  | (Node<"cast"> & { readonly type: TypeName; readonly value: Expression; readonly coerces: boolean })
  | (Node<"instanceof"> & { readonly type: TypeName; readonly value: Expression })
  | Property
  | (Node<"index"> & { readonly object: Expression; readonly args: readonly Argument[] })
  | Call
  | (Node<"new"> & { readonly type: TypeName; readonly args: readonly Argument[] })
  | (Node<"newArray"> & { readonly type: TypeName; readonly sizes: readonly Expression[] })
  | (Node<"pointer"> & { readonly object: Expression; readonly name: string });

export interface Property extends Node<"property"> {
  readonly object: Expression;
  readonly name: Expression;
  readonly safe: boolean;
  readonly spread: boolean;
}

/** `name(…)`, `object.name(…)`, or a call of what an expression gives (`object` undefined, `name` no string). */
export interface Call extends Node<"call"> {
  readonly object: Expression | undefined;
  readonly name: Expression;
  readonly args: readonly Argument[];
  readonly safe: boolean;
  readonly spread: boolean;
}

export interface Closure extends Node<"closure"> {
  /** Undefined: `it` alone. */
  readonly parameters: readonly Parameter[] | undefined;
  readonly body: readonly Statement[];
}

export interface Declared extends Position {
  readonly name: string;
  readonly type: TypeName | undefined;
  readonly initial: Expression | undefined;
}

export interface SwitchCase extends Position {
  /** Undefined: default. */
  readonly test: Expression | undefined;
  readonly body: readonly Statement[];
}

export interface CatchClause extends Position {
  readonly types: readonly TypeName[];
  readonly name: string;
  readonly body: readonly Statement[];
}

export type Statement =
  | (Node<"expression"> & { readonly value: Expression })
  | (Node<"declare"> & { readonly variables: readonly Declared[] })
  | (Node<"declareMany"> & { readonly variables: readonly Declared[]; readonly value: Expression })
  | (Node<"assignMany"> & { readonly targets: readonly Expression[]; readonly value: Expression })
  | (Node<"if"> & {
      readonly test: Expression;
      readonly yes: readonly Statement[];
      readonly no: readonly Statement[] | undefined;
    })
  | (Node<"while"> & { readonly test: Expression; readonly body: readonly Statement[] })
  | (Node<"for"> & {
      readonly first: readonly Statement[];
      readonly test: Expression | undefined;
      readonly after: readonly Expression[];
      readonly body: readonly Statement[];
    })
  | (Node<"forIn"> & { readonly variable: Declared; readonly value: Expression; readonly body: readonly Statement[] })
  | (Node<"switch"> & { readonly value: Expression; readonly cases: readonly SwitchCase[] })
  | (Node<"try"> & {
      readonly body: readonly Statement[];
      readonly catches: readonly CatchClause[];
      readonly last: readonly Statement[] | undefined;
    })
  | (Node<"throw"> & { readonly value: Expression })
  | (Node<"return"> & { readonly value: Expression | undefined })
  | (Node<"break"> & { readonly label: string | undefined })
  | (Node<"continue"> & { readonly label: string | undefined })
  | (Node<"assert"> & { readonly test: Expression; readonly source: string; readonly message: Expression | undefined })
  | (Node<"block"> & { readonly body: readonly Statement[] })
  | (Node<"label"> & { readonly name: string; readonly body: Statement })
  | Method
  | ClassDeclaration;

export interface Method extends Node<"method"> {
  readonly name: string;
  readonly type: TypeName | undefined;
  readonly parameters: readonly Parameter[];
  readonly body: readonly Statement[];
  readonly isStatic: boolean;
}

export interface Field extends Declared {
  readonly isStatic: boolean;
  readonly isFinal: boolean;
}

export interface ClassDeclaration extends Node<"class"> {
  readonly name: string;
  readonly fields: readonly Field[];
  readonly methods: readonly Method[];
  readonly constructors: readonly Method[];
}
