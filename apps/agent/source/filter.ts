import { failure, type Result, success } from "@canopy/can/bytes/result";
import { FLAG_ERROR, FLAG_EXTENDED, MAX_EXTENDED_ID, MAX_STANDARD_ID } from "@canopy/can/frame/frame";

/** Which frames pass: an identifier, or from one to another, on one channel or on all. */
export interface IdFilter {
  channel: number | null;
  isExtended: boolean;
  from: number;
  to: number;
  /** Lets nothing of it through. */
  isExclusion: boolean;
}

const SYNTAX = /^(!)?(?:(?:can)?(\d{1,2}):)?([0-9a-f]{1,8})(?:-([0-9a-f]{1,8}))?$/i;

/** `123`, `100-1FF`, `1:7E0-7EF`, `18FEF100`, `!7DF`: hexadecimal; more than three digits are an extended identifier. */
export function parseFilter(text: string): Result<IdFilter, "syntax" | "idOutOfRange" | "order"> {
  const found = SYNTAX.exec(text.trim());
  if (found === null) return failure("syntax");
  const [, not, channel, first = "", last = first] = found;
  const isExtended = first.length > 3 || last.length > 3;
  const from = Number.parseInt(first, 16);
  const to = Number.parseInt(last, 16);
  if (to > (isExtended ? MAX_EXTENDED_ID : MAX_STANDARD_ID)) return failure("idOutOfRange");
  if (from > to) return failure("order");
  const isExclusion = not !== undefined;
  return success({ channel: channel === undefined ? null : Number(channel), isExtended, from, to, isExclusion });
}

/** Without filters everything passes; with exclusions only, everything else does. Error frames always pass. */
export function passes(filters: readonly IdFilter[], channel: number, id: number, flags: number): boolean {
  if (filters.length === 0 || flags & FLAG_ERROR) return true;
  const isExtended = (flags & FLAG_EXTENDED) !== 0;
  const matches = (filter: IdFilter) =>
    (filter.channel === null || filter.channel === channel) &&
    filter.isExtended === isExtended &&
    id >= filter.from &&
    id <= filter.to;
  if (filters.some((filter) => filter.isExclusion && matches(filter))) return false;
  const wanted = filters.filter(({ isExclusion }) => !isExclusion);
  return wanted.length === 0 || wanted.some(matches);
}
