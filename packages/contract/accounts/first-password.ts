import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { fieldErrors } from "./errors.ts";
import { acrossFields, confirmedPassword, equal, newPassword } from "./rules.ts";
import { subUserErrors } from "./sub-user-errors.ts";

export const firstPassword = z
  .object({ new_password: newPassword, confirmPassword: confirmedPassword })
  .refine(equal("new_password", "confirmPassword"), acrossFields("confirmPassword", fieldErrors.passwordsDiffer.code));

/** USR-02: after `accounts.passwordMustChange`, whose answer has the ticket; the person then signs in with it. */
export const setFirstPassword = endpoint({
  name: "accounts.setFirstPassword",
  method: "PUT",
  path: "/control/first-password",
  summary: { zh: "首次登录设置密码", en: "Set one's own password before the first sign-in" },
  access: { kind: "public" },
  audited: true,
  rateLimit: RATE.guarded,
  body: z
    .object({
      security_ticket: z.string().min(1).max(128),
      new_password: newPassword,
      confirmPassword: confirmedPassword,
    })
    .refine(
      equal("new_password", "confirmPassword"),
      acrossFields("confirmPassword", fieldErrors.passwordsDiffer.code),
    ),
  reply: z.object({ message: z.string() }),
  errors: [...Object.values(fieldErrors), subUserErrors.ticketExpired, subUserErrors.passwordUnchanged],
});
