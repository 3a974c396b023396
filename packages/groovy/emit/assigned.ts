/** Names that stand left of an assignment anywhere below the node. */
export function assignedNames(node: unknown, found: Set<string> = new Set()): Set<string> {
  if (Array.isArray(node)) {
    for (const one of node) assignedNames(one, found);
    return found;
  }
  if (typeof node !== "object" || node === null) return found;
  const { kind, target, targets } = node as {
    kind?: string;
    target?: { kind?: string; name?: string };
    targets?: { name?: string }[];
  };
  if ((kind === "assign" || kind === "step") && target?.kind === "name" && target.name !== undefined)
    found.add(target.name);
  if (kind === "assignMany") for (const one of targets ?? []) if (one.name !== undefined) found.add(one.name);
  for (const value of Object.values(node)) if (typeof value === "object" && value !== null) assignedNames(value, found);
  return found;
}

/** Names that are used in closures below the node. */
export function closureNames(node: unknown, inside = false, found: Set<string> = new Set()): Set<string> {
  if (typeof node !== "object" || node === null) return found;
  const { kind, name } = node as { kind?: string; name?: unknown };
  if (inside && kind === "name" && typeof name === "string") found.add(name);
  for (const value of Object.values(node)) closureNames(value, inside || kind === "closure", found);
  return found;
}
