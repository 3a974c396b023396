import { type ImportedRow, importThings } from "@canopy/contract/devices/import-things";
import { api } from "../../platform/api.ts";
import { codeText } from "../../platform/error-texts.ts";
import { type ImportFile, type ImportRow, inLinesOfFile, piecesOf } from "./import-file.ts";

export interface ImportProgress {
  /** Rows that were sent and answered. */
  done: number;
  total: number;
  perSecond: number;
  report: readonly ImportedRow[];
}

/** An import that can be stopped between two pieces and gone on with where the connection broke. */
export interface ImportRun {
  readonly total: number;
  /** Ends when all is done, or was stopped; throws the error of a call, and may be called again then. */
  run(onProgress: (progress: ImportProgress) => void): Promise<ImportedRow[]>;
  stop(): void;
  /** Results so far, with the keys of added devices. */
  report(): ImportedRow[];
  /** How many rows were under way when the last call failed. */
  pending(): number;
}

export function importRun(file: ImportFile, now: () => number = Date.now): ImportRun {
  const pieces = piecesOf(file);
  const total = pieces.reduce((sum, { lines }) => sum + lines.length, 0);
  const answered: ImportedRow[] = [];
  let at = 0;
  let isStopped = false;
  return {
    total,
    async run(onProgress) {
      const began = now();
      const before = answered.length;
      for (; at < pieces.length && !isStopped; at += 1) {
        const piece = pieces[at];
        if (!piece) break;
        const { rows } = await api(importThings, { body: { csv: piece.csv } });
        answered.push(...inLinesOfFile(rows, piece.lines));
        const seconds = Math.max(0.001, (now() - began) / 1000);
        onProgress({ done: answered.length, total, perSecond: (answered.length - before) / seconds, report: answered });
      }
      return wholeReport(file.rows, answered);
    },
    stop() {
      isStopped = true;
    },
    report: () => wholeReport(file.rows, answered),
    pending: () => pieces[at]?.lines.length ?? 0,
  };
}

/** Problems found here and answers of the server, in the order of the file. */
export function wholeReport(rows: readonly ImportRow[], answered: readonly ImportedRow[]): ImportedRow[] {
  const wrong = rows.flatMap(({ line, deviceId, problem }): ImportedRow[] =>
    problem ? [{ line, third_things_id: deviceId, ok: false, ...problem, message: problemText(problem) }] : [],
  );
  return [...wrong, ...answered].sort((a, b) => a.line - b.line);
}

export function problemText({ code, field }: { code: string; field: string }): string {
  return codeText(code, { field }) ?? `${field}: ${code}`;
}
