/** RFC 4180, read as people make it: either line end, an optional byte order mark, empty lines left out. */
export interface CsvRow {
  /** Where it begins in the text, from 1. */
  line: number;
  cells: string[];
}

const CELLS = {
  ",": /("(?:[^"]|"")*"|[^,"\r\n]*)(,|\r\n|\n|\r|$)/y,
  ";": /("(?:[^"]|"")*"|[^;"\r\n]*)(;|\r\n|\n|\r|$)/y,
  "\t": /("(?:[^"]|"")*"|[^\t"\r\n]*)(\t|\r\n|\n|\r|$)/y,
};
export type CsvDelimiter = keyof typeof CELLS;

/** The one that the first line has most often. */
export function csvDelimiter(text: string): CsvDelimiter {
  const [line = ""] = text.split(/\r\n|\n|\r/, 1);
  const times = (delimiter: string) => line.split(delimiter).length;
  const best = times(";") > times(",") ? ";" : ",";
  return times("\t") > times(best) ? "\t" : best;
}

/** Undefined where a quote is never closed or stands inside a cell. */
export function parseCsv(text: string, delimiter: CsvDelimiter = ","): CsvRow[] | undefined {
  const cell = CELLS[delimiter];
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let line = 1;
  let begun = 1;
  cell.lastIndex = text.startsWith("\ufeff") ? 1 : 0;
  while (cell.lastIndex < text.length || cells.length > 0) {
    const match = cell.exec(text);
    if (!match) return undefined;
    const [whole, value = "", end] = match;
    cells.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value);
    line += (whole.match(/\r\n|\n|\r/g) ?? []).length;
    if (end === delimiter) continue;
    if (cells.some((value) => value.trim() !== "")) rows.push({ line: begun, cells });
    cells = [];
    begun = line;
  }
  return rows;
}

/** The cells of a row by the names of their columns, of which the first counts; where each stands is looked up once. */
export function cellsByName<Column extends string>(
  header: readonly (string | undefined)[],
): (cells: readonly string[]) => (column: Column) => string {
  const places = new Map<string | undefined, number>();
  for (const [at, column] of header.entries()) if (!places.has(column)) places.set(column, at);
  return (cells) => (column) => cells[places.get(column) ?? -1]?.trim() ?? "";
}

/** A cell that a spreadsheet would run as a formula is made plain text. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(csvCell).join(",")}\r\n`).join("");
}

const RUNS = /^[=+\-@\t\r]/;
const NEGATIVE_NUMBER = /^-\d+(\.\d+)?(e[+-]?\d+)?$/i;

/** One cell, safe in a spreadsheet. */
export function csvCell(value: string): string {
  const plain = RUNS.test(value) && !NEGATIVE_NUMBER.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
