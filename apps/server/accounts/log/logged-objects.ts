import type { Endpoint } from "@canopy/contract/platform/endpoint";
import { resourceFields } from "@canopy/contract/platform/resource";
import type { AuditedCall } from "../../platform/http/audited-call.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { isId, namesOfObjects } from "./object-names.ts";

/** Beside the ids, by id: what was deleted is called nothing any more. */
export const NAMES = "names";

/** A call may delete a thousand files; their ids are all kept. */
const MOST_NAMES = 100;

/** USR-07: ids of what a call was about and of what it made, never secrets; names of what it deleted. */
export function loggedObjects(call: AuditedCall): Record<string, unknown> {
  const objects = { ...objectsOf(call), ...madeBy(call) };
  const names = Object.entries(call.names).slice(0, MOST_NAMES);
  return names.length > 0 && call.status < 400 ? { ...objects, [NAMES]: Object.fromEntries(names) } : objects;
}

/** The names that the objects of a deletion still have. */
export async function namesBefore(
  db: Db,
  { endpoint, caller, input }: Pick<AuditedCall, "endpoint" | "caller" | "input">,
): Promise<Readonly<Record<string, string>>> {
  if (!caller || !removes(endpoint)) return {};
  return Object.fromEntries(await namesOfObjects(db, caller, [{ objects: objectsOf({ endpoint, input }) }]));
}

function removes({ method, name }: Endpoint): boolean {
  return method === "DELETE" || /\.(delete|erase)/.test(name);
}

function objectsOf({ endpoint, input }: Pick<AuditedCall, "endpoint" | "input">): Record<string, unknown> {
  const objects: Record<string, unknown> = {};
  for (const part of ["params", "query", "body"] as const) {
    const values = input[part];
    if (!isRecord(values)) continue;
    for (const field of Object.keys(resourceFields(endpoint[part]))) objects[field] = values[field];
  }
  return objects;
}

/** An answer names its own object first: `id`, or an id of its kind. A copy has another one than what it was made of. */
function madeBy(call: AuditedCall): Record<string, unknown> {
  if (call.endpoint.method !== "POST" || !isRecord(call.answer)) return {};
  const told = isRecord(call.answer.data) ? call.answer.data : call.answer;
  const own = Object.entries(told).find(([field, value]) => /(^id|_id|Id)$/.test(field) && isId(value));
  const known = objectsOf(call);
  if (!own || Object.values(known).flat().includes(own[1])) return {};
  const [field, id] = own;
  return { [field in known ? `new_${field}` : field]: id };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
