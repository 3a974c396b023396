import { fieldErrors, registrationErrors } from "@canopy/contract/accounts/errors";
import { MERCHANT } from "@canopy/contract/accounts/registration";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { hashPassword } from "../passwords.ts";
import { lockTenants } from "../tenant-store.ts";
import { type CodeServices, checkCode, useCode } from "../verification-codes.ts";
import {
  findMerchant,
  insertApplicant,
  isEmailFree,
  isNameFree,
  isPhoneFree,
  type Registration,
  removeRefused,
} from "./registration-store.ts";

export interface RegisterServices extends CodeServices {
  /** ACC-13: closed by default. */
  readonly merchantRegistration: boolean;
  /** ACC-17: false: an account may be used at once. */
  readonly registrationReview: boolean;
}

export interface Registered {
  readonly tenantId: string;
  readonly merchantId: string | null;
  readonly state: "review" | "active";
}

/**
 * ACC-16: codes first, so that nobody learns without a proven phone which names are taken; both codes stay good until
 * everything else is right.
 */
export async function register(services: RegisterServices, form: Registration): Promise<Registered> {
  if (form.tenant_type === MERCHANT && !services.merchantRegistration)
    throw new ApiError(registrationErrors.merchantsClosed, { field: "tenant_type" });
  const codes = await provenCodes(services, form);
  const passwordHash = await hashPassword(form.password);
  const state = services.registrationReview ? "review" : "active";
  return services.db.transaction().execute(async (db) => {
    await lockTenants(db);
    const merchantId = await merchantOf(db, form);
    await refuseTaken(db, form);
    for (const code of codes) if (!(await useCode(db, code.id))) throw new ApiError(code.error, { field: code.field });
    await removeRefused(db, { name: form.name, phone: form.mobile, email: form.email });
    const tenantId = await insertApplicant(db, form, { merchantId, state, passwordHash });
    return { tenantId, merchantId, state };
  });
}

async function provenCodes(services: CodeServices, form: Registration) {
  const phone = { channel: "sms", destination: form.mobile, purpose: "register" } as const;
  const byPhone = { error: fieldErrors.phoneCodeInvalid, field: "mobile_verification_code" };
  const phoneCode = await checkCode(services, phone, form.mobile_verification_code);
  if (phoneCode === undefined) throw new ApiError(byPhone.error, { field: byPhone.field });
  if (form.email === "") return [{ ...byPhone, id: phoneCode }];
  const email = { channel: "email", destination: form.email, purpose: "register" } as const;
  const byEmail = { error: fieldErrors.emailCodeInvalid, field: "email_verification_code" };
  const emailCode = await checkCode(services, email, form.email_verification_code);
  if (emailCode === undefined) throw new ApiError(byEmail.error, { field: byEmail.field });
  return [
    { ...byPhone, id: phoneCode },
    { ...byEmail, id: emailCode },
  ];
}

async function merchantOf(db: Db, form: Registration): Promise<string | null> {
  if (form.tenant_type === MERCHANT) return null;
  const id = await findMerchant(db, form.merchant_id);
  if (id === undefined) throw new ApiError(fieldErrors.merchantIdInvalid, { field: "merchant_id" });
  return id;
}

async function refuseTaken(db: Db, form: Registration): Promise<void> {
  if (!(await isNameFree(db, form.name))) throw new ApiError(fieldErrors.usernameExists, { field: "name" });
  if (!(await isPhoneFree(db, form.mobile))) throw new ApiError(fieldErrors.phoneExists, { field: "mobile" });
  if (form.email !== "" && !(await isEmailFree(db, form.email)))
    throw new ApiError(fieldErrors.emailExists, { field: "email" });
}
