import type { TenantRow } from "./tenant-columns.tsx";

/** The kind of the platform's own tenant. */
export const PLATFORM = 2;

/** What its button does: none for the platform's own, nor for a registration, which is decided on its own page (ACC-17). */
export function stateAct({
  state,
  tenant_type,
}: Pick<TenantRow, "state" | "tenant_type">): "close" | "open" | undefined {
  if (tenant_type === PLATFORM) return undefined;
  if (state === "active") return "close";
  return state === "closed" ? "open" : undefined;
}
