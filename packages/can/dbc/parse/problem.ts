/** A problem in a DBC, LDF or ARXML text. Texts for people are made from the code, in `contract`. */
export type DbcProblemCode =
  | "tooLarge"
  | "encodingGuessed"
  | "tooManyStatements"
  | "tooManyNodes"
  | "tooManyEnvironmentVariables"
  | "tooManyMessages"
  | "tooManyValues"
  | "tooManyRanges"
  | "tooManySignals"
  | "tooManyProblems"
  | "noMessages"
  | "unterminatedString"
  | "unterminatedComment"
  | "unexpected"
  | "nameTooLong"
  | "unknownSection"
  | "numberExpected"
  | "signalWithoutMessage"
  | "duplicateNode"
  | "duplicateMessageId"
  | "duplicateMessageName"
  | "duplicateSignal"
  | "idWithoutExtendedBit"
  | "idOutOfRange"
  | "lengthOutOfRange"
  | "signalOutOfRange"
  | "signalOutsideMessage"
  | "signalsOverlap"
  | "zeroFactor"
  | "floatLength"
  | "unknownMessage"
  | "unknownSignal"
  | "unknownNode"
  | "unknownEnvironmentVariable"
  | "unknownAttribute"
  | "unknownValueTable"
  | "selectorMissing"
  | "selectorCycle"
  | "rangeExpected"
  | "notTaken"
  | "severalScales"
  | "severalClusters"
  | "unknownReference"
  | "byteOrderUnclear"
  | "noXml"
  | "documentType"
  | "tooManyElements"
  | "tooDeep"
  | "tooManyParts"
  | "pduCycle";

export interface DbcProblem {
  readonly code: DbcProblemCode;
  /** An error lost something of the file; a warning did not. */
  readonly severity: "error" | "warning";
  /** From 1. */
  readonly line: number;
  readonly column: number;
  /** The word or name it is about. */
  readonly subject: string;
}

/** A broken file of a million lines is told by its first problems. */
export const MAX_PROBLEMS = 1000;

export interface Position {
  readonly line: number;
  readonly column: number;
}

export class ProblemList {
  readonly list: DbcProblem[] = [];
  refusal: DbcProblem | null = null;

  error(code: DbcProblemCode, at: Position, subject = ""): void {
    this.add("error", code, at, subject);
  }

  /** The file is beyond a limit: nothing of it is taken, for a part would decode as if it were the whole. */
  refuse(code: DbcProblemCode, at: Position, subject: string): void {
    this.refusal ??= { code, severity: "error", line: at.line, column: at.column, subject };
  }

  warning(code: DbcProblemCode, at: Position, subject = ""): void {
    this.add("warning", code, at, subject);
  }

  private add(severity: DbcProblem["severity"], code: DbcProblemCode, at: Position, subject: string): void {
    if (this.list.length > MAX_PROBLEMS) return;
    const last = this.list.length === MAX_PROBLEMS;
    this.list.push({
      code: last ? "tooManyProblems" : code,
      severity,
      line: at.line,
      column: at.column,
      subject: last ? "" : shorten(subject),
    });
  }
}

function shorten(text: string): string {
  return text.length > 64 ? `${text.slice(0, 63)}…` : text;
}
