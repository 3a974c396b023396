import type { DataField, DataGroups } from "@canopy/contract/devices/type-fields";

/** The groups of a type with one change; a type is stored as a whole. */
export function withGroup(groups: DataGroups, name: string): DataGroups {
  return [...groups, { name, fields: [] }];
}

export function withGroupName(groups: DataGroups, at: number, name: string): DataGroups {
  return groups.map((group, i) => (i === at ? { ...group, name } : group));
}

export function withoutGroup(groups: DataGroups, at: number): DataGroups {
  return groups.filter((_, i) => i !== at);
}

function withFields(groups: DataGroups, at: number, change: (fields: readonly DataField[]) => DataField[]): DataGroups {
  return groups.map((group, i) => (i === at ? { ...group, fields: change(group.fields) } : group));
}

/** `fieldAt` undefined adds at the end. */
export function withField(groups: DataGroups, at: number, fieldAt: number | undefined, field: DataField): DataGroups {
  return withFields(groups, at, (fields) =>
    fieldAt === undefined ? [...fields, field] : fields.map((old, i) => (i === fieldAt ? field : old)),
  );
}

export function withoutField(groups: DataGroups, at: number, fieldAt: number): DataGroups {
  return withFields(groups, at, (fields) => fields.filter((_, i) => i !== fieldAt));
}

/** One place up or down; beyond either end nothing moves. */
export function withMovedField(groups: DataGroups, at: number, fieldAt: number, by: -1 | 1): DataGroups {
  return withFields(groups, at, (fields) => {
    const [field, other] = [fields[fieldAt], fields[fieldAt + by]];
    if (!field || !other) return [...fields];
    return fields.map((old, i) => (i === fieldAt ? other : i === fieldAt + by ? field : old));
  });
}

export function countFields(groups: DataGroups): number {
  return groups.reduce((sum, { fields }) => sum + fields.length, 0);
}
