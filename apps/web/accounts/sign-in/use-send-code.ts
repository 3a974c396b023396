import { fieldErrors, signInErrors } from "@canopy/contract/accounts/errors";
import { signInPhone } from "@canopy/contract/accounts/rules";
import { CODE_BY_PHONE, sendVerificationCode } from "@canopy/contract/accounts/verification-codes";
import { CallError } from "@canopy/contract/platform/http-call";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { z } from "zod";
import { api } from "../../platform/api.ts";
import { codeText, troubleOf } from "../../platform/error-texts.ts";
import { translate } from "../../platform/i18n.ts";
import { useCountdown } from "./use-countdown.ts";

const PHONE_CODES: readonly string[] = [
  signInErrors.phoneUnknown.code,
  fieldErrors.phoneEmpty.code,
  fieldErrors.phoneFormat.code,
  fieldErrors.emailFormat.code,
];

/** Where a code goes, and the rule that the destination must fit before it is asked for. */
export interface CodeWay {
  readonly rule: z.ZodType<string>;
  send(destination: string): Promise<{ countdown_seconds: number }>;
}

const SIGN_IN: CodeWay = {
  rule: signInPhone,
  send: (destination) => api(sendVerificationCode, { body: { type: CODE_BY_PHONE, destination, purpose: "login" } }),
};

/** Requests a code and shows the result: at its destination, or for the whole form (ACC-06, ACC-07). */
export function useSendCode(way: CodeWay = SIGN_IN) {
  const [refused, setRefused] = useState<string>();
  const countdown = useCountdown();
  const asking = useMutation({
    mutationFn: (destination: string) => way.send(destination),
    onSuccess: ({ countdown_seconds }) => countdown.start(countdown_seconds),
  });
  const problem = asking.error;
  const atPhone = problem instanceof CallError && PHONE_CODES.includes(problem.code);

  return {
    busy: asking.isPending,
    sent: asking.isSuccess,
    waitSeconds: countdown.seconds,
    phoneProblem: refused ?? (atPhone ? troubleOf(problem).text : undefined),
    formProblem: problem && !atPhone ? problemText(problem) : undefined,
    send: (phone: string) => {
      const checked = way.rule.safeParse(phone);
      setRefused(checked.success ? undefined : codeText(checked.error.issues[0]?.message ?? ""));
      if (checked.success) asking.mutate(phone);
    },
    forget: () => {
      setRefused(undefined);
      asking.reset();
    },
  };
}

/** The server's own words, or "failed, try again later". */
function problemText(problem: Error): string {
  const spoke = problem instanceof CallError && problem.status > 0 && problem.body.message !== "";
  return spoke ? troubleOf(problem).text : translate("accounts.signIn.codeFailed");
}
