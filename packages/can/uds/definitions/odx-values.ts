import type { DefinedValue } from "./model.ts";
import { childOf, type Element, nameOf, numberOf, pathOf, textOf } from "./odx-tree.ts";

/** Elements by their ID, and what could not be read. */
export class OdxContext {
  readonly byId: ReadonlyMap<string, Element>;
  readonly notUnderstood: (what: string) => void;
  #left = MAX_PARTS;

  constructor(byId: ReadonlyMap<string, Element>, notUnderstood: (what: string) => void) {
    this.byId = byId;
    this.notUnderstood = notUnderstood;
  }

  /** The documents stand for more than any ECU has: whatever comes is in vain. */
  get isTooLarge(): boolean {
    return this.#left < 0;
  }

  /** Counts what is about to be made. */
  count(parts: number): void {
    this.#left -= parts;
  }
}

/** Parameters and names of raw values, counted wherever they stand: a structure is read anew in each message. */
const MAX_PARTS = 250_000;
const MAX_STATES = 1000;
const MAX_NESTING = 10;
const TYPES: Readonly<Record<string, DefinedValue["type"]>> = {
  A_UINT32: "unsigned",
  A_INT32: "signed",
  A_FLOAT32: "float",
  A_FLOAT64: "float",
  A_ASCIISTRING: "text",
  A_UTF8STRING: "text",
  A_BYTEFIELD: "bytes",
};

export const refOf = ({ byId }: OdxContext, element: Element | undefined, name: string): Element | undefined =>
  byId.get(childOf(element, name)?.attributes.get("ID-REF") ?? "");

/**
 * The parameters of a message from a byte on, as values; null bits: the rest of the message. `path`: the structures
 * that it stands in.
 */
export function valuesOf(
  context: OdxContext,
  message: Element,
  from: number,
  path: readonly Element[] = [],
): DefinedValue[] {
  const values: DefinedValue[] = [];
  let next = 0;
  for (const param of childOf(message, "PARAMS")?.children ?? []) {
    context.count(1);
    if (context.isTooLarge) return [];
    const byte = numberOf(childOf(param, "BYTE-POSITION")) ?? next;
    const found = paramValues(context, param, byte - from, path);
    next = byte + (constantBytes(param) ?? bytesOf(found, byte - from));
    if (byte >= from) for (const value of found) values.push(value);
  }
  return values;
}

const constantBytes = (param: Element): number | undefined => {
  const bits = numberOf(pathOf(param, "DIAG-CODED-TYPE", "BIT-LENGTH"));
  const length = numberOf(childOf(param, "BYTE-LENGTH"));
  return length ?? (bits === undefined ? undefined : Math.ceil(bits / 8));
};

const bytesOf = (values: readonly DefinedValue[], from: number): number =>
  values.reduce((end, { byte, shift, bits }) => Math.max(end, byte - from + Math.ceil((shift + (bits ?? 0)) / 8)), 0);

function paramValues(context: OdxContext, param: Element, byte: number, path: readonly Element[]): DefinedValue[] {
  const kind = param.attributes.get("type");
  if (kind !== "VALUE" && kind !== "PHYS-CONST") return [];
  const dop = refOf(context, param, "DOP-REF");
  const name = nameOf(param);
  if (dop?.name === "STRUCTURE" && path.length < MAX_NESTING && !path.includes(dop))
    return valuesOf(context, dop, 0, [...path, dop]).map((value) => ({ ...value, byte: value.byte + byte }));
  const value = dop?.name === "DATA-OBJECT-PROP" ? valueOfDop(context, dop, name) : undefined;
  if (!value) context.notUnderstood(`${name}: ${dop?.name ?? "DOP-REF"}`);
  return value ? [{ ...value, byte, shift: numberOf(childOf(param, "BIT-POSITION")) ?? 0 }] : [];
}

function valueOfDop(context: OdxContext, dop: Element, name: string): DefinedValue | undefined {
  const coded = childOf(dop, "DIAG-CODED-TYPE");
  const type = TYPES[coded?.attributes.get("BASE-DATA-TYPE") ?? ""];
  const form = coded?.attributes.get("type");
  const bits = form === "STANDARD-LENGTH-TYPE" ? numberOf(childOf(coded, "BIT-LENGTH")) : null;
  if (type === undefined || bits === undefined || (bits === null && form !== "MIN-MAX-LENGTH-TYPE")) return undefined;
  const unit = textOf(childOf(refOf(context, dop, "UNIT-REF"), "DISPLAY-NAME")).slice(0, 32);
  const isLittleEndian = coded?.attributes.get("IS-HIGHLOW-BYTE-ORDER") === "false";
  const plain = { name, byte: 0, shift: 0, bits, type, isLittleEndian, factor: 1, offset: 0, unit, states: [] };
  const method = childOf(dop, "COMPU-METHOD");
  const category = textOf(childOf(method, "CATEGORY"));
  const scales = pathOf(method, "COMPU-INTERNAL-TO-PHYS", "COMPU-SCALES")?.children.slice(0, MAX_STATES) ?? [];
  context.count(scales.length);
  if (category === "LINEAR") return linear(plain, scales[0]) ?? untold(context, plain, category);
  if (category === "TEXTTABLE") return { ...plain, states: scales.flatMap(stateOf) };
  return category === "IDENTICAL" || category === "" ? plain : untold(context, plain, category);
}

/** Raw, where the scaling is another one. */
function untold(context: OdxContext, value: DefinedValue, category: string): DefinedValue {
  context.notUnderstood(`${value.name}: COMPU-METHOD ${category}`);
  return value;
}

/** (offset + factor · raw) / divisor */
function linear(value: DefinedValue, scale: Element | undefined): DefinedValue | undefined {
  const coefficients = childOf(scale, "COMPU-RATIONAL-COEFFS");
  const of = (name: string) => childOf(coefficients, name)?.children.map((v) => Number(textOf(v))) ?? [];
  const [offset = Number.NaN, factor = Number.NaN] = of("COMPU-NUMERATOR");
  const [divisor = 1] = of("COMPU-DENOMINATOR");
  const scaled = { ...value, factor: factor / divisor, offset: offset / divisor };
  return Number.isFinite(scaled.factor) && Number.isFinite(scaled.offset) ? scaled : undefined;
}

function stateOf(scale: Element): [number, string][] {
  const raw = numberOf(childOf(scale, "LOWER-LIMIT"));
  const name = textOf(pathOf(scale, "COMPU-CONST", "VT"));
  return raw === undefined || name === "" ? [] : [[raw, name.slice(0, 100)]];
}
