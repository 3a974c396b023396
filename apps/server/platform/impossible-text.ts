/**
 * The place of a text that no database keeps: one with a NUL, or with half of a character that takes two code units.
 * Names of fields count, for some are kept too; bytes are no text. Undefined: there is none. Not by recursion: a body
 * may be nested deeper than the stack.
 */
export function impossibleText(input: unknown): string | undefined {
  const left: { path: string; value: unknown }[] = [{ path: "", value: input }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { path, value } = next;
    if (typeof value === "string" && !isPossible(value)) return path;
    if (typeof value !== "object" || value === null || value instanceof Uint8Array) continue;
    for (const [field, inner] of Object.entries(value)) {
      if (!isPossible(field)) return path;
      left.push({ path: path === "" ? field : `${path}.${field}`, value: inner });
    }
  }
  return undefined;
}

function isPossible(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}
