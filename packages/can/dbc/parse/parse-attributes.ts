import { addAttribute, type Draft } from "../edit/draft.ts";
import { type AttributeOwner, type AttributeType, MAX_NAME_LENGTH, type RelationOwner } from "../model.ts";
import { type Cursor, numberOf } from "./cursor.ts";
import { readOwner, withOwner } from "./parse-texts.ts";
import { withMessage, withSignal } from "./references.ts";

const OWNERS: ReadonlyMap<string, AttributeOwner> = new Map([
  ["BU_", "node"],
  ["BO_", "message"],
  ["SG_", "signal"],
  ["EV_", "environmentVariable"],
]);

const RELATIONS: ReadonlyMap<string, RelationOwner> = new Map([
  ["BU_BO_REL_", "nodeMessage"],
  ["BU_SG_REL_", "nodeSignal"],
  ["BU_EV_REL_", "nodeEnvironmentVariable"],
]);

/** `BA_DEF_ [BU_|BO_|SG_|EV_] "name" type;` */
export function parseAttributeDefinition(cursor: Cursor, draft: Draft): void {
  parseDefinition(cursor, draft, (keyword) => (keyword === null ? "network" : OWNERS.get(keyword)));
}

/** `BA_DEF_REL_ BU_BO_REL_|BU_SG_REL_|BU_EV_REL_ "name" type;` */
export function parseRelationDefinition(cursor: Cursor, draft: Draft): void {
  parseDefinition(cursor, draft, (keyword) => (keyword === null ? undefined : RELATIONS.get(keyword)));
}

function parseDefinition(
  cursor: Cursor,
  draft: Draft,
  ownerOf: (keyword: string | null) => AttributeOwner | RelationOwner | undefined,
): void {
  const keyword = cursor.isWord() ? cursor.token.text : null;
  const owner = ownerOf(keyword);
  if (owner === undefined) cursor.fail();
  if (keyword !== null && !cursor.failed) cursor.token.next();
  const name = cursor.text();
  const type = readType(cursor);
  cursor.endStatement();
  if (cursor.failed || owner === undefined) return;
  draft.definitions.push({ name, owner, type, defaultValue: null });
  draft.definedNames.add(name);
}

function readType(cursor: Cursor): AttributeType {
  const at = cursor.position();
  const kind = cursor.word();
  switch (kind) {
    case "INT":
    case "HEX":
    case "FLOAT":
      return cursor.isWord()
        ? { kind, minimum: cursor.limit(), maximum: cursor.limit() }
        : { kind, minimum: 0, maximum: 0 };
    case "ENUM":
    // canmatrix writes `BOOL False True` and `STR`.
    case "BOOL":
      return { kind: "ENUM", labels: readLabels(cursor) };
    case "STRING":
    case "STR":
      return { kind: "STRING" };
    default:
      if (!cursor.failed) cursor.problems.warning("unexpected", at, kind);
      cursor.words();
      return { kind: "STRING" };
  }
}

function readLabels(cursor: Cursor): string[] {
  const labels: string[] = [];
  while ((cursor.isText() || cursor.isWord()) && !cursor.atSection) {
    labels.push(cursor.isText() ? cursor.text() : cursor.wordAsText());
    cursor.optionalMark(",");
  }
  return labels;
}

/** `BA_DEF_DEF_ "name" value;` */
export function parseAttributeDefault(cursor: Cursor, draft: Draft): void {
  parseDefault(cursor, draft, draft.defaults);
}

/** `BA_DEF_DEF_REL_ "name" value;` */
export function parseRelationDefault(cursor: Cursor, draft: Draft): void {
  parseDefault(cursor, draft, draft.relationDefaults);
}

/** Given to the definitions of that name at the end; there may be several, for several owners. */
function parseDefault(cursor: Cursor, draft: Draft, defaults: Map<string, number | string>): void {
  const at = cursor.position();
  const name = cursor.text();
  const value = readValue(cursor);
  cursor.endStatement();
  if (cursor.failed) return;
  defaults.set(name, value);
  draft.later.push(() => {
    if (!draft.definedNames.has(name)) cursor.problems.warning("unknownAttribute", at, name);
  });
}

const LONG_NAMES: ReadonlySet<string> = new Set([
  "SystemNodeLongSymbol",
  "SystemMessageLongSymbol",
  "SystemSignalLongSymbol",
  "SystemEnvVarLongSymbol",
]);

/** `BA_ "name" [BU_ node | BO_ id | SG_ id signal | EV_ name] value;` */
export function parseAttribute(cursor: Cursor, draft: Draft): void {
  const at = cursor.position();
  const name = cursor.text();
  if (cursor.isWord() && OWNERS.get(cursor.token.text) !== undefined) {
    const owner = readOwner(cursor);
    withOwner(cursor, draft, at, owner, readValue(cursor), (target, value) => {
      if (!LONG_NAMES.has(name)) addAttribute(target, { name, value });
      else if (String(value).length > MAX_NAME_LENGTH) cursor.problems.error("nameTooLong", at, String(value));
      else if (value !== "" && value !== target.name) target.longName = String(value);
    });
    return;
  }
  const value = readValue(cursor);
  cursor.endStatement();
  if (!cursor.failed) draft.attributes.push({ name, value });
}

/** `BA_REL_ "name" BU_BO_REL_ node id value;`, `… BU_SG_REL_ node SG_ id signal value;`, `… BU_EV_REL_ node variable value;` */
export function parseRelationAttribute(cursor: Cursor, draft: Draft): void {
  const at = cursor.position();
  const name = cursor.text();
  const keyword = cursor.isWord() ? cursor.token.text : "";
  const owner = RELATIONS.get(keyword);
  if (owner === undefined) cursor.fail();
  cursor.word();
  const node = cursor.word();
  if (owner === "nodeSignal" && cursor.isWord() && cursor.token.text === "SG_") cursor.token.next();
  const fileId = owner === "nodeEnvironmentVariable" ? 0 : cursor.messageId();
  const target = owner === "nodeMessage" ? null : cursor.word();
  const value = readValue(cursor);
  cursor.endStatement();
  if (cursor.failed || owner === undefined) return;
  const relation = { name, value, owner, node };
  if (target === null) {
    withMessage(cursor, draft, { at, fileId }, (message) => draft.relations.push({ ...relation, message, target }));
  } else if (owner === "nodeSignal") {
    withSignal(cursor, draft, { at, fileId, signal: target }, (_signal, message) =>
      draft.relations.push({ ...relation, message, target }),
    );
  } else {
    draft.later.push(() => draft.relations.push({ ...relation, message: null, target }));
  }
}

/** A number, or a text; a word that is neither (canmatrix writes `True`) is a text. */
function readValue(cursor: Cursor): number | string {
  if (cursor.isText()) return cursor.text();
  const word = cursor.wordAsText();
  return numberOf(word) ?? word;
}
