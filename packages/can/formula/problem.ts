/** Why a text is no formula. */
export type FormulaProblemCode =
  | "tooLong"
  | "unexpectedCharacter"
  | "unclosedName"
  | "badNumber"
  | "unexpectedEnd"
  | "unexpectedToken"
  | "tooDeep"
  | "tooManyParts"
  | "unknownName"
  | "unknownFunction"
  | "wrongArgumentCount"
  | "numberNeeded"
  | "secondsNeeded"
  | "noSignal"
  | "tooManySignals";

/** Where: characters `from … to - 1` of the text. */
export interface FormulaProblem {
  readonly code: FormulaProblemCode;
  readonly from: number;
  readonly to: number;
  /** The piece of text in question; empty at the end. */
  readonly text: string;
}

/** Thrown inside the folder alone; `readFormula` makes a value of it. */
export class FormulaFault extends Error {
  readonly problem: FormulaProblem;

  constructor(code: FormulaProblemCode, from: number, to: number, text: string) {
    super(code);
    this.problem = { code, from, to, text: text.slice(0, 100) };
  }
}
