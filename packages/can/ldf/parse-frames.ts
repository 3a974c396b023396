import type { LdfCursor } from "./cursor.ts";
import type { LdfDraft, Placed } from "./model.ts";

/** `name: size, initial, publisher, subscriber, …;` where the initial value of a byte array is `{1, 2}`. */
export function parseSignal(cursor: LdfCursor, draft: LdfDraft): void {
  const at = cursor.position();
  const name = cursor.name();
  cursor.mark(":");
  const size = cursor.number();
  let initial: number[] = [];
  let isArray = false;
  if (cursor.optionalMark(",")) {
    isArray = cursor.isMark("{");
    initial = isArray ? readArray(cursor) : [cursor.number()];
  }
  // The first is the publisher; signals of diagnosis have neither.
  const [, ...subscribers] = cursor.moreNames();
  cursor.mark(";");
  if (cursor.failed) return;
  if (draft.signals.has(name)) cursor.problems.warning("duplicateSignal", at, name);
  draft.signals.set(name, { at, name, size, initial, isArray, subscribers });
}

const MAX_ARRAY = 8;

function readArray(cursor: LdfCursor): number[] {
  const values: number[] = [];
  cursor.mark("{");
  do {
    const value = cursor.number();
    if (values.length < MAX_ARRAY) values.push(value);
  } while (cursor.optionalMark(","));
  cursor.mark("}");
  return values;
}

/** LIN 1.x leaves the length out: the identifier says it. */
const lengthById = (id: number): number => (id < 32 ? 2 : id < 48 ? 4 : 8);

/** `name: id, publisher, length { signal, offset; … }` */
export function parseFrame(cursor: LdfCursor, draft: LdfDraft): void {
  const at = cursor.position();
  const name = cursor.name();
  cursor.mark(":");
  const id = readId(cursor);
  cursor.mark(",");
  const publisher = cursor.name();
  const length = cursor.optionalMark(",") ? cursor.number() : lengthById(id);
  const signals = readPlaces(cursor);
  if (!cursor.failed) addFrame(cursor, draft, { at, name, id, publisher, length, signals });
}

/** `MasterReq: 60 { MasterReqB0, 0; … }` */
export function parseDiagnosticFrame(cursor: LdfCursor, draft: LdfDraft): void {
  const at = cursor.position();
  const name = cursor.name();
  cursor.mark(":");
  const id = readId(cursor);
  const signals = readPlaces(cursor);
  if (!cursor.failed) addFrame(cursor, draft, { at, name, id, publisher: "", length: 8, signals });
}

function addFrame(cursor: LdfCursor, draft: LdfDraft, frame: Parameters<LdfDraft["frames"]["set"]>[1]): void {
  if (draft.frames.has(frame.name)) cursor.problems.warning("duplicateMessageName", frame.at, frame.name);
  draft.frames.set(frame.name, frame);
}

function readPlaces(cursor: LdfCursor): Placed[] {
  const places: Placed[] = [];
  cursor.block(() => {
    const at = cursor.position();
    const signal = cursor.name();
    cursor.mark(",");
    const offset = cursor.number();
    cursor.mark(";");
    if (!cursor.failed) places.push({ at, signal, offset });
  });
  return places;
}

/** `name: [schedule,] id, frame, frame;` Since LIN 2.1 the schedule that resolves collisions stands first. */
export function parseEventFrame(cursor: LdfCursor, draft: LdfDraft): void {
  const at = cursor.position();
  const name = cursor.name();
  cursor.mark(":");
  if (!/^\d/.test(cursor.text)) {
    cursor.name();
    cursor.mark(",");
  }
  const id = readId(cursor);
  const frames = cursor.moreNames();
  cursor.mark(";");
  if (!cursor.failed) draft.events.push({ at, name, id, frames });
}

/** The byte on the wire: six bits of identifier, two of parity (LIN 2.2A, 2.3.1.3). */
export function protectedId(id: number): number {
  const bit = (n: number) => (id >> n) & 1;
  const p0 = bit(0) ^ bit(1) ^ bit(2) ^ bit(4);
  const p1 = 1 ^ bit(1) ^ bit(3) ^ bit(4) ^ bit(5);
  return id | (p0 << 6) | (p1 << 7);
}

/** Stored frames have the plain identifier; a file that states the protected one means the same. */
function readId(cursor: LdfCursor): number {
  const at = cursor.position();
  const id = cursor.number();
  if (cursor.failed || (Number.isInteger(id) && id >= 0 && id < 64)) return id;
  if (Number.isInteger(id) && id < 256 && protectedId(id & 63) === id) return id & 63;
  cursor.problems.error("idOutOfRange", at, String(id));
  cursor.failed = true;
  return 0;
}
