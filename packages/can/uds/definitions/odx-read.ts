import {
  type DefinedFault,
  type DefinedIdentifier,
  type DefinedRoutine,
  type EcuDefinitions,
  lengthOf,
} from "./model.ts";
import { childOf, type Element, elementsOf, elementTree, nameOf, numberOf, textOf } from "./odx-tree.ts";
import { OdxContext, refOf, valuesOf } from "./odx-values.ts";

interface ReadOdx extends EcuDefinitions {
  /** Parts of the files that say more than is read here. */
  readonly notUnderstood: string[];
}

const READ_IDENTIFIER = 0x22;
const WRITE_IDENTIFIER = 0x2e;
const ROUTINE_CONTROL = 0x31;
const MAX_TOLD = 200;
const MAX_DEFINITIONS = 5000;

/**
 * Of the documents of an ODX package: identifiers, routines and fault codes with linear scaling and text tables
 * (ISO 22901-1). Undefined: one of them is no XML. The rest is listed, not guessed.
 */
export function readOdx(documents: readonly string[]): ReadOdx | "tooLarge" | undefined {
  const trees = documents.map(elementTree);
  if (!trees.every((tree) => tree !== undefined)) return undefined;
  const all = trees.flatMap((tree) => [...elementsOf(tree)]);
  const told = new Set<string>();
  const context = new OdxContext(new Map(all.flatMap((element) => named(element))), (what) => {
    if (told.size < MAX_TOLD) told.add(what);
  });
  const identifiers = new Map<number, DefinedIdentifier>();
  const routines = new Map<number, DefinedRoutine>();
  for (const service of all.filter(({ name }) => name === "DIAG-SERVICE"))
    readService(context, service, { identifiers, routines });
  if (context.isTooLarge) return "tooLarge";
  for (const { name } of all) if (REST.has(name)) context.notUnderstood(name);
  const faults = all.flatMap((element) => (element.name === "DTC" ? faultOf(element) : []));
  return {
    identifiers: [...identifiers.values()].sort((a, b) => a.id - b.id).slice(0, MAX_DEFINITIONS),
    routines: [...routines.values()].sort((a, b) => a.id - b.id).slice(0, MAX_DEFINITIONS),
    faults: faults.slice(0, 10 * MAX_DEFINITIONS),
    notUnderstood: [...told],
  };
}

/** Parts with a meaning that is left out. */
const REST: ReadonlySet<string> = new Set([
  "SINGLE-ECU-JOB",
  "MULTIPLE-ECU-JOB",
  "STATE-CHART",
  "ECU-MEM",
  "FLASHDATA",
  "MUX",
  "TABLE",
  "DYNAMIC-LENGTH-FIELD",
  "END-OF-PDU-FIELD",
  "STATIC-FIELD",
  "ENV-DATA-DESC",
]);

const named = (element: Element): [string, Element][] => {
  const id = element.attributes.get("ID");
  return id === undefined ? [] : [[id, element]];
};

interface Found {
  readonly identifiers: Map<number, DefinedIdentifier>;
  readonly routines: Map<number, DefinedRoutine>;
}

function readService(context: OdxContext, service: Element, { identifiers, routines }: Found): void {
  const request = refOf(context, service, "REQUEST-REF");
  const head = request ? constantsOf(request) : [];
  const [sid, ...rest] = head;
  const name = nameOf(service);
  if (sid === ROUTINE_CONTROL && rest.length >= 3) {
    const [, high = 0, low = 0] = rest;
    const id = high * 256 + low;
    if (!routines.has(id)) routines.set(id, { id, name });
    return;
  }
  const isRead = sid === READ_IDENTIFIER;
  if ((!isRead && sid !== WRITE_IDENTIFIER) || rest.length < 2 || !request) {
    const code = sid === undefined ? "?" : sid.toString(16).toUpperCase().padStart(2, "0");
    context.notUnderstood(`${code} ${name}`);
    return;
  }
  const [high = 0, low = 0] = rest;
  const id = high * 256 + low;
  const response = childOf(service, "POS-RESPONSE-REFS");
  const message = isRead ? refOf(context, response, "POS-RESPONSE-REF") : request;
  // What is read tells more than what is written.
  if (!message || (identifiers.has(id) && !isRead)) return;
  const values = valuesOf(context, message, 3);
  if (context.isTooLarge) return;
  identifiers.set(id, { id, name, length: lengthOf(values), values });
}

/** The bytes that a message begins with, as far as they are constants. */
function constantsOf(message: Element): number[] {
  const bytes: number[] = [];
  for (const param of childOf(message, "PARAMS")?.children ?? []) {
    const at = numberOf(childOf(param, "BYTE-POSITION")) ?? bytes.length;
    const value = numberOf(childOf(param, "CODED-VALUE"));
    const bits = numberOf(childOf(childOf(param, "DIAG-CODED-TYPE"), "BIT-LENGTH")) ?? 0;
    if (param.attributes.get("type") !== "CODED-CONST" || at !== bytes.length || value === undefined) break;
    for (let shift = bits - 8; shift >= 0; shift -= 8) bytes.push(Math.floor(value / 2 ** shift) & 255);
  }
  return bytes;
}

function faultOf(element: Element): DefinedFault[] {
  const code = numberOf(childOf(element, "TROUBLE-CODE"));
  const name = textOf(childOf(element, "TEXT")) || nameOf(element);
  return code === undefined || code < 0 || code > 0xffffff || name === "" ? [] : [{ code, name: name.slice(0, 200) }];
}
