import type { DataField, DataGroups } from "@canopy/contract/devices/type-fields";
import type { Point } from "@canopy/contract/frames/points";
import { type FieldFormat, PLAIN } from "./point-format.ts";

export interface ShownField extends FieldFormat {
  readonly name: string;
  readonly title: string;
  readonly notes: string;
  /** Reported, but not in the type. */
  readonly isUnknown: boolean;
}

/** DEV-04: what a page shows of a group: the type's fields that are to be shown, then what came beside them. */
export function shownFields(groups: DataGroups, name: string, newest: Point | undefined): ShownField[] {
  const defined = groups.find((group) => group.name === name)?.fields ?? [];
  const known = new Set(defined.map((field) => field.name));
  const reported = Object.keys(newest?.values ?? {}).filter((field) => !known.has(field));
  return [...defined.filter(({ is_display }) => is_display).map(fromType), ...reported.map(fromReport)];
}

const fromType = (field: DataField): ShownField => ({
  ...field,
  title: field.display_name || field.name,
  isUnknown: false,
});

const fromReport = (name: string): ShownField => ({ ...PLAIN, name, title: name, notes: "", isUnknown: true });

/** The type's groups first, in its order, then those that came without being defined. */
export function shownGroups(groups: DataGroups, newest: readonly Point[]): string[] {
  return [...new Set([...groups.map(({ name }) => name), ...newest.map(({ group }) => group)])];
}
