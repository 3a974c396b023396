import { accountAnswers } from "@canopy/contract/accounts/answers";
import {
  createSubUser as createCall,
  deleteSubUser,
  endSubUserSessions,
  getDefaultRole,
  getSubUser,
  listSubUsers,
  resetSubUserPassword as resetCall,
  setDefaultRole,
  updateSubUser as updateCall,
} from "@canopy/contract/accounts/sub-users";
import { platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "../../platform/http/api-error.ts";
import { type Route, route } from "../../platform/http/route.ts";
import { endSessions } from "../registration/password-store.ts";
import { defaultRoleOf, deleteSubUserRow, findSubUser, listSubUserRows, storeDefaultRole } from "./sub-user-store.ts";
import { createSubUser, type PeopleServices, resetSubUserPassword, updateSubUser } from "./sub-users.ts";

/** USR-02, USR-10: the primary account manages its sub-users. */
export function subUserRoutes(services: PeopleServices): Route[] {
  const { db, limitOf } = services;
  const found = async (tenantId: string, userId: string) => {
    const user = await findSubUser(db, tenantId, userId);
    if (!user) throw new ApiError(platformErrors.notFound);
    return user;
  };
  return [
    route(listSubUsers, async ({ caller: { tenantId }, query }) => {
      const { list, total, used } = await listSubUserRows(db, tenantId, query);
      const { current_page, page_size } = query;
      const limit = await limitOf(tenantId, "sub_user_num");
      return { list, pagination: { current_page, page_size, total_size: total }, used, limit };
    }),
    route(getSubUser, async ({ caller, params }) => ({ data: await found(caller.tenantId, params.user_id) })),
    route(createCall, async ({ caller: { tenantId }, body }) => {
      const { id, sign_in_name } = await found(tenantId, await createSubUser(services, tenantId, body));
      return { data: { id, sign_in_name } };
    }),
    route(updateCall, async ({ caller, params, body, language }) => {
      await updateSubUser(db, caller.tenantId, params.user_id, body);
      return { message: accountAnswers.saved[language] };
    }),
    route(deleteSubUser, async ({ caller, params, language }) => {
      if (!(await deleteSubUserRow(db, caller.tenantId, params.user_id))) throw new ApiError(platformErrors.notFound);
      return { message: accountAnswers.subUserDeleted[language] };
    }),
    route(resetCall, async ({ caller, params, language }) => {
      await resetSubUserPassword(db, caller.tenantId, params.user_id);
      return { message: accountAnswers.subUserPasswordReset[language] };
    }),
    route(endSubUserSessions, async ({ caller: { tenantId }, params, language }) => {
      const { id } = await found(tenantId, params.user_id);
      return { message: accountAnswers.subUserSignedOut[language], ended: await endSessions(db, { id, tenantId }) };
    }),
    route(getDefaultRole, async ({ caller }) => ({ data: await defaultRoleOf(db, caller.tenantId) })),
    route(setDefaultRole, async ({ caller, body, language }) => {
      await storeDefaultRole(db, caller.tenantId, body);
      return { message: accountAnswers.saved[language] };
    }),
  ];
}
