import { parseEnv } from "node:util";

export type DotEnv =
  | { ok: true; values: Readonly<Record<string, string | undefined>> }
  | { ok: false; problems: readonly string[] };

const ASSIGNMENT = /^\s*(?:export\s+)?[A-Za-z_]\w*\s*=\s*(.*)$/;

/**
 * node's parser skips in silence whatever it does not understand, so that a typing error in `.env` would look like a
 * missing setting. Every line is checked here first.
 */
export function parseDotEnv(text: string): DotEnv {
  const problems: string[] = [];
  const lines = text.split(/\r?\n/);
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? "";
    if (line.trim() === "" || line.trimStart().startsWith("#")) continue;
    const value = ASSIGNMENT.exec(line)?.[1];
    if (value === undefined) {
      problems.push(`.env line ${index + 1} is not NAME=value.`);
      continue;
    }
    const end = endOfQuoted(lines, index, value);
    if (end === undefined) {
      problems.push(`.env line ${index + 1} opens a quote (${value.charAt(0)}) that is never closed.`);
      break;
    }
    index = end;
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, values: parseEnv(text) };
}

/** The line on which a value ends: its own, unless it is quoted and runs on. */
function endOfQuoted(lines: readonly string[], start: number, value: string): number | undefined {
  const quote = value.charAt(0);
  if (!["'", '"', "`"].includes(quote)) return start;
  if (value.indexOf(quote, 1) > 0) return start;
  for (let index = start + 1; index < lines.length; index++) if (lines[index]?.includes(quote)) return index;
  return undefined;
}
