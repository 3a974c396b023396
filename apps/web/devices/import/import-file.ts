import { deviceErrors } from "@canopy/contract/devices/errors";
import {
  EXPORT_STATE_COLUMNS,
  IMPORT_COLUMNS,
  type ImportedRow,
  importedThing,
} from "@canopy/contract/devices/import-things";
import { IMPORT_MAX_ROWS } from "@canopy/contract/devices/rules";
import { csvText, parseCsv } from "@canopy/contract/platform/csv";
import { platformErrors } from "@canopy/contract/platform/errors";

/** A file on its way in: everything that can be found here is found before the first row is sent. */
export interface ImportFile {
  columns: readonly string[];
  rows: readonly ImportRow[];
}

export interface ImportRow {
  /** Of the file, the header being 1. */
  line: number;
  cells: readonly string[];
  deviceId: string;
  /** Problem by the contract's rules; undefined: none found here. */
  problem: RowProblem | undefined;
}

export interface RowProblem {
  code: string;
  field: string;
}

export type ReadFile = { kind: "file"; file: ImportFile } | { kind: "refused"; problem: FileProblem };
export type FileProblem =
  | { kind: "csv" }
  | { kind: "empty" }
  | { kind: "tooBig" }
  | { kind: "column"; column: string }
  | { kind: "missing"; column: string };

/** 50,000 rows of the longest kind; a larger file is another mistake. */
export const IMPORT_MAX_BYTES = 40 * 1024 * 1024;
/** The call's own limit on a piece of the file, with room for its header. */
const PIECE_MAX_CHARS = 800_000;
const REPEATED = "devices.idBound";

const OWN_COLUMNS = new Set<string>([
  ...["name", "third_things_id", "class", "description", "licence", "server", "dialect", "channel_enable"],
]);
const KNOWN_CODES: ReadonlySet<string> = new Set(Object.values(deviceErrors).map(({ code }) => code));

/** Rows that are checked between two breaths of the page. */
const CHECKED_AT_ONCE = 1_000;

/** As spreadsheets write it: UTF-8, or else the Chinese encoding that older ones choose. */
export function textOfFile(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return new TextDecoder("gb18030").decode(bytes);
  }
}

export async function readImportFile(text: string, onShare: (share: number) => void): Promise<ReadFile> {
  const refused = (problem: FileProblem): ReadFile => ({ kind: "refused", problem });
  if (text.length > IMPORT_MAX_BYTES) return refused({ kind: "tooBig" });
  const parsed = parseCsv(text);
  if (!parsed) return refused({ kind: "csv" });
  const [header, ...others] = parsed;
  const columns = header?.cells.map((cell) => cell.trim()) ?? [];
  const known: readonly string[] = [...IMPORT_COLUMNS, ...EXPORT_STATE_COLUMNS];
  const strange = columns.find((column, at) => !known.includes(column) || columns.indexOf(column) !== at);
  if (strange !== undefined) return refused({ kind: "column", column: strange });
  const missing = ["name", "third_things_id"].find((column) => !columns.includes(column));
  if (missing !== undefined) return refused({ kind: "missing", column: missing });
  if (others.length === 0) return refused({ kind: "empty" });
  const seen = new Set<string>();
  const rows: ImportRow[] = [];
  for (const { line, cells } of others) {
    rows.push(checkedRow(columns, line, cells, seen));
    if (rows.length % CHECKED_AT_ONCE === 0) {
      onShare(rows.length / others.length);
      await yieldToEventLoop();
    }
  }
  return { kind: "file", file: { columns, rows } };
}

function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

function checkedRow(columns: readonly string[], line: number, cells: readonly string[], seen: Set<string>): ImportRow {
  const given = Object.fromEntries(
    columns.flatMap((column, at) => {
      const cell = cells[at]?.trim() ?? "";
      const isNeeded = column === "name" || column === "third_things_id";
      return OWN_COLUMNS.has(column) && (cell !== "" || isNeeded) ? [[column, cell]] : [];
    }),
  );
  const deviceId = String(given.third_things_id ?? "");
  const problem = problemOf(given) ?? (seen.has(deviceId) ? { code: REPEATED, field: "third_things_id" } : undefined);
  seen.add(deviceId);
  return { line, cells, deviceId, problem };
}

/** The server's own schema: both refuse the same rows. */
function problemOf(given: Readonly<Record<string, string>>): RowProblem | undefined {
  const checked = importedThing.safeParse(given);
  const issue = checked.success ? undefined : checked.error.issues[0];
  if (issue === undefined) return undefined;
  const code = KNOWN_CODES.has(issue.message) ? issue.message : platformErrors.inputInvalid.code;
  return { code, field: issue.path.join(".") };
}

/** The right rows in pieces that one call takes, each a CSV of its own. */
export function piecesOf({ columns, rows }: ImportFile): { csv: string; lines: number[] }[] {
  const pieces: { csv: string; lines: number[] }[] = [];
  const header = csvText([columns]);
  for (const row of rows) {
    if (row.problem) continue;
    // A leading quote against formulas would be read as part of the name; so each row is written as it was read.
    const line = plainCsv(row.cells);
    const last = pieces.at(-1);
    const hasRoom = last && last.lines.length < IMPORT_MAX_ROWS && last.csv.length + line.length < PIECE_MAX_CHARS;
    if (hasRoom) {
      last.csv += line;
      last.lines.push(row.line);
    } else pieces.push({ csv: header + line, lines: [row.line] });
  }
  return pieces;
}

function plainCsv(cells: readonly string[]): string {
  return `${cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(",")}\r\n`;
}

/** The answer to a piece in lines of the file: answers keep the order of the rows they were asked for. */
export function inLinesOfFile(answered: readonly ImportedRow[], lines: readonly number[]): ImportedRow[] {
  return answered.map((row, at) => ({ ...row, line: lines[at] ?? row.line }));
}

export function importTemplate(example: { id: string; name: string; label: string }): string {
  return `\ufeff${csvText([
    [...IMPORT_COLUMNS],
    [example.name, example.id, "", "ordinary", "", "", "", example.label, "canopy", "1;1"],
  ])}`;
}

interface ReportWords {
  header: readonly string[];
  added: string;
  failed: string;
}

/** Every row of the file with its result; keys stand here and nowhere else. */
export function reportCsv(rows: readonly ImportedRow[], words: ReportWords): string {
  return `\ufeff${csvText([
    words.header,
    ...rows.map(({ line, third_things_id, ok, licence_key, message, code }) => [
      String(line),
      third_things_id,
      ok ? words.added : words.failed,
      licence_key ?? "",
      message ?? code ?? "",
    ]),
  ])}`;
}
