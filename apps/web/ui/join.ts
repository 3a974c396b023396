/** The class names that apply. */
export function join(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
