import { accountAnswers } from "@canopy/contract/accounts/answers";
import { setFirstPassword } from "@canopy/contract/accounts/first-password";
import { subUserErrors } from "@canopy/contract/accounts/sub-user-errors";
import { sql } from "kysely";
import { ApiError } from "../../platform/http/api-error.ts";
import { publicRoute, type Route } from "../../platform/http/route.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { hashPassword, passwordFits } from "../passwords.ts";
import { setPassword } from "../registration/password-store.ts";
import { issueTicket, ticketOwner } from "../security-ticket.ts";
import { concerned } from "../user-store.ts";

interface Owner {
  readonly id: string;
  readonly name: string;
  readonly tenantId: string;
  readonly passwordHash: string;
}

/** USR-02: the secret was right, and opens nothing but this. */
export async function refuseFirstPassword(db: Db, user: { id: string; isFirstPassword: boolean }): Promise<void> {
  if (!user.isFirstPassword) return;
  const security_ticket = await issueTicket(db, user.id, "firstPassword");
  throw new ApiError(subUserErrors.passwordMustChange, { details: { security_ticket } });
}

export function firstPasswordRoutes(db: Db): Route[] {
  return [
    publicRoute(setFirstPassword, async ({ body, language, concerns }) => {
      const owner = await findOwner(db, body.security_ticket);
      if (!owner) throw new ApiError(subUserErrors.ticketExpired);
      concerns(concerned(owner));
      if (await passwordFits(body.new_password, owner.passwordHash))
        throw new ApiError(subUserErrors.passwordUnchanged, { field: "new_password" });
      await setPassword(db, owner, await hashPassword(body.new_password), { keepsSession: null });
      return { message: accountAnswers.firstPasswordSet[language] };
    }),
  ];
}

/** Setting a password removes the user's tickets: each is good once. */
async function findOwner(db: Db, ticket: string): Promise<Owner | undefined> {
  const userId = await ticketOwner(db, ticket, "firstPassword");
  if (userId === undefined) return undefined;
  const found = await sql<Owner>`select id, name, tenant_id as "tenantId", password_hash as "passwordHash" from users
    where id = ${userId} and is_first_password`.execute(db);
  return found.rows[0];
}
