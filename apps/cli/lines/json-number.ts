/** JSON has no NaN and no Infinity, and most readers of it no integer beyond 2^53-1. */
export function jsonNumber(value: number | bigint): string {
  if (typeof value === "bigint") {
    const isSafe = value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER;
    return isSafe ? String(value) : `"${value}"`;
  }
  return Number.isFinite(value) ? JSON.stringify(value) : `"${value}"`;
}

/** Seconds since 1970 with six decimals. */
export function seconds(timeUs: number): string {
  const whole = Math.floor(timeUs / 1e6);
  return `${whole}.${String(timeUs - whole * 1e6).padStart(6, "0")}`;
}
