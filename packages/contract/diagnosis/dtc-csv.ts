import { decodeDbcText } from "@canopy/can/dbc/parse/encoding";
import { parseFaultCode } from "@canopy/can/faults/fault-code";
import { cellsByName, csvDelimiter, parseCsv } from "../platform/csv.ts";

export const MAX_DTC_NAME = 200;
export const DTC_SEVERITIES = ["low", "medium", "high"] as const;
export type DtcSeverityName = (typeof DTC_SEVERITIES)[number];

export interface DtcRow {
  line: number;
  /** Three bytes; a code without failure type has 00. Of J1939: SPN and FMI above them. */
  code: number;
  name_zh: string;
  name_en: string;
  severity: DtcSeverityName | null;
}

export type DtcRowProblem = "badCode" | "noName" | "nameTooLong" | "badSeverity";

export interface DtcCsv {
  encoding: string;
  rows: DtcRow[];
  problems: { line: number; problem: DtcRowProblem; text: string }[];
  /** Codes that stand in more than one line: the last one counts. */
  doubles: { line: number; earlier: number; code: number }[];
}

type Column = "code" | "name_zh" | "name_en" | "severity";

const HEADERS: ReadonlyMap<string, Column> = new Map(
  Object.entries<Column>({
    code: "code",
    dtc: "code",
    "fault code": "code",
    故障码: "code",
    name: "name_zh",
    "display name": "name_zh",
    name_zh: "name_zh",
    名称: "name_zh",
    显示名: "name_zh",
    显示名称: "name_zh",
    中文: "name_zh",
    name_en: "name_en",
    english: "name_en",
    英文: "name_en",
    英文名称: "name_en",
    severity: "severity",
    级别: "severity",
    严重程度: "severity",
  }),
);
const PLAIN: readonly Column[] = ["code", "name_zh", "name_en", "severity"];

const SEVERITY_WORDS: ReadonlyMap<string, DtcSeverityName> = new Map([
  ["low", "low"],
  ["低", "low"],
  ["medium", "medium"],
  ["中", "medium"],
  ["high", "high"],
  ["高", "high"],
]);

/** Undefined: no CSV at all. The encoding is guessed by the bytes and told. */
export function readDtcCsv(bytes: Uint8Array): DtcCsv | undefined {
  const { text, encoding } = decodeDbcText(bytes);
  const lines = parseCsv(text, csvDelimiter(text));
  if (!lines) return undefined;
  const found: DtcCsv = { encoding, rows: [], problems: [], doubles: [] };
  const columns = headerOf(lines[0]?.cells ?? []);
  const columnsOf = cellsByName<Column>(columns ?? PLAIN);
  const rows = new Map<number, DtcRow>();
  for (const { line, cells } of columns ? lines.slice(1) : lines) {
    const row = rowOf(line, columnsOf(cells));
    if ("problem" in row) {
      found.problems.push({ line, problem: row.problem, text: row.text.slice(0, MAX_DTC_NAME) });
      continue;
    }
    const earlier = rows.get(row.code);
    if (earlier) found.doubles.push({ line, earlier: earlier.line, code: row.code });
    rows.set(row.code, row);
  }
  return { ...found, rows: [...rows.values()] };
}

/** Undefined: the first line is a row already. */
function headerOf(cells: readonly string[]): (Column | undefined)[] | undefined {
  const columns = cells.map((cell) => HEADERS.get(cell.trim().toLowerCase()));
  return columns.includes("code") ? columns : undefined;
}

function rowOf(line: number, of: (column: Column) => string): DtcRow | { problem: DtcRowProblem; text: string } {
  const text = of("code");
  const code = parseFaultCode(text);
  if (code === undefined) return { problem: "badCode", text };
  const name_zh = of("name_zh");
  const name_en = of("name_en");
  if (name_zh === "" && name_en === "") return { problem: "noName", text };
  if (Math.max(name_zh.length, name_en.length) > MAX_DTC_NAME) return { problem: "nameTooLong", text };
  const word = of("severity").toLowerCase();
  const severity = word === "" ? null : SEVERITY_WORDS.get(word);
  if (severity === undefined) return { problem: "badSeverity", text: word };
  return { line, code, name_zh, name_en, severity };
}
