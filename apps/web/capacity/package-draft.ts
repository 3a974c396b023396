import {
  LARGEST_LIMIT,
  LIMIT_NAMES,
  type LimitName,
  type PackageChange,
  type PackageContent,
} from "@canopy/contract/capacity/package";

/** A package as it is typed: empty means no limit. */
export interface PackageDraft {
  readonly limits: Readonly<Record<LimitName, string>>;
  readonly twins: boolean;
  /** A device ID a line. */
  readonly quickDeletes: string;
}

export function draftOf(content: PackageContent): PackageDraft {
  const written = (name: LimitName) => (content[name] === null ? "" : String(content[name]));
  return {
    limits: limitsBy(written),
    twins: content.twins_rule_on,
    quickDeletes: content.quick_delete_things_list.map(({ third_things_id }) => third_things_id).join("\n"),
  };
}

export function isBadLimit(text: string): boolean {
  const value = Number(text.trim());
  return Number.isNaN(value) || value < 0 || value > LARGEST_LIMIT;
}

/** An entry that was there keeps its type; a new one is of any type. */
function contentOf({ limits, twins, quickDeletes }: PackageDraft, before: PackageContent): PackageContent {
  const read = (name: LimitName) => (limits[name].trim() === "" ? null : Number(limits[name]));
  const known = new Map(before.quick_delete_things_list.map((entry) => [entry.third_things_id, entry.info_model_id]));
  const ids = [...new Set(quickDeletes.toUpperCase().split(/[\s,;]+/))].filter((id) => id !== "");
  return {
    ...before,
    ...limitsBy(read),
    twins_rule_on: twins,
    quick_delete_things_list: ids.map((id) => ({ third_things_id: id, info_model_id: known.get(id) ?? "" })),
  };
}

/** What was typed alone: somebody else may have changed the rest meanwhile, by granting a request. */
export function changeOf(draft: PackageDraft, before: PackageContent): PackageChange {
  const was: Readonly<Record<string, unknown>> = before;
  const isOther = ([name, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(was[name]);
  return Object.fromEntries(Object.entries(contentOf(draft, before)).filter(isOther));
}

function limitsBy<T>(make: (name: LimitName) => T): Record<LimitName, T> {
  return Object.fromEntries(LIMIT_NAMES.map((name) => [name, make(name)])) as Record<LimitName, T>;
}
