import { checkMessages } from "../edit/check.ts";
import { Draft } from "../edit/draft.ts";
import { type Dbc, EMPTY_DBC } from "../model.ts";
import { Cursor } from "./cursor.ts";
import { decodeDbcText } from "./encoding.ts";
import type { DbcEncoding } from "./encodings.ts";
import { NotTaken } from "./not-taken.ts";
import {
  parseAttribute,
  parseAttributeDefault,
  parseAttributeDefinition,
  parseRelationAttribute,
  parseRelationDefault,
  parseRelationDefinition,
} from "./parse-attributes.ts";
import { parseBitTiming, parseNewSymbols, parseNodes, parseVersion } from "./parse-head.ts";
import { parseMessage } from "./parse-messages.ts";
import {
  parseExtendedMultiplexing,
  parseSignalGroup,
  parseTransmitters,
  parseValueType,
} from "./parse-signal-details.ts";
import { parseSignal } from "./parse-signals.ts";
import {
  parseComment,
  parseEnvironmentVariable,
  parseEnvironmentVariableData,
  parseValues,
  parseValueTable,
} from "./parse-texts.ts";
import { type DbcProblem, ProblemList } from "./problem.ts";
import { resolve } from "./resolve.ts";
import { Tokenizer } from "./tokenize.ts";

/** A larger file is refused: the largest seen have 5 MB, and a hostile upload must not cost more memory. */
export const MAX_DBC_BYTES = 8 * 1024 * 1024;
export const MAX_STATEMENTS = 250_000;

export interface ParsedDbc {
  readonly dbc: Dbc;
  /** In the order of the file. */
  readonly problems: readonly DbcProblem[];
}

export interface ReadDbc extends ParsedDbc {
  readonly encoding: DbcEncoding;
}

type ParseStatement = (cursor: Cursor, draft: Draft) => void;

const STATEMENTS: ReadonlyMap<string, ParseStatement> = new Map([
  ["VERSION", parseVersion],
  ["NS_", parseNewSymbols],
  ["BS_", parseBitTiming],
  ["BU_", parseNodes],
  ["VAL_TABLE_", parseValueTable],
  ["BO_", parseMessage],
  ["SG_", parseSignal],
  ["BO_TX_BU_", parseTransmitters],
  ["EV_", parseEnvironmentVariable],
  ["ENVVAR_DATA_", parseEnvironmentVariableData],
  ["CM_", parseComment],
  ["BA_DEF_", parseAttributeDefinition],
  ["BA_DEF_DEF_", parseAttributeDefault],
  ["BA_", parseAttribute],
  ["BA_DEF_REL_", parseRelationDefinition],
  ["BA_DEF_DEF_REL_", parseRelationDefault],
  ["BA_REL_", parseRelationAttribute],
  ["VAL_", parseValues],
  ["SIG_GROUP_", parseSignalGroup],
  ["SIG_VALTYPE_", parseValueType],
  ["SG_MUL_VAL_", parseExtendedMultiplexing],
]);

/** Sections that the model has no place for, up to their `;`: a file that is edited loses them. */
const NOT_TAKEN: ReadonlySet<string> = new Set([
  "EV_DATA_",
  "SGTYPE_",
  "SGTYPE_VAL_",
  "SIGTYPE_VALTYPE_",
  "SIG_TYPE_REF_",
  "CAT_DEF_",
  "CAT_",
  "FILTER",
  "BA_DEF_SGTYPE_",
  "BA_SGTYPE_",
]);

/** A file as bytes: encoding found (or given), size bounded, then read. */
export function readDbc(bytes: Uint8Array, encoding?: DbcEncoding): ReadDbc {
  if (bytes.length > MAX_DBC_BYTES) {
    const subject = `${bytes.length} > ${MAX_DBC_BYTES}`;
    const tooLarge = { code: "tooLarge", severity: "error", ...START, subject } as const;
    return { dbc: EMPTY_DBC, problems: [tooLarge], encoding: encoding ?? "utf-8" };
  }
  const decoded = decodeDbcText(bytes, encoding);
  const { dbc, problems } = parseDbc(decoded.text);
  if (!decoded.isGuess) return { dbc, problems, encoding: decoded.encoding };
  const guessed = { code: "encodingGuessed", severity: "warning", ...START, subject: decoded.encoding } as const;
  return { dbc, problems: [guessed, ...problems], encoding: decoded.encoding };
}

const START = { line: 1, column: 1 };

/** For any text there is a model of the readable parts and a list of problems. */
export function parseDbc(text: string): ParsedDbc {
  const problems = new ProblemList();
  const cursor = new Cursor(new Tokenizer(text, problems), problems);
  const draft = new Draft();
  let statements = 0;
  const notTaken = new NotTaken();
  for (; !cursor.atEnd && statements < MAX_STATEMENTS; statements++) parseStatement(cursor, draft, notTaken);
  if (!cursor.atEnd) problems.refuse("tooManyStatements", cursor.position(), `> ${MAX_STATEMENTS}`);
  if (problems.refusal !== null) return { dbc: EMPTY_DBC, problems: [problems.refusal] };
  notTaken.tell(problems);
  const dbc = resolve(draft, problems);
  checkMessages(draft.messages, problems);
  if (dbc.messages.length === 0) problems.error("noMessages", START);
  return { dbc, problems: problems.list.sort((a, b) => a.line - b.line || a.column - b.column) };
}

function parseStatement(cursor: Cursor, draft: Draft, notTaken: NotTaken): void {
  cursor.failed = false;
  const keyword = cursor.token.text;
  const parse = cursor.isWord() ? STATEMENTS.get(keyword) : undefined;
  if (parse !== undefined) {
    cursor.token.next();
    parse(cursor, draft);
    if (cursor.failed) cursor.recover();
    return;
  }
  // A lone semicolon is not worth a word.
  if (cursor.optionalMark(";")) return;
  if (NOT_TAKEN.has(keyword)) notTaken.add(cursor.position(), keyword);
  else cursor.problems.error("unknownSection", cursor.position(), keyword);
  cursor.token.next();
  cursor.recover();
}
