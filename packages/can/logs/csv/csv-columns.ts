/** The three kinds of CSV that are read: ours, python-can's CSVWriter, SavvyCAN's GVRET. */
export type CsvKind = "canopy" | "python-can" | "gvret";

export interface CsvColumns {
  kind: CsvKind;
  /** The columns of our own exports in their order. */
  isOwn: boolean;
  /** Character code between cells; spreadsheets of some countries write semicolons or tabs. */
  separator: number;
  time: number;
  channel: number;
  id: number;
  extended: number;
  remote: number;
  error: number;
  fd: number;
  brs: number;
  esi: number;
  direction: number;
  size: number;
  data: number;
}

/** First line of our own exports. Data is hex with blanks, so that a spreadsheet leaves it as text. */
export const CANOPY_HEADER = "time_s,channel,id,extended,remote,error,fd,brs,esi,direction,size,data";
export const PYTHON_CAN_HEADER = "timestamp,arbitration_id,extended,remote,error,dlc,data";
export const GVRET_HEADER = "Time Stamp,ID,Extended,Dir,Bus,LEN,D1,D2,D3,D4,D5,D6,D7,D8";
/** Older versions of SavvyCAN, and the loggers themselves, have no direction. */
const GVRET_HEADER_1 = "Time Stamp,ID,Extended,Bus,LEN,D1,D2,D3,D4,D5,D6,D7,D8";

/** The kind of a header line; undefined when it is none of the three. */
export function csvColumns(header: string): CsvColumns | undefined {
  const separator = [",", ";", "\t"].find((candidate) => header.includes(candidate)) ?? ",";
  const names = header
    .replace(/^(\ufeff|\u00ef\u00bb\u00bf)/, "")
    .split(separator)
    .map((name) =>
      name
        .trim()
        .replace(/^"(.*)"$/, "$1")
        .toLowerCase(),
    );
  const at = (...candidates: string[]): number => names.findIndex((name) => candidates.includes(name));
  const kind = kindOf(names);
  if (kind === undefined) return undefined;
  const columns: CsvColumns = {
    kind,
    isOwn: separator === "," && names.join() === CANOPY_HEADER,
    separator: separator.charCodeAt(0),
    time: 0,
    channel: at("channel", "bus"),
    id: at("id", "arbitration_id"),
    extended: at("extended"),
    remote: at("remote"),
    error: at("error"),
    fd: at("fd"),
    brs: at("brs"),
    esi: at("esi"),
    direction: at("direction", "dir"),
    size: at("size", "dlc", "len"),
    data: at("data", "d1"),
  };
  return columns.id >= 0 && columns.size >= 0 && columns.data >= 0 ? columns : undefined;
}

function kindOf(names: readonly string[]): CsvKind | undefined {
  if (names[0] === "time_s") return "canopy";
  if (names[0] === "timestamp" && names.includes("arbitration_id")) return "python-can";
  return names[0]?.startsWith("time stamp") && names.includes("len") ? "gvret" : undefined;
}

/** Rows by which a log tells its columns that has lost its header, or never had one (GVRET loggers). */
const ROWS: readonly (readonly [RegExp, string])[] = [
  [/^\d+\.\d+,\d+,0x[0-9A-F]+(,[01]){6},[RT]x,\d+,/i, CANOPY_HEADER],
  [/^\d+(\.\d+)?,0x[0-9A-F]+(,[01]){3},\d+,/i, PYTHON_CAN_HEADER],
  [/^-?\d+,[0-9A-F]+,(true|false|0|1),[RT]x,\d+,\d+(,|$)/i, GVRET_HEADER],
  [/^-?\d+,[0-9A-F]+,(true|false|0|1),\d,\d\d?(,[0-9A-F]{1,2})*,?$/i, GVRET_HEADER_1],
];

export function rowColumns(line: string): CsvColumns | undefined {
  const commas = line.replaceAll(/[;\t]/g, ",");
  const header = ROWS.find(([row]) => row.test(commas))?.[1];
  const separator = /[,;\t]/.exec(line)?.[0] ?? ",";
  return header === undefined ? undefined : csvColumns(header.replaceAll(",", separator));
}
