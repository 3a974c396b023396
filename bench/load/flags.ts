/** `--name N` or `--name=N` of the command line. */
export function flag(name: string, otherwise: number): number {
  const text = textFlag(name);
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (!Number.isFinite(value)) throw new Error(`--${name} needs a number`);
  return value;
}

/** `--name TEXT` or `--name=TEXT`. */
export function textFlag(name: string): string | undefined {
  const at = process.argv.findIndex((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`));
  if (at < 0) return undefined;
  const text = process.argv[at]?.split("=")[1] ?? process.argv[at + 1];
  if (text === undefined) throw new Error(`--${name} needs a value`);
  return text;
}

export const hasFlag = (name: string): boolean => process.argv.includes(`--${name}`);
