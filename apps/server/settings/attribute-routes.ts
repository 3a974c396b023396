import { platformErrors } from "@canopy/contract/platform/errors";
import {
  createUserAttribute,
  customisation,
  getUserAttribute,
  updateUserAttribute,
} from "@canopy/contract/settings/attributes";
import { ApiError } from "../platform/http/api-error.ts";
import type { Caller } from "../platform/http/caller.ts";
import { type Route, route } from "../platform/http/route.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { findAttribute, findParentAttribute, storeAttribute, updateAttribute } from "./attribute-store.ts";

export function attributeRoutes(db: Db): Route[] {
  return [
    route(getUserAttribute, async ({ caller, query }) => {
      const own = await findAttribute(db, caller, query);
      return { data: own ?? (query.find_parent ? await findParentAttribute(db, caller.tenantId, query) : null) };
    }),
    route(createUserAttribute, async ({ caller, body }) => {
      refuseSubUser(caller, body.attribute_type);
      const attribute = checkedAttribute(body.attribute_type, body.attribute);
      return { data: await storeAttribute(db, caller, { ...body, attribute }) };
    }),
    route(updateUserAttribute, async ({ caller, params, body }) => {
      const attribute = checkedAttribute(body.attribute_type, body.attribute);
      const data = await updateAttribute(db, caller, params.id, attribute);
      if (!data) throw new ApiError(platformErrors.notFound);
      return { data };
    }),
  ];
}

/** USR-03: the customisation is the manager's; what a sub-user keeps for itself has another type. */
function refuseSubUser({ role }: Caller, type: string): void {
  if (type === "systemConfig" && role === "sub") throw new ApiError(platformErrors.forbidden);
}

/** The customisation has a shape of its own (NAV-08); other attributes are the page's business, within the body limit. */
function checkedAttribute(type: string, attribute: Record<string, unknown>): Record<string, unknown> {
  if (type !== "systemConfig") return attribute;
  const checked = customisation.safeParse(attribute);
  if (checked.success) return checked.data;
  const field = `attribute.${checked.error.issues[0]?.path.join(".") ?? ""}`;
  throw new ApiError(platformErrors.inputInvalid, { field, values: { field } });
}
