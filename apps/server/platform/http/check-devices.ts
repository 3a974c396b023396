import type { Endpoint, Level } from "@canopy/contract/platform/endpoint";
import { platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "./api-error.ts";
import type { Caller } from "./caller.ts";

/** The caller's level on each of these devices; devices of other tenants are absent. */
export type DeviceLevels = (
  caller: Caller,
  thingsIds: readonly string[],
) => Promise<ReadonlyMap<string, Level | "none">>;

/** USR-03, USR-06: a device of another tenant is as unknown as none at all; an own one without the right is refused. */
export async function checkDevices(
  { access }: Pick<Endpoint, "access">,
  input: { params: unknown; query: unknown; body: unknown },
  caller: Caller | null,
  levelsOf: DeviceLevels,
): Promise<void> {
  if (access.kind !== "device" || !caller) return;
  await requireLevel(caller, namedIn(input, access.field), access.level, levelsOf);
}

/** The same for devices that a use case finds by itself. */
export async function requireLevel(
  caller: Caller,
  thingsIds: readonly string[],
  level: Level,
  levelsOf: DeviceLevels,
): Promise<void> {
  const levels = await levelsOf(caller, thingsIds);
  if (thingsIds.some((id) => !levels.has(id))) throw new ApiError(platformErrors.notFound);
  if (thingsIds.some((id) => !suffices(levels.get(id), level))) throw new ApiError(platformErrors.forbidden);
}

export function suffices(has: Level | "none" | undefined, needed: Level): boolean {
  return has === "write" || has === needed;
}

/** An optional field that was left out names a device that does not exist: nothing passes unchecked. */
function namedIn(input: Record<"params" | "query" | "body", unknown>, field: string): string[] {
  const parts = [input.params, input.query, input.body].filter((part) => typeof part === "object" && part !== null);
  const values = parts.flatMap((part) => Reflect.get(part as object, field) ?? []);
  if (values.length === 0) throw new ApiError(platformErrors.notFound);
  return values.map((id) => String(id).toLowerCase());
}
