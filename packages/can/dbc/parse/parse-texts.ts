import type { Draft, EnvironmentVariableDraft, NamedDraft } from "../edit/draft.ts";
import type { ValueText } from "../model.ts";
import { type Cursor, rawOf } from "./cursor.ts";
import type { Position } from "./problem.ts";
import { withMessage, withSignal } from "./references.ts";

/** `CM_ ["text" | BU_ node "text" | BO_ id "text" | SG_ id signal "text" | EV_ name "text"];` */
export function parseComment(cursor: Cursor, draft: Draft): void {
  const at = cursor.position();
  if (cursor.isText()) {
    const comment = cursor.text();
    cursor.endStatement();
    if (cursor.failed) return;
    // Vector's tools write one; of a file with several each is worth keeping.
    draft.comment = draft.comment === null ? comment : `${draft.comment}\n${comment}`;
    return;
  }
  withOwner(cursor, draft, at, readOwner(cursor), cursor.text(), (owner, comment) => {
    owner.comment = comment;
  });
}

export type OwnerReference =
  | { kind: "node" | "environmentVariable"; name: string }
  | { kind: "message"; fileId: number }
  | { kind: "signal"; fileId: number; signal: string };

/** `BU_ node`, `BO_ id`, `SG_ id signal` or `EV_ name`: the owner of a comment or an attribute. */
export function readOwner(cursor: Cursor): OwnerReference {
  const keyword = cursor.isWord() ? cursor.token.text : "";
  if (keyword !== "BU_" && keyword !== "BO_" && keyword !== "SG_" && keyword !== "EV_") cursor.fail();
  if (!cursor.failed) cursor.token.next();
  if (keyword === "BO_") return { kind: "message", fileId: cursor.messageId() };
  if (keyword === "SG_") return { kind: "signal", fileId: cursor.messageId(), signal: cursor.word() };
  return { kind: keyword === "EV_" ? "environmentVariable" : "node", name: cursor.word() };
}

/** Ends the statement and gives `value` to its owner once the whole file is read. */
export function withOwner<Value>(
  cursor: Cursor,
  draft: Draft,
  at: Position,
  owner: OwnerReference,
  value: Value,
  use: (owner: NamedDraft, value: Value) => void,
): void {
  cursor.endStatement();
  if (cursor.failed) return;
  const found = (target: NamedDraft) => use(target, value);
  if (owner.kind === "signal") withSignal(cursor, draft, { at, ...owner }, found);
  else if (owner.kind === "message") withMessage(cursor, draft, { at, ...owner }, found);
  else withNodeOrVariable(cursor, draft, at, owner.kind, owner.name, found);
}

function withNodeOrVariable(
  cursor: Cursor,
  draft: Draft,
  at: Position,
  kind: "node" | "environmentVariable",
  name: string,
  use: (target: NamedDraft) => void,
): void {
  draft.later.push(() => {
    const target = kind === "node" ? draft.nodeByName.get(name) : draft.environmentVariableByName.get(name);
    const code = kind === "node" ? "unknownNode" : "unknownEnvironmentVariable";
    if (target === undefined) cursor.problems.warning(code, at, name);
    else use(target);
  });
}

/** `VAL_TABLE_ name 1 "text" 0 "text" ;` */
export function parseValueTable(cursor: Cursor, draft: Draft): void {
  const table = { name: cursor.word(), values: readValues(cursor) };
  cursor.endStatement();
  if (cursor.failed) return;
  draft.valueTables.push(table);
  draft.valueTableByName.set(table.name, table);
}

/** A table of a thousand texts on a thousand signals is a million lines when it is written. */
export const MAX_TABLE_VALUES = 500_000;

/** `VAL_ id signal 1 "text" ;`, `VAL_ id signal table ;` or `VAL_ variable 1 "text" ;` */
export function parseValues(cursor: Cursor, draft: Draft): void {
  const at = cursor.position();
  const owner = cursor.word();
  if (!/^\d+$/.test(owner)) {
    const values = readValues(cursor);
    cursor.endStatement();
    if (cursor.failed) return;
    draft.later.push(() => {
      const variable = draft.environmentVariableByName.get(owner);
      if (variable === undefined) cursor.problems.warning("unknownEnvironmentVariable", at, owner);
      else variable.values = values;
    });
    return;
  }
  const signal = cursor.word();
  const tableName = cursor.isWord() && rawOf(cursor.token.text) === null ? cursor.word() : null;
  const values = readValues(cursor);
  cursor.endStatement();
  if (cursor.failed) return;
  withSignal(cursor, draft, { at, fileId: Number(owner), signal }, (found) => {
    const table = tableName === null ? null : draft.valueTableByName.get(tableName);
    draft.valueCount += table?.values.length ?? 0;
    if (table === undefined) cursor.problems.warning("unknownValueTable", at, tableName ?? "");
    else if (draft.valueCount > MAX_TABLE_VALUES) cursor.problems.error("tooManyValues", at, signal);
    else found.values = table?.values ?? values;
  });
}

function readValues(cursor: Cursor): ValueText[] {
  const values: ValueText[] = [];
  while (cursor.isWord() && !cursor.atSection) {
    const raw = rawOf(cursor.token.text);
    if (raw === null) {
      cursor.fail("numberExpected");
      break;
    }
    cursor.word();
    // A text over two lines of a Windows file is the same text.
    values.push({ raw, text: cursor.text().replaceAll("\r\n", "\n") });
  }
  return values;
}

const MAX_ENVIRONMENT_VARIABLES = 20_000;

/** `EV_ name: type [min|max] "unit" initial id access node,node;` */
export function parseEnvironmentVariable(cursor: Cursor, draft: Draft): void {
  const at = cursor.position();
  const name = cursor.word();
  cursor.mark(":");
  const type = cursor.number();
  cursor.mark("[");
  const minimum = cursor.limit();
  cursor.mark("|");
  const maximum = cursor.limit();
  cursor.mark("]");
  const unit = cursor.text();
  const initial = cursor.number();
  const id = cursor.number();
  const access = cursor.word();
  const nodes: string[] = [];
  while (cursor.isWord() && !cursor.atSection) {
    nodes.push(cursor.word());
    cursor.optionalMark(",");
  }
  cursor.endStatement();
  if (cursor.failed) return;
  if (draft.environmentVariables.length >= MAX_ENVIRONMENT_VARIABLES) {
    cursor.problems.error("tooManyEnvironmentVariables", at, name);
    return;
  }
  const named = { at, name, longName: null, comment: null, attributes: [] };
  const limits = { type, minimum, maximum, unit, initial, id, access };
  const variable: EnvironmentVariableDraft = { ...named, ...limits, nodes, size: null, values: [] };
  draft.environmentVariables.push(variable);
  draft.environmentVariableByName.set(name, variable);
}

/** `ENVVAR_DATA_ name: size;` */
export function parseEnvironmentVariableData(cursor: Cursor, draft: Draft): void {
  const at = cursor.position();
  const name = cursor.word();
  cursor.mark(":");
  const size = cursor.number();
  cursor.endStatement();
  if (cursor.failed) return;
  draft.later.push(() => {
    const variable = draft.environmentVariableByName.get(name);
    if (variable === undefined) cursor.problems.warning("unknownEnvironmentVariable", at, name);
    else variable.size = size;
  });
}
