import { factorErrors } from "@canopy/contract/accounts/second-factor-errors";
import { sql } from "kysely";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { issueTicket, removeTicket, tryTicket } from "../security-ticket.ts";
import { offerOf } from "./factor-offer.ts";
import { type FactorServices, factorState, offerSecret, takeFactor, type Whose } from "./factor-store.ts";

interface SigningIn {
  readonly id: string;
  readonly tenantId: string;
  readonly name: string;
}

interface SetUpBy extends Whose {
  readonly userName: string;
}

/** A ticket names its user alone. */
export async function findTenantOf(db: Db, userId: string): Promise<SetUpBy | undefined> {
  const found = await sql<SetUpBy>`select tenant_id as "tenantId", id as "userId", name as "userName" from users
    where id = ${userId}`.execute(db);
  return found.rows[0];
}

/**
 * ACC-26: the secret was right. Without a code a ticket is given, which stands for that secret in place of a captcha;
 * `failed` counts a wrong code as a wrong password is counted.
 */
export async function requireSecondFactor(
  services: FactorServices,
  user: SigningIn,
  given: { ticket: string | undefined; code: string | undefined },
  failed: () => Promise<void>,
): Promise<void> {
  const whose = { tenantId: user.tenantId, userId: user.id };
  const { isOn, isRequired } = await factorState(services.db, whose);
  if (!isOn && !isRequired) return;
  if (!isOn) {
    const offer = offerOf(await offerSecret(services, whose), user.name);
    const security_ticket = await issueTicket(services.db, user.id, "factorSetup");
    throw new ApiError(factorErrors.factorSetup, { details: { security_ticket, ...offer } });
  }
  const { ticket, code } = given;
  if (ticket && code && (await tryTicket(services.db, ticket, { userId: user.id, purpose: "factor" }))) {
    const outcome = await takeFactor(services, whose, code, Date.now());
    if (outcome === "taken") return removeTicket(services.db, ticket);
    // No guess of the user's: it must not lock the account.
    if (outcome === "lost") throw new ApiError(factorErrors.factorLost, { field: "factor_code" });
    await failed();
    throw new ApiError(factorErrors.factorWrong, { field: "factor_code" });
  }
  const security_ticket = await issueTicket(services.db, user.id, "factor");
  throw new ApiError(factorErrors.factorNeeded, { details: { security_ticket } });
}
