import { platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "../platform/http/api-error.ts";

/** At its very first start the engine answers before it has our tables. */
const UNKNOWN_TABLE = "60";
const AWAY = new Set(["ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "EPIPE", UNKNOWN_TABLE]);

/** The store may be starting: the page says so and tries again, which an internal error would not let it. */
export async function unlessAway<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isAway = error instanceof Error && "code" in error && AWAY.has(String(error.code));
    throw isAway ? new ApiError(platformErrors.unavailable) : error;
  }
}
