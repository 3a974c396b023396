/** RFC 4180, read as people make it: either line end, an optional byte order mark, empty lines left out. */
export interface CsvRow {
  /** Where it begins in the text, from 1. */
  line: number;
  cells: string[];
}

const CELL = /("(?:[^"]|"")*"|[^,"\r\n]*)(,|\r\n|\n|\r|$)/y;

/** Undefined where a quote is never closed or stands inside a cell. */
export function parseCsv(text: string): CsvRow[] | undefined {
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let line = 1;
  let begun = 1;
  CELL.lastIndex = text.startsWith("\ufeff") ? 1 : 0;
  while (CELL.lastIndex < text.length || cells.length > 0) {
    const match = CELL.exec(text);
    if (!match) return undefined;
    const [whole, cell = "", end] = match;
    cells.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    line += (whole.match(/\r\n|\n|\r/g) ?? []).length;
    if (end === ",") continue;
    if (cells.some((value) => value.trim() !== "")) rows.push({ line: begun, cells });
    cells = [];
    begun = line;
  }
  return rows;
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
