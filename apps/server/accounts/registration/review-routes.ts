import { accountAnswers } from "@canopy/contract/accounts/answers";
import { decideRegistration as decideCall, listRegistrations } from "@canopy/contract/accounts/reviews";
import { sendNow } from "../../messages/send-message.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { CodeServices } from "../verification-codes.ts";
import { decideRegistration } from "./decide-registration.ts";
import { listRegistrationRows } from "./review-store.ts";
import type { SendMessage } from "./tell-applicant.ts";

/** ACC-17, USR-08: approve, or refuse with a reason that the applicant reads. */
export function reviewRoutes(services: CodeServices): Route[] {
  const { db, providers } = services;
  const send: SendMessage = (message) => sendNow(db, providers, message);
  return [
    route(listRegistrations, async ({ caller, query }) => {
      const { list, total } = await listRegistrationRows(db, caller, query);
      const { current_page, page_size } = query;
      return { list, pagination: { current_page, page_size, total_size: total } };
    }),
    route(decideCall, async ({ caller, params: { tenant_id }, body, language }) => {
      await decideRegistration({ db, send }, caller, tenant_id, body);
      return { message: accountAnswers[body.decision === "refuse" ? "refused" : "approved"][language] };
    }),
  ];
}
