import { accountAnswers } from "@canopy/contract/accounts/answers";
import { fieldErrors } from "@canopy/contract/accounts/errors";
import {
  changeEmail,
  changePassword,
  changePhone,
  closeAccount,
  createOwnArchive,
  exportOwnData,
  getClosing,
  getProfile,
  updateProfile,
} from "@canopy/contract/accounts/personal";
import { personalErrors } from "@canopy/contract/accounts/personal-errors";
import { subUserErrors } from "@canopy/contract/accounts/sub-user-errors";
import { platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "../../platform/http/api-error.ts";
import { HttpReply, type Route, route } from "../../platform/http/route.ts";
import type { Jobs } from "../../platform/jobs/jobs.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { hashPassword } from "../passwords.ts";
import type { ProveOwnPassword, Prover } from "../prove-password.ts";
import { setPassword } from "../registration/password-store.ts";
import type { CodeServices } from "../verification-codes.ts";
import { changeContact } from "./change-contact.ts";
import { type ClosingServices, closeOwnAccount } from "./close-account.ts";
import { countClosing } from "./count-closing.ts";
import { findArchive, OWN_ARCHIVE } from "./own-archive.ts";
import { findProfile, updateOrganisation, updateOwn } from "./profile-store.ts";

interface PersonalServices extends CodeServices, ClosingServices {
  readonly db: Db;
  readonly jobs: Jobs;
  readonly proveOwnPassword: ProveOwnPassword;
}

/** ACC-24, ACC-26: a person's own account. */
export function personalRoutes(services: PersonalServices): Route[] {
  const { db } = services;
  const requirePassword = async (prover: Prover, password: string, field: string) => {
    if (!(await services.proveOwnPassword(prover, password)))
      throw new ApiError(personalErrors.passwordWrong, { field });
  };
  return [
    route(getProfile, async ({ caller }) => {
      const data = await findProfile(db, caller);
      if (!data) throw new ApiError(platformErrors.notFound);
      return { data };
    }),
    route(updateProfile, async ({ caller, body: { organisation, ...own }, language }) => {
      await updateOwn(db, caller, own);
      // ACC-24: of a sub-user it is the primary account's, whatever the call says.
      if (organisation && caller.role !== "sub") await updateOrganisation(db, caller.tenantId, organisation);
      return { message: accountAnswers.saved[language] };
    }),
    route(changePassword, async (context) => {
      const { caller, body, language } = context;
      await requirePassword(context, body.old_password, "old_password");
      if (body.new_password === body.old_password)
        throw new ApiError(subUserErrors.passwordUnchanged, { field: "new_password" });
      const whose = { id: caller.userId, tenantId: caller.tenantId };
      const ended = await setPassword(db, whose, await hashPassword(body.new_password), {
        keepsSession: caller.sessionId,
      });
      return { message: accountAnswers.saved[language], ended };
    }),
    route(changePhone, async ({ caller, body, language }) => {
      await changeContact(services, caller, {
        ...body,
        field: "phone",
        wrong: fieldErrors.phoneCodeInvalid,
        taken: fieldErrors.phoneExists,
      });
      return { message: accountAnswers.saved[language] };
    }),
    route(changeEmail, async ({ caller, body, language }) => {
      await changeContact(services, caller, {
        ...body,
        field: "email",
        wrong: fieldErrors.emailCodeInvalid,
        taken: fieldErrors.emailExists,
      });
      return { message: accountAnswers.saved[language] };
    }),
    route(createOwnArchive, async ({ caller: { tenantId, userId } }) => ({
      id: await services.jobs.enqueue(OWN_ARCHIVE, { tenantId, userId, input: { tenantId, userId } }),
    })),
    route(exportOwnData, async ({ caller }) => {
      const archive = await findArchive(db, caller);
      if (!archive) throw new ApiError(personalErrors.archiveNone);
      return new HttpReply(archive, 200, { "content-disposition": 'attachment; filename="canopy-own-data.zip"' });
    }),
    route(getClosing, async ({ caller }) => ({ data: await countClosing(db, caller, caller.role === "sub") })),
    route(closeAccount, async (context) => {
      const { caller, body, language } = context;
      if (body.name !== caller.userName) throw new ApiError(personalErrors.nameDiffers, { field: "name" });
      await requirePassword(context, body.password, "password");
      await closeOwnAccount(services, caller);
      return { message: accountAnswers.accountClosed[language] };
    }),
  ];
}
