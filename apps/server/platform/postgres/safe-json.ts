/** Characters that PostgreSQL's text cannot hold: NUL, and halves of surrogate pairs. */
export function safeText(text: string): string {
  return (text.includes("\0") ? text.replaceAll("\0", "") : text).toWellFormed();
}

/** JSON that `jsonb` takes, whatever a stranger put into its texts. */
export function safeJson(value: unknown): string {
  return JSON.stringify(safe(value)) ?? "null";
}

function safe(value: unknown): unknown {
  if (typeof value === "string") return safeText(value);
  if (Array.isArray(value)) return value.map(safe);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [safeText(key), safe(inner)]));
}
