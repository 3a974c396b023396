import type { DbcProblem } from "@canopy/can/dbc/parse/problem";
import type { LogProblem } from "@canopy/can/logs/reader";
import { en as dbcTexts } from "@canopy/contract/signals/dbc-problem-texts.en";
import { en as logTexts } from "@canopy/contract/transfers/log-problem-texts.en";

/** More would flood the terminal. */
const MAX_PRINTED = 20;

/** Problems of one file on standard error, the first of them, each a sentence with its place. */
export class ProblemLines {
  private readonly path: string;
  private count = 0;

  constructor(path: string) {
    this.path = path === "-" ? "standard input" : path;
  }

  log(problem: LogProblem): void {
    const line = `${this.path}: ${logSentence(problem)}`;
    // The cause of all other problems is printed in any case.
    if (problem.code === "gzipDamaged") complain(line);
    else this.add(line);
  }

  dbc(problem: DbcProblem): void {
    this.add(`${this.path}:${dbcSentence(problem)}`);
  }

  private add(line: string): void {
    this.count++;
    if (this.count <= MAX_PRINTED) complain(line);
    if (this.count === MAX_PRINTED) complain(`${this.path}: further problems are not shown`);
  }
}

/** `line 9, byte 300: the line is no frame …` */
export function logSentence({ code, offset, line }: LogProblem): string {
  const place = line === undefined ? `byte ${offset}` : `line ${line}, byte ${offset}`;
  return `${place}: ${logTexts[`transfers.logProblem.${code}`]}`;
}

/** `12:5: warning: Two signals … (Speed)` */
export function dbcSentence({ code, severity, line, column, subject }: DbcProblem): string {
  const about = subject === "" ? "" : ` (${subject})`;
  return `${line}:${column}: ${severity}: ${dbcTexts[`signals.dbcProblem.${code}`]}${about}`;
}

/** A line for people. Text of a file may hold commands for their terminal: control characters are shown as codes. */
export function complain(line: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is shown
  const shown = line.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, (character) => {
    return `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
  });
  process.stderr.write(`${shown}\n`);
}
