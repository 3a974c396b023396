import type { Draft } from "../edit/draft.ts";
import type { Cursor } from "./cursor.ts";

/** `VERSION "text"` */
export function parseVersion(cursor: Cursor, draft: Draft): void {
  draft.version = cursor.text();
  cursor.optionalMark(";");
}

/**
 * `NS_ :` and a list of keywords, which here are names and not sections. The list has no end mark: a keyword
 * with something behind it on its line is the next section.
 */
export function parseNewSymbols(cursor: Cursor, draft: Draft): void {
  cursor.optionalMark(":");
  const { token } = cursor;
  while (token.kind === "word" && !(cursor.atSection && !token.endsLine())) {
    draft.newSymbols.push(token.text);
    token.next();
  }
}

/** `BS_: [baudrate : btr1 , btr2]` */
export function parseBitTiming(cursor: Cursor, draft: Draft): void {
  cursor.optionalMark(":");
  if (!cursor.isWord() || cursor.atSection) return;
  const baudrate = cursor.number();
  cursor.optionalMark(":");
  const btr1 = cursor.isWord() && !cursor.atSection ? cursor.number() : 0;
  cursor.optionalMark(",");
  const btr2 = cursor.isWord() && !cursor.atSection ? cursor.number() : 0;
  cursor.optionalMark(";");
  if (!cursor.failed) draft.bitTiming = { baudrate, btr1, btr2 };
}

export const MAX_NODES = 10_000;

/** `BU_: node node …`, over as many lines as it takes. */
export function parseNodes(cursor: Cursor, draft: Draft): void {
  cursor.optionalMark(":");
  while (cursor.isWord() && !cursor.atSection) {
    const at = cursor.position();
    const name = cursor.word();
    if (cursor.failed) return;
    cursor.optionalMark(",");
    if (draft.nodes.length >= MAX_NODES) {
      cursor.problems.error("tooManyNodes", at, name);
      cursor.words();
      return;
    }
    if (draft.nodeByName.has(name)) {
      cursor.problems.warning("duplicateNode", at, name);
      continue;
    }
    const node = { at, name, longName: null, comment: null, attributes: [] };
    draft.nodes.push(node);
    draft.nodeByName.set(name, node);
  }
  cursor.optionalMark(";");
}
