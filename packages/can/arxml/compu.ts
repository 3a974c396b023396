import type { ValueText } from "../dbc/model.ts";
import { plainText } from "../signal-file/build.ts";
import { type ArxmlDocument, commentOf } from "./document.ts";
import { childOf, type Element, numberOf, pathOf, textOf } from "./tree.ts";

export interface Compu {
  readonly factor: number;
  readonly offset: number;
  readonly minimum: number;
  readonly maximum: number;
  readonly values: readonly ValueText[];
  /** More than one factor and offset: the raw number is shown. */
  readonly isBeyond: boolean;
}

export const IDENTICAL: Compu = { factor: 1, offset: 0, minimum: 0, maximum: 0, values: [], isBeyond: false };

/** A text for a range of values stands for each of them, up to this many. */
const MAX_TEXT_RANGE = 256;

const known = new WeakMap<Element, Compu>();

/** `COMPU-METHOD`: IDENTICAL, LINEAR, TEXTTABLE, both together; RAT_FUNC where it is linear. Read once per method. */
export function compuOf(method: Element | undefined): Compu {
  if (!method) return IDENTICAL;
  const made = known.get(method) ?? readMethod(method);
  known.set(method, made);
  return made;
}

interface Scale {
  readonly factor: number;
  readonly offset: number;
  readonly ends: readonly number[];
}

function readMethod(method: Element): Compu {
  const toPhysical = childOf(method, "COMPU-INTERNAL-TO-PHYS");
  const isInverse = toPhysical === undefined;
  const scales = childOf(toPhysical ?? childOf(method, "COMPU-PHYS-TO-INTERNAL"), "COMPU-SCALES")?.children ?? [];
  const values: ValueText[] = [];
  const linear: Scale[] = [];
  let isBeyond = textOf(childOf(method, "CATEGORY")) === "BITFIELD_TEXTTABLE";
  for (const scale of scales) {
    if (pathOf(scale, "COMPU-CONST", "VT")) isBeyond ||= isInverse || !readTexts(scale, values);
    else if (childOf(scale, "COMPU-RATIONAL-COEFFS")) {
      const read = readScale(scale, isInverse);
      if (read) linear.push(read);
      else isBeyond = true;
    }
  }
  const [first = { factor: 1, offset: 0, ends: [] }] = linear;
  isBeyond ||= linear.some(({ factor, offset }) => factor !== first.factor || offset !== first.offset);
  if (isBeyond) return { ...IDENTICAL, values, isBeyond };
  const ends = linear.flatMap((scale) => scale.ends);
  const limits = ends.length < 2 ? [0] : ends;
  const { factor, offset } = first;
  return { factor, offset, minimum: least(limits), maximum: -least(limits.map((end) => -end)) || 0, values, isBeyond };
}

const least = (numbers: readonly number[]): number => numbers.reduce((a, b) => Math.min(a, b));

/** False: the range is too long to be told value by value. */
function readTexts(scale: Element, values: ValueText[]): boolean {
  const lower = numberOf(childOf(scale, "LOWER-LIMIT"));
  const upper = numberOf(childOf(scale, "UPPER-LIMIT"));
  const from = lower ?? upper;
  const to = upper ?? lower;
  const text = plainText(textOf(pathOf(scale, "COMPU-CONST", "VT")));
  if (from === undefined || to === undefined || text === "") return true;
  if (from === to) values.push({ raw: from, text });
  if (from >= to) return true;
  if (to - from >= MAX_TEXT_RANGE || !Number.isInteger(from)) return false;
  for (let raw = from; raw <= to; raw++) values.push({ raw, text });
  return true;
}

/** Physical = (v0 + v1 · raw) / d0; undefined: no straight line. */
function readScale(scale: Element, isInverse: boolean): Scale | undefined {
  const coefficients = childOf(scale, "COMPU-RATIONAL-COEFFS");
  const numbers = (name: string) => (childOf(coefficients, name)?.children ?? []).map(numberOf);
  const [v0 = 0, v1 = 0, ...higher] = numbers("COMPU-NUMERATOR");
  const [d0 = 1, ...more] = numbers("COMPU-DENOMINATOR");
  const isLine = [...higher, ...more].every((value) => value === 0);
  const [factor, offset] = isInverse ? [d0 / v1, -v0 / v1] : [v1 / d0, v0 / d0];
  if (!isLine || !Number.isFinite(factor) || !Number.isFinite(offset) || factor === 0) return undefined;
  const ends = ["LOWER-LIMIT", "UPPER-LIMIT"].flatMap((name) => {
    const limit = numberOf(childOf(scale, name));
    if (limit === undefined) return [];
    return [isInverse ? limit : limit * factor + offset || 0];
  });
  return { factor, offset: offset || 0, ends: ends.length === 2 ? ends : [] };
}

const NO_UNITS: ReadonlySet<string> = new Set(["NoUnit", "no_unit", "-"]);

/** `UNIT` has a name to show; without one it is its comment. */
export function unitOf(document: ArxmlDocument, ...owners: readonly (Element | undefined)[]): string {
  for (const owner of owners) {
    const unit = childOf(owner, "UNIT-REF") && document.follow(owner, "UNIT-REF");
    const text = plainText(textOf(childOf(unit, "DISPLAY-NAME"))) || (unit && commentOf(unit)) || "";
    if (text !== "") return NO_UNITS.has(text) ? "" : text;
  }
  return "";
}
