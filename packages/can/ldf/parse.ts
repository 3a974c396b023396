import type { ParsedDbc } from "../dbc/parse/parse.ts";
import { ModelBuilder, plainText } from "../signal-file/build.ts";
import { buildMessages } from "./build.ts";
import { LdfCursor } from "./cursor.ts";
import { LdfDraft } from "./model.ts";
import { parseEncoding, parseRepresentation } from "./parse-encodings.ts";
import { parseDiagnosticFrame, parseEventFrame, parseFrame, parseSignal } from "./parse-frames.ts";

type ParseStatement = (cursor: LdfCursor, draft: LdfDraft, model: ModelBuilder) => void;

/** Sections with statements; the rest of a file is named as not taken. */
const SECTIONS: ReadonlyMap<string, ParseStatement> = new Map<string, ParseStatement>([
  ["Nodes", (cursor, _, model) => parseNodes(cursor, model)],
  ["Signals", parseSignal],
  ["Diagnostic_signals", parseSignal],
  ["Frames", parseFrame],
  ["Diagnostic_frames", parseDiagnosticFrame],
  ["Event_triggered_frames", parseEventFrame],
  ["Signal_encoding_types", parseEncoding],
  ["Signal_representation", parseRepresentation],
]);

const BEYOND: ReadonlySet<string> = new Set([
  "Sporadic_frames",
  "Dynamic_frames",
  "Diagnostic_addresses",
  "Node_attributes",
  "composite",
  "Schedule_tables",
  "Signal_groups",
]);

/** For any text there is a model of the readable parts and a list of problems. */
export function parseLdf(text: string): ParsedDbc {
  const model = new ModelBuilder("LIN");
  const cursor = new LdfCursor(text, model.problems);
  const draft = new LdfDraft();
  while (!cursor.atEnd) parseTop(cursor, draft, model);
  buildMessages(draft, model);
  return model.finish();
}

function parseTop(cursor: LdfCursor, draft: LdfDraft, model: ModelBuilder): void {
  cursor.failed = false;
  if (cursor.optionalMark(";") || cursor.optionalMark("}")) return;
  const at = cursor.position();
  const keyword = cursor.word();
  const parse = SECTIONS.get(keyword);
  if (parse) cursor.block(() => parse(cursor, draft, model));
  else if (BEYOND.has(keyword)) {
    model.notTaken(at, keyword);
    cursor.recover();
  } else parseHead(cursor, keyword, draft, model);
  if (!cursor.failed) return;
  // A mark that opens nothing must not stand in the way.
  cursor.recover();
}

function parseHead(cursor: LdfCursor, keyword: string, draft: LdfDraft, model: ModelBuilder): void {
  switch (keyword) {
    case "LIN_speed":
      cursor.mark("=");
      model.baudRate(cursor.number() * 1000);
      if (cursor.kind === "word") cursor.word();
      break;
    case "LIN_protocol_version":
    case "LIN_language_version":
    case "LDF_file_revision":
    case "Channel_name": {
      cursor.mark("=");
      const text = plainText(cursor.kind === "string" ? cursor.string() : cursor.word());
      if (keyword === "LIN_language_version") model.draft.version = text;
      break;
    }
    case "LIN_sig_byte_order_big_endian":
      draft.isBigEndian = true;
      break;
    case "LIN_sig_byte_order_little_endian":
    case "LIN_description_file":
      break;
    default:
      if (!cursor.failed) cursor.problems.error("unknownSection", cursor.position(), keyword);
      cursor.recover();
      return;
  }
  cursor.mark(";");
}

/** `Master: name, 5 ms, 0.1 ms;` and `Slaves: name, name;` */
function parseNodes(cursor: LdfCursor, model: ModelBuilder): void {
  const role = cursor.word();
  cursor.mark(":");
  const at = cursor.position();
  const first = cursor.name();
  if (!cursor.failed) model.node(at, first);
  while (cursor.optionalMark(",")) {
    const place = cursor.position();
    // Behind the master stand its times.
    if (role === "Master") {
      while (cursor.kind === "word") cursor.next();
      continue;
    }
    const name = cursor.name();
    if (!cursor.failed) model.node(place, name);
  }
  cursor.mark(";");
}
