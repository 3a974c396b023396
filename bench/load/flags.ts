/** `--name N` or `--name=N` of the command line. */
export function flag(name: string, otherwise: number): number {
  const at = process.argv.findIndex((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`));
  if (at < 0) return otherwise;
  const value = Number(process.argv[at]?.split("=")[1] ?? process.argv[at + 1]);
  if (!Number.isFinite(value)) throw new Error(`--${name} needs a number`);
  return value;
}

export const hasFlag = (name: string): boolean => process.argv.includes(`--${name}`);
