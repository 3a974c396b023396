import { historyErrors } from "@canopy/contract/frames/errors";
import { platformErrors } from "@canopy/contract/platform/errors";
import { systemCode } from "../platform/engines/start-fault.ts";
import { ApiError } from "../platform/http/api-error.ts";
import { SegmentDamage } from "./segments/segment-damage.ts";

/** PostgreSQL cannot be reached, is starting, or is going down (57P0x, 08xxx); or the place of files does not work. */
const AWAY_CODE = /^(FILES_\w+|ECONNREFUSED|ECONNRESET|ENOTFOUND|EPIPE|ETIMEDOUT|57P0\d|08...)$/;
/** `pg` says these without a code. */
const AWAY_MESSAGE = /^(Connection terminated|timeout exceeded when trying to connect)/;

/** Reads of the frame store: a store that is away is unavailable for now, a damaged range is told as such. */
export async function asUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SegmentDamage) throw damaged(error);
    if (isAway(error)) throw Object.assign(new ApiError(platformErrors.unavailable), { cause: error });
    throw error;
  }
}

export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = systemCode(error);
  // The socket of an embedded server that is down does not exist; any other missing file is another fault.
  if (code === "ENOENT") return "syscall" in error && error.syscall === "connect";
  return code === undefined ? AWAY_MESSAGE.test(error.message) : AWAY_CODE.test(code);
}

function damaged(damage: SegmentDamage): ApiError {
  const [from, to] = [damage.fromUs, damage.toUs].map((us) => new Date(us / 1000).toISOString()) as [string, string];
  const details = { start_time: Math.floor(damage.fromUs / 1000), end_time: Math.ceil(damage.toUs / 1000) };
  // The log has the file's name from the cause; the caller is not told it.
  return Object.assign(new ApiError(historyErrors.rangeDamaged, { values: { from, to }, details }), { cause: damage });
}
