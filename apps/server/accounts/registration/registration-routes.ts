import { accountAnswers } from "@canopy/contract/accounts/answers";
import {
  checkAvailability,
  register as registerCall,
  resetPassword as resetCall,
} from "@canopy/contract/accounts/registration";
import { publicRoute, type Route } from "../../platform/http/route.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { type Registered, type RegisterServices, register } from "./register.ts";
import { findMerchant, isEmailFree, isNameFree, isPhoneFree } from "./registration-store.ts";
import { resetPassword } from "./reset-password.ts";

export interface RegistrationServices extends RegisterServices {
  /** Tells those who decide. */
  applied(registered: Registered, name: string): Promise<void>;
}

type Asked = (db: Db, value: string) => Promise<boolean>;
const FREE: Record<"mobile" | "name" | "email" | "merchant_id", Asked> = {
  mobile: isPhoneFree,
  name: isNameFree,
  email: isEmailFree,
  merchant_id: async (db, value) => (await findMerchant(db, value)) !== undefined,
};

/** Ways to an account of one's own, without a session. */
export function registrationRoutes(services: RegistrationServices): Route[] {
  return [
    publicRoute(checkAvailability, ({ query }) => FREE[query.field](services.db, query.value)),
    publicRoute(registerCall, async ({ body, language, concerns }) => {
      const registered = await register(services, body);
      concerns({ tenantId: registered.tenantId, userId: null, userName: body.name });
      if (registered.state === "review") await services.applied(registered, body.organization_name);
      const answer = registered.state === "review" ? accountAnswers.registered : accountAnswers.registeredAtOnce;
      return { id: registered.tenantId, message: answer[language], state: registered.state };
    }),
    publicRoute(resetCall, async ({ body, language, concerns }) => {
      await resetPassword(services, body, concerns);
      return { message: accountAnswers.passwordReset[language] };
    }),
  ];
}
