/** Content of a column of a PEAK trace; the letters are those of `;$COLUMNS`. */
export interface TrcColumns {
  offset: number;
  type: number;
  bus: number;
  id: number;
  direction: number;
  /** `l`: length in bytes; `L`: DLC. */
  length: number;
  isDlc: boolean;
  data: number;
}

const NONE = -1;

/** Layouts of the versions without `;$COLUMNS` (PEAK CAN TRC file format, sections 1.0 to 1.3). */
const FIXED: Record<string, string> = {
  "1.0": "N,O,I,l,D",
  "1.1": "N,O,T,I,l,D",
  "1.2": "N,O,B,T,I,l,D",
  "1.3": "N,O,B,T,I,R,l,D",
  "2.0": "N,O,T,I,d,l,D",
  "2.1": "N,O,T,B,I,d,R,L,D",
};

export function columnsOfVersion(version: string): TrcColumns | undefined {
  const letters = FIXED[version];
  return letters === undefined ? undefined : columnsOf(letters);
}

/** From the letters of `;$COLUMNS=`; undefined when a required column is missing. */
export function columnsOf(text: string): TrcColumns | undefined {
  const letters = text.split(",").map((letter) => letter.trim());
  const at = (letter: string): number => letters.indexOf(letter);
  const columns: TrcColumns = {
    offset: at("O"),
    type: at("T"),
    bus: at("B"),
    id: at("I"),
    direction: at("d"),
    length: at("l") === NONE ? at("L") : at("l"),
    isDlc: at("l") === NONE,
    data: at("D"),
  };
  const isWhole = columns.offset >= 0 && columns.id >= 0 && columns.length >= 0 && columns.data >= 0;
  return isWhole ? columns : undefined;
}

/** The version of a log that begins in the middle, by the words of a row; undefined where they do not tell it. */
export function versionOfRow(words: readonly string[]): string | undefined {
  const [number = "", , third = "", fourth = "", , sixth = ""] = words;
  const isType = (word: string): boolean => /^[A-Z][a-z]/.test(word);
  if (/^\d+\)$/.test(number)) {
    if (isType(third)) return "1.1";
    if (!isType(fourth)) return "1.0";
    return sixth === "-" ? "1.3" : "1.2";
  }
  if (!/^\d+$/.test(number) || !/^[A-Z]{2}$/.test(third)) return undefined;
  return /^\d{1,2}$/.test(fourth) ? "2.1" : "2.0";
}
