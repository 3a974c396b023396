import { accountAnswers } from "@canopy/contract/accounts/answers";
import { fieldErrors, signInErrors } from "@canopy/contract/accounts/errors";
import { CODE_COUNTDOWN_S, isMobile, newEmail } from "@canopy/contract/accounts/rules";
import {
  CODE_BY_EMAIL,
  sendManagerVerificationCode,
  sendVerificationCode,
} from "@canopy/contract/accounts/verification-codes";
import { ApiError } from "../platform/http/api-error.ts";
import { publicRoute, type RequestContext, type Route } from "../platform/http/route.ts";
import { findAccountsByPhone } from "./user-store.ts";
import { type CodeRequest, type CodeServices, sendCode } from "./verification-codes.ts";

interface CodeQuery {
  type: number;
  destination: string;
  purpose: CodeRequest["purpose"];
  region?: "cn" | "intl";
}

export function codeRoutes(services: CodeServices): Route[] {
  const send = async (asked: CodeQuery, context: RequestContext) => {
    const channel = asked.type === CODE_BY_EMAIL ? "email" : "sms";
    checkDestination(channel, asked);
    // ACC-06 asks for the difference; the limits per destination and address bound the leak.
    if (asked.purpose === "login" && (await findAccountsByPhone(services.db, asked.destination)).length === 0) {
      throw new ApiError(signInErrors.phoneUnknown, { field: "destination" });
    }
    await sendCode(services, { channel, destination: asked.destination, purpose: asked.purpose, ...context });
    return { message: accountAnswers.codeSent[context.language], countdown_seconds: CODE_COUNTDOWN_S };
  };
  return [
    publicRoute(sendVerificationCode, (context) => send(context.body, context)),
    publicRoute(sendManagerVerificationCode, (context) => send(context.body, context)),
  ];
}

function checkDestination(channel: "sms" | "email", asked: CodeQuery): void {
  if (channel === "email") {
    if (!newEmail.safeParse(asked.destination).success)
      throw new ApiError(fieldErrors.emailFormat, { field: "destination" });
    return;
  }
  if (!isMobile(asked.destination, asked.region)) throw new ApiError(fieldErrors.phoneFormat, { field: "destination" });
}
