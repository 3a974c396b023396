import type { ValueText } from "../dbc/model.ts";
import { type ModelBuilder, plainText } from "../signal-file/build.ts";
import type { LdfCursor } from "./cursor.ts";
import type { LdfDraft } from "./model.ts";

interface Scale {
  readonly from: number;
  readonly to: number;
  readonly factor: number;
  readonly offset: number;
  readonly unit: string;
}

/** `name { logical_value, 0, "off"; physical_value, 0, 250, 0.5, -40, "degC"; bcd_value; ascii_value; }` */
export function parseEncoding(cursor: LdfCursor, draft: LdfDraft, model: ModelBuilder): void {
  const name = cursor.name();
  const scales: Scale[] = [];
  const values: ValueText[] = [];
  cursor.block(() => {
    const at = cursor.position();
    const kind = cursor.word();
    if (kind === "logical_value") readLogical(cursor, values);
    else if (kind === "physical_value") readPhysical(cursor, scales);
    else {
      if (kind !== "bcd_value" && kind !== "ascii_value") cursor.fail();
      if (!cursor.failed) model.notTaken(at, kind);
      cursor.mark(";");
    }
  });
  if (cursor.failed) return;
  const [first = { from: 0, to: 0, factor: 1, offset: 0, unit: "" }] = scales;
  const isPiecewise = scales.some(({ factor, offset }) => factor !== first.factor || offset !== first.offset);
  const ends = scales.flatMap(({ from, to }) => [from, to].map((raw) => raw * first.factor + first.offset));
  draft.encodings.set(name, {
    factor: isPiecewise ? 1 : first.factor,
    offset: isPiecewise ? 0 : first.offset,
    minimum: isPiecewise || ends.length === 0 ? 0 : ends.reduce((a, b) => Math.min(a, b)),
    maximum: isPiecewise || ends.length === 0 ? 0 : ends.reduce((a, b) => Math.max(a, b)),
    unit: isPiecewise ? "" : first.unit,
    values,
    isPiecewise,
  });
}

function readLogical(cursor: LdfCursor, values: ValueText[]): void {
  cursor.mark(",");
  const raw = cursor.number();
  const text = cursor.optionalMark(",") ? plainText(cursor.string()) : "";
  cursor.mark(";");
  // Without a text it says only that the value is valid.
  if (!cursor.failed && text !== "") values.push({ raw, text });
}

function readPhysical(cursor: LdfCursor, scales: Scale[]): void {
  cursor.mark(",");
  const from = cursor.number();
  cursor.mark(",");
  const to = cursor.number();
  cursor.mark(",");
  const factor = cursor.number();
  cursor.mark(",");
  const offset = cursor.number();
  const unit = cursor.optionalMark(",") ? plainText(cursor.string()) : "";
  cursor.mark(";");
  const isScale = [from, to, factor, offset].every(Number.isFinite);
  if (!cursor.failed && isScale) scales.push({ from, to, factor, offset, unit });
}

/** `encoding: signal, signal;` */
export function parseRepresentation(cursor: LdfCursor, draft: LdfDraft): void {
  const at = cursor.position();
  const encoding = cursor.name();
  cursor.mark(":");
  const names = [cursor.name(), ...cursor.moreNames()];
  cursor.mark(";");
  if (cursor.failed) return;
  for (const name of names) draft.encodingBySignal.set(name, { at, encoding });
}
