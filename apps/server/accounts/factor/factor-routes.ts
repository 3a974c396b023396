import { accountAnswers } from "@canopy/contract/accounts/answers";
import { personalErrors } from "@canopy/contract/accounts/personal-errors";
import {
  confirmFactor,
  getFactor,
  offerFactor,
  removeFactor,
  requireFactor,
  setUpFactor,
} from "@canopy/contract/accounts/second-factor";
import { factorErrors } from "@canopy/contract/accounts/second-factor-errors";
import { ApiError } from "../../platform/http/api-error.ts";
import { publicRoute, type Route, route } from "../../platform/http/route.ts";
import type { ProveOwnPassword, Prover } from "../prove-password.ts";
import { removeTicket, ticketOwner } from "../security-ticket.ts";
import { offerOf } from "./factor-offer.ts";
import { findTenantOf } from "./factor-sign-in.ts";
import {
  confirmOffered,
  type FactorServices,
  factorState,
  offerSecret,
  removeSecret,
  setRequired,
  type Whose,
} from "./factor-store.ts";

interface FactorRouteServices extends FactorServices {
  readonly proveOwnPassword: ProveOwnPassword;
  now(): number;
}

/** ACC-26: codes of an authenticator app, per user, required by the tenant's choice. */
export function factorRoutes(services: FactorRouteServices): Route[] {
  const { db, now } = services;
  const confirm = async (whose: Whose, code: string) => {
    const recovery_codes = await confirmOffered(services, whose, code, now());
    if (recovery_codes === null) throw new ApiError(factorErrors.factorNotOffered);
    if (recovery_codes === undefined) throw new ApiError(factorErrors.factorWrong, { field: "code" });
    return { recovery_codes };
  };
  const requirePassword = async (prover: Prover, password: string) => {
    if (!(await services.proveOwnPassword(prover, password)))
      throw new ApiError(personalErrors.passwordWrong, { field: "password" });
  };
  return [
    route(getFactor, async ({ caller }) => {
      const { isOn, isRequired, recoveryCodesLeft } = await factorState(db, caller);
      const may_require = caller.role !== "sub";
      return { data: { is_on: isOn, recovery_codes_left: recoveryCodesLeft, is_required: isRequired, may_require } };
    }),
    route(offerFactor, async (context) => {
      const { caller, body } = context;
      if ((await factorState(db, caller)).isOn) await requirePassword(context, body.password);
      return { data: offerOf(await offerSecret(services, caller), caller.userName) };
    }),
    route(confirmFactor, ({ caller, body }) => confirm(caller, body.code)),
    route(removeFactor, async (context) => {
      const { caller, body, language } = context;
      await requirePassword(context, body.password);
      if ((await factorState(db, caller)).isRequired) throw new ApiError(factorErrors.factorRequired);
      await removeSecret(db, caller);
      return { message: accountAnswers.saved[language] };
    }),
    route(requireFactor, async ({ caller, body, language }) => {
      await setRequired(db, caller.tenantId, body.is_required);
      return { message: accountAnswers.saved[language] };
    }),
    publicRoute(setUpFactor, async ({ body, concerns }) => {
      const userId = await ticketOwner(db, body.security_ticket, "factorSetup");
      const whose = userId === undefined ? undefined : await findTenantOf(db, userId);
      if (!whose) throw new ApiError(factorErrors.factorNotOffered);
      concerns(whose);
      const done = await confirm(whose, body.code);
      await removeTicket(db, body.security_ticket);
      return done;
    }),
  ];
}
