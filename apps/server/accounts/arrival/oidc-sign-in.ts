import { arrivalErrors } from "@canopy/contract/accounts/arrival-errors";
import type { OidcRule } from "@canopy/contract/accounts/oidc";
import { subUserErrors } from "@canopy/contract/accounts/sub-user-errors";
import { sql } from "kysely";
import { z } from "zod";
import { ApiError } from "../../platform/http/api-error.ts";
import type { RequestContext } from "../../platform/http/route.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { type OpenedSession, openSession } from "../open-session.ts";
import { hashPassword } from "../passwords.ts";
import { countSubUsers } from "../people/sub-user-store.ts";
import { lockPeople, type PeopleServices } from "../people/sub-users.ts";
import { newToken } from "../secrets.ts";
import { concerned, getUser, type User } from "../user-store.ts";
import { takeArrival } from "./arrival-store.ts";
import { findIdentity, findJoinable, insertIdentity, type Owner } from "./identity-store.ts";
import type { Claims, OidcClient } from "./oidc-client.ts";
import { contactOf, nameOf, ruleOf } from "./oidc-rules.ts";
import { findOidc } from "./oidc-store.ts";

interface OidcServices extends PeopleServices {
  readonly secret: string;
  readonly client: OidcClient;
}

const begun = z.object({ issuer: z.string(), nonce: z.string(), verifier: z.string(), redirectUri: z.string() });

/** OPS-07: the person is back. A state is good once, whatever comes of it. */
export async function signInByOidc(
  services: OidcServices,
  { state, query }: { state: string; query: string },
  from: RequestContext,
): Promise<OpenedSession> {
  const arrival = await takeArrival(services, "oidc", state);
  const kept = begun.safeParse(arrival?.kept);
  if (!arrival?.tenantId || !kept.success) throw new ApiError(arrivalErrors.arrivalExpired);
  const stranger = { tenantId: arrival.tenantId, userId: null };
  from.concerns({ ...stranger, userName: "" });
  const provider = await findOidc(services, arrival.tenantId);
  // Changed or switched off while the person was away.
  if (!provider?.enabled || provider.issuer !== kept.data.issuer) throw new ApiError(arrivalErrors.arrivalExpired);
  const claims = await services.client.finish(provider, kept.data, state, query);
  from.concerns({ ...stranger, userName: nameOf(claims) });
  const rule = ruleOf(provider.rules, claims);
  if (!rule) throw new ApiError(arrivalErrors.noRule);
  // Of a password that nobody knows: nothing but the provider opens the account.
  const passwordHash = await hashPassword(newToken());
  const realm = `oidc ${provider.tenantId} ${provider.issuer}`;
  const user = await services.db.transaction().execute(async (db) => {
    await lockPeople(db, provider.tenantId);
    const { tenantId } = provider;
    const known = await findIdentity(db, realm, claims.sub);
    if (known) return followRule(db, known, rule);
    const { email } = contactOf(claims);
    const joined = provider.joins_by_email && email !== "" ? await findJoinable(db, realm, tenantId, email) : undefined;
    const userId = joined ?? (await makeSubUser({ ...services, db }, tenantId, { claims, rule, passwordHash }));
    const owner = { tenantId, userId, isJoined: joined !== undefined };
    await insertIdentity(db, realm, claims.sub, owner);
    return followRule(db, owner, rule);
  });
  if (user) from.concerns(concerned(user));
  if (user?.tenantState !== "active") throw new ApiError(arrivalErrors.arrivalExpired);
  return openSession(services.db, user, from, false);
}

interface NewPerson {
  readonly claims: Claims;
  readonly rule: OidcRule;
  readonly passwordHash: string;
}

/** Within the package. */
async function makeSubUser(
  { db, limitOf, grantAll }: PeopleServices,
  tenantId: string,
  { claims, rule, passwordHash }: NewPerson,
): Promise<string> {
  const limit = await limitOf(tenantId, "sub_user_num");
  if (limit !== null && (await countSubUsers(db, tenantId)) >= limit)
    throw new ApiError(subUserErrors.subUserLimit, { values: { limit } });
  const wanted = nameOf(claims);
  const { nickName, email } = contactOf(claims);
  const made = await sql<{ id: string }>`insert into users
      (tenant_id, name, role, tenant_level, password_hash, email, nick_name, description)
    select ${tenantId}, free.name, 'sub', ${rule.tenant_level}, ${passwordHash}, nullif(${email}, ''),
      coalesce(nullif(${nickName}, ''), free.name), 'OpenID Connect'
    from (select case n when 0 then ${wanted}::text else ${wanted}::text || n end as name
      from generate_series(0, 999) n
      where not exists (select 1 from users u where u.tenant_id = ${tenantId}
        and lower(u.name) = lower(case n when 0 then ${wanted}::text else ${wanted}::text || n end))
      order by n limit 1) free
    returning id`.execute(db);
  const id = made.rows[0]?.id;
  if (id === undefined) throw new ApiError(subUserErrors.subUserLimit, { values: { limit: 1000 } });
  if (rule.device_level !== "none") await grantAll(db, tenantId, id, rule.device_level);
  return id;
}

/**
 * What belongs to no device follows the rule at each arrival; levels on devices are the manager's once given. Of somebody
 * who joined an account all rights are.
 */
async function followRule(db: Db, { tenantId, userId, isJoined }: Owner, rule: OidcRule): Promise<User | undefined> {
  if (isJoined) return getUser(db, tenantId, userId);
  await sql`update users set tenant_level = ${rule.tenant_level}, rights_changed_at = now()
    where tenant_id = ${tenantId} and id = ${userId} and role = 'sub' and tenant_level <> ${rule.tenant_level}`.execute(
    db,
  );
  return getUser(db, tenantId, userId);
}
