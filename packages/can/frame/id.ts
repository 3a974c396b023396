import { failure, type Result, success } from "../bytes/result.ts";
import { MAX_EXTENDED_ID, MAX_STANDARD_ID } from "./frame.ts";

export type IdFormat = "standard" | "extended";
export type IdProblem = "notHex" | "standardIdOutOfRange" | "extendedIdOutOfRange";

/** Three digits for 11 bits, eight for 29, as candump and ASC write it. */
export function formatId(id: number, format: IdFormat): string {
  return id
    .toString(16)
    .toUpperCase()
    .padStart(format === "extended" ? 8 : 3, "0");
}

/** An identifier as people type it: hex, with or without `0x`. */
export function parseId(text: string, format: IdFormat): Result<number, IdProblem> {
  const digits = /^(?:0x)?([0-9a-f]{1,8})$/i.exec(text.trim())?.[1];
  if (digits === undefined) return failure("notHex");
  const id = Number.parseInt(digits, 16);
  const problem = idProblem(id, format);
  return problem === null ? success(id) : failure(problem);
}

/** Spec §5: standard 0x0-0x7FF, extended 0x0-0x1FFFFFFF. */
export function idProblem(
  id: number,
  format: IdFormat,
): Extract<IdProblem, "standardIdOutOfRange" | "extendedIdOutOfRange"> | null {
  if (format === "standard") return inRange(id, MAX_STANDARD_ID) ? null : "standardIdOutOfRange";
  return inRange(id, MAX_EXTENDED_ID) ? null : "extendedIdOutOfRange";
}

function inRange(id: number, maximum: number): boolean {
  return Number.isInteger(id) && id >= 0 && id <= maximum;
}
