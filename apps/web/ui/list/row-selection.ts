/** By row key, of the rows that are shown. */
export interface RowSelection {
  keys: ReadonlySet<string>;
  onChange(keys: ReadonlySet<string>): void;
}

/** How many of these rows are ticked, as the tick above them shows it. */
export function allOf(keys: readonly string[], chosen: ReadonlySet<string>): boolean | "some" {
  const count = keys.filter((key) => chosen.has(key)).length;
  if (count === 0) return false;
  return count === keys.length ? true : "some";
}

export function withAll(chosen: ReadonlySet<string>, keys: readonly string[], on: boolean): ReadonlySet<string> {
  if (on) return new Set([...chosen, ...keys]);
  return new Set([...chosen].filter((key) => !keys.includes(key)));
}

/** The ticked ones among the shown rows; the same set while all are. */
export function visibleOf(chosen: ReadonlySet<string>, shown: readonly string[]): ReadonlySet<string> {
  const left = shown.filter((key) => chosen.has(key));
  return left.length === chosen.size ? chosen : new Set(left);
}
